/** JSON text as others write it: digits, escapes and doubled names that `JSON.parse` and `JSON.stringify` would lose. */
import fc from 'fast-check';

/** Texts that trip up whoever takes them apart: half of an escape, line ends, the marks of streams. */
const oddTexts = fc.constantFrom(
  '\u2028\u2029',
  '\u0000',
  '\ud83d\ude80 \ud83d\udc69\u200d\ud83d\ude80',
  'data: {"type":"message_stop"}\n\n',
  'event: error\ndata: [DONE]\n\n',
  '\r\n\r\n',
  '"}],\\"',
  '\\u0041\\n',
  'data:image/png;base64,AAAA',
  '  ',
  '</think>',
  'gw1',
);

/** Any text, the odd ones among them, up to some hundred characters. */
export const arbitraryText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ maxLength: 40 }), oddTexts), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''));

/** A text of 1 to 20 kB. */
export const arbitraryLongText: fc.Arbitrary<string> = fc
  .tuple(arbitraryText, fc.integer({ min: 1000, max: 20_000 }))
  .map(([text, length]) => (text === '' ? 'x' : text).repeat(Math.ceil(length / Math.max(1, text.length))));

const oddValues = fc.constantFrom(
  ...['12345678901234567890', '1.0', '-0', '1e400', '1E+2', '0.1000', '"\\u0041\\/"', '"\\ud83d\\ude80"'],
  ...['{}', '[]', '{"a":1,"a":2}', '{"$schema":"x","const":1.0}', '[ 1 , 2 ]', 'null', 'true', '""'],
);

const plainValues = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value) ?? 'null');

/** JSON text of an object. */
export const arbitraryObjectText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.string({ maxLength: 8 }), fc.oneof(oddValues, plainValues)), { maxLength: 4 })
  .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`);

/** The same text in pieces, some of them empty. Characters stay whole. */
export function inPieces(text: string): fc.Arbitrary<readonly string[]> {
  const characters = [...text];
  return fc.array(fc.nat(characters.length), { maxLength: 5 }).map((cuts) => {
    const places = [0, ...cuts.sort((a, b) => a - b), characters.length];
    return places.slice(1).map((end, index) => characters.slice(places[index], end).join(''));
  });
}

/** JSON text of a value in which some texts stand for JSON text that goes in as it is. */
export function withRaw(value: unknown, raws: readonly string[]): string {
  const text = JSON.stringify(value);
  return text.replaceAll(/"@raw (\d+)@"/g, (_, index) => raws[Number(index)]!);
}

/** What stands in a value for JSON text. */
export function rawMark(index: number): string {
  return `@raw ${index}@`;
}
