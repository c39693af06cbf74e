/** The texts of forms: of their parts, and of what these are called. */
import { isUtf8 } from 'node:buffer';
import type { Part } from '../body/multipart/scan-form.ts';
import type {
  FoundTexts,
  TextBounds,
  TextKind,
  TextPiece,
  Unseen,
  UnseenKind,
} from './extracted-text-types.ts';
import { isFieldName, isWord } from './field-rules/string-formats.ts';

/** Parts for words that an API knows. */
const settings = new Set([
  'model',
  'stream',
  'n',
  'response_format',
  'temperature',
  'language',
  'size',
  'quality',
  'background',
  'output_format',
  'input_fidelity',
  'moderation',
  'partial_images',
  'output_compression',
  'chunking_strategy',
  'purpose',
]);
const ofImages = new Set(['image', 'image[]', 'mask', 'images']);
const fileName = /filename\*?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\r\n]*))/gi;

/** The texts of a form that has been read. A file that is a text counts as both: its reader may take it for either. */
export function formTexts(bytes: Buffer, parts: readonly Part[], { maxText }: TextBounds): FoundTexts {
  const texts: TextPiece[] = [];
  const unseen: Unseen[] = [];
  let room = maxText;
  const add = (text: string, kind: TextKind, at: string, from: number, to: number) => {
    if (text === '') return;
    room -= Buffer.byteLength(text);
    if (room < 0) unseen.push({ kind: 'max_text', at, isNew: true });
    else
      texts.push({
        text,
        kind,
        role: 'user',
        message: -1,
        isNew: true,
        at,
        span: { from, to, isFixed: true },
      });
  };
  for (const [index, { name, isFile, isEncoded, at: begin, from, to }] of parts.entries()) {
    const at = `part ${index + 1}`;
    if (!isFieldName(name)) add(Buffer.from(name, 'latin1').toString(), 'name', at, begin, from);
    for (const [, quoted, bare] of bytes.toString('utf8', begin, from).matchAll(fileName))
      add(quoted ?? bare ?? '', 'name', at, begin, from);
    const value = bytes.subarray(from, to);
    const isText = isUtf8(value) && !value.includes(0);
    if (isFile || isEncoded || !isText) unseen.push({ kind: kindOfPart(name), at, isNew: true });
    if (!isText) continue;
    const text = value.length > room ? '' : value.toString();
    if (text === '' && value.length > 0) unseen.push({ kind: 'max_text', at, isNew: true });
    if (!(settings.has(name) && isWord(text))) add(text, 'text', at, from, to);
  }
  return { texts, unseen, lastSigned: undefined };
}

function kindOfPart(name: string): UnseenKind {
  if (ofImages.has(name)) return 'images';
  return name === 'file' ? 'sound' : 'files';
}
