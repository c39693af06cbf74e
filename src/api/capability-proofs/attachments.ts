/** The image, the document and the recording that proofs send: drawn, written and played here, each as small as can be. */
import { crc32, deflateSync } from 'node:zlib';

/** Glyphs of five by seven dots, a row each; the highest of five bits is the left dot. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  H: [17, 17, 17, 31, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  R: [30, 17, 17, 30, 20, 18, 17],
};
const [glyphWidth, glyphHeight] = [5, 7];
/** Pixels to a dot, so that the word is as large as a headline. */
const scale = 10;

/** A word in black on white, as a PNG. @throws Error for a letter that there is no glyph of */
export function wordImage(word: string): Buffer {
  const columns = word.length * (glyphWidth + 1) + 1;
  const rows = glyphHeight + 2;
  const width = columns * scale;
  const lines: Buffer[] = [];
  for (let row = 0; row < rows; row += 1) {
    const line = Buffer.alloc(1 + width, 0xff);
    line[0] = 0; // no filter
    for (const [index, letter] of [...word].entries()) {
      const glyph = glyphs[letter];
      if (glyph === undefined) throw new Error(`there is no glyph of ${letter}`);
      for (let dot = 0; dot < glyphWidth; dot += 1) {
        const isInk = (((glyph[row - 1] ?? 0) >> (glyphWidth - 1 - dot)) & 1) === 1;
        const from = 1 + (index * (glyphWidth + 1) + 1 + dot) * scale;
        if (isInk) line.fill(0, from, from + scale);
      }
    }
    for (let copy = 0; copy < scale; copy += 1) lines.push(line);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows * scale, 4);
  header.set([8, 0, 0, 0, 0], 8); // eight bits of grey
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A page with one line of ASCII, as a PDF (ISO 32000-1). */
export function oneLinePdf(line: string): Buffer {
  const shown = `BT /F1 36 Tf 40 60 Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 150] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const samplesPerSecond = 8000;
const toneSeconds = 0.25;
const hertz = 880;

/** So many tones with as much silence after each, as a WAV of 8 bits. */
export function toneRecording(tones: number): Buffer {
  const length = Math.round(samplesPerSecond * toneSeconds);
  const silence = Buffer.alloc(length, 128);
  const tone = Buffer.from(
    Uint8Array.from({ length }, (_, index) =>
      Math.round(128 + 100 * Math.sin((2 * Math.PI * hertz * index) / samplesPerSecond)),
    ),
  );
  const data = Buffer.concat(Array.from({ length: tones }, () => [tone, silence]).flat());
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samplesPerSecond, 24);
  head.writeUInt32LE(samplesPerSecond, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
