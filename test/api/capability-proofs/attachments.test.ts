import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { oneLinePdf, toneRecording, wordImage } from '../../../src/api/capability-proofs/attachments.ts';
import { image } from '../../../src/api/capability-proofs/questions.ts';

test('the image of a word is a PNG whose chunks are sound and whose dots are the letters', () => {
  const png = wordImage('HO');
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(named));
    chunks.set(named.subarray(0, 4).toString('latin1'), named.subarray(4));
    at += 12 + length;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'IDAT', 'IEND']);
  const width = chunks.get('IHDR')!.readUInt32BE(0);
  const height = chunks.get('IHDR')!.readUInt32BE(4);
  const lines = inflateSync(chunks.get('IDAT')!);
  assert.equal(lines.length, (width + 1) * height);
  const rows = Array.from({ length: height / 10 }, (_, row) =>
    Array.from({ length: width / 10 }, (_, column) =>
      lines[row * 10 * (width + 1) + 1 + column * 10] === 0 ? '#' : ' ',
    )
      .join('')
      .trimEnd(),
  );
  assert.deepEqual(rows, [
    '',
    ' #   #  ###',
    ' #   # #   #',
    ' #   # #   #',
    ' ##### #   #',
    ' #   # #   #',
    ' #   # #   #',
    ' #   #  ###',
    '',
  ]);
});

test('there is a glyph of every letter of the word that is asked for, and none of others', () => {
  assert.ok(wordImage(image.word).length < 1000);
  assert.throws(() => wordImage('Q'), /no glyph of Q/);
});

test('the document is a PDF whose table leads to each of its objects', () => {
  const pdf = oneLinePdf('(A) line').toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
  assert.ok(pdf.startsWith('%PDF-1.4\n') && pdf.startsWith('xref\n', table));
  const places = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  assert.equal(places.length, 5);
  for (const [index, at] of places.entries()) assert.ok(pdf.startsWith(`${index + 1} 0 obj\n`, at));
  const [, length, shown] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(pdf)!;
  assert.equal(shown!.length, Number(length));
  assert.ok(shown!.includes('(\\(A\\) line) Tj'));
});

test('the recording is a WAV with so many tones, a quarter of a second each, and silence between', () => {
  const wav = toneRecording(3);
  assert.equal(wav.readUInt32LE(4) + 8, wav.length);
  assert.equal(wav.readUInt32LE(40), 3 * 4000);
  const isLoud = (quarter: number) => {
    const part = wav.subarray(44 + quarter * 2000, 44 + (quarter + 1) * 2000);
    return part.some((sample) => Math.abs(sample - 128) > 50);
  };
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(isLoud), [true, false, true, false, true, false]);
});
