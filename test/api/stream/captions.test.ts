import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areCaptions, lastCueSeconds } from '../../../src/api/stream/captions.ts';

const srt = '1\n00:00:00,000 --> 00:00:02,500\nHello\n\n2\n00:00:02,500 --> 01:02:03,250\nthere\n\n';
const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.500 align:start\nHello\n\n00:02.000 --> 00:02.250\nthere\n';

test('captions are told from texts by how they begin', () => {
  for (const text of [srt, vtt, `\ufeff${vtt}`, srt.replaceAll('\n', '\r\n')])
    assert.equal(areCaptions(text), true, text);
  for (const text of ['', 'Hello', `Hello\n${srt}`, '12 monkeys --> 00:00:01,000'])
    assert.equal(areCaptions(text), false, text);
});

test('the last cue to end says how long the sound is', () => {
  assert.equal(lastCueSeconds(srt), 3723.25);
  assert.equal(lastCueSeconds(vtt), 2.5);
  assert.equal(lastCueSeconds(srt.slice(-60)), 3723.25);
  assert.equal(lastCueSeconds('WEBVTT\n\n'), undefined);
});
