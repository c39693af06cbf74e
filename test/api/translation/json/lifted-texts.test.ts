import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiftedTexts } from '../../../../src/api/translation/json/lifted-texts.ts';
import { TranslatedRequest } from '../../../../src/api/translation/translated-request.ts';
import { settingsFor } from '../requests/translated.ts';

const long = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7919) >>> 3)).toString('base64');

function back(body: string): string {
  const lifted = LiftedTexts.outOf(Buffer.from(body));
  return Buffer.concat(lifted.restored(Buffer.from(lifted.text))).toString();
}

test('Long data is taken out of a body and put back as it was', () => {
  const bodies = [
    `{"a":"é","url":"data:image/png;base64,${long}","b":"data:application/pdf;base64,${long}","c":1}`,
    `{"source":{"type":"base64","data" : "${long}"},"text":"é"}`,
    `{"url":"data:image\\/png;base64,${long}"}`,
  ];
  for (const body of bodies) {
    assert.ok(LiftedTexts.outOf(Buffer.from(body)).text.length < 1000, body.slice(0, 60));
    assert.equal(back(body), body);
  }
});

test('What has to be read stays, and so does what has escapes or is short', () => {
  const bodies = [
    `{"url":"data:text/plain;base64,${long}"}`,
    `{"url":"data:;base64,${long}"}`,
    `{"data":"gw1.a.${long}"}`,
    `{"url":"data:image/png;base64,${long}\\/"}`,
    `{"text":"say \\"data\\":\\"${long}\\""}`,
    `{"url":"data:image/png;base64,AAAA","pad":"${long}"}`,
  ];
  for (const body of bodies) assert.equal(LiftedTexts.outOf(Buffer.from(body)).text, body, body.slice(0, 60));
});

test('An image arrives in every dialect as the client sent it', () => {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${long}` } };
  const body = Buffer.from(
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content: [image, image] }] }),
  );
  for (const to of ['messages', 'responses', 'gemini', 'bedrock_converse'] as const) {
    const request = TranslatedRequest.read('chat_completions', body);
    const { body: said, refused } = request.said(settingsFor(to), 'm');
    assert.deepEqual(refused, []);
    assert.ok(said.length < 2000);
    const text = Buffer.concat(request.restored(said)).toString();
    assert.doesNotThrow(() => JSON.parse(text));
    assert.equal(text.split(long).length, 3, to);
  }
});
