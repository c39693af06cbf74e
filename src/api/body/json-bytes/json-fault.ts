/**
 * Says where a text stops being JSON (RFC 8259). `JSON.parse` knows, but on some versions of the engine tells
 * only in a message that quotes the text. This runs on refused bodies alone; strings in them are known to be
 * well formed.
 */
import { GatewayError } from '../../../errors.ts';

/** A body that is not the JSON we take; the text names a position at most, never what stands there. */
export function notJson(what: string, at?: number): GatewayError {
  const where = at === undefined ? '' : ` at byte ${at}`;
  return new GatewayError('invalid_json', `The body is not a valid JSON object: ${what}${where}.`);
}

const openers = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/** One token; strings are matched by their quote and skipped separately. */
const token =
  /[ \t\n\r]*(?:("|[{}[\],:])|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;

/** The possible next tokens: a value, a value or the end of an empty array, a key, a key or the end of an object... */
type Expecting = 'value' | 'first_value' | 'key' | 'first_key' | 'colon' | 'comma' | 'nothing';

/** Offset of the first byte that can't stand where it stands; the length when the text just ends too early. */
export function grammarFault(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  const closers: string[] = [];
  let expecting: Expecting = 'value';
  token.lastIndex = 0;
  for (;;) {
    const from = token.lastIndex;
    const match = token.exec(text);
    if (match === null) return from + (text.slice(from).match(/^[ \t\n\r]*/)?.[0].length ?? 0);
    const [whole, sign, scalar] = match;
    const at = token.lastIndex - (sign ?? scalar ?? whole).length;
    if (sign === '"') token.lastIndex = endOfString(text, at + 1);

    const isValue: boolean = expecting === 'value' || expecting === 'first_value';
    if (scalar !== undefined || sign === '"') {
      if (isValue) expecting = closers.length === 0 ? 'nothing' : 'comma';
      else if (sign === '"' && (expecting === 'key' || expecting === 'first_key')) expecting = 'colon';
      else return at;
    } else if (sign === '{' || sign === '[') {
      if (!isValue) return at;
      closers.push(openers.get(sign)!);
      expecting = sign === '{' ? 'first_key' : 'first_value';
    } else if (sign === ':') {
      if (expecting !== 'colon') return at;
      expecting = 'value';
    } else if (sign === ',') {
      if (expecting !== 'comma') return at;
      expecting = closers.at(-1) === '}' ? 'key' : 'value';
    } else {
      const mayClose = expecting === 'comma' || expecting === 'first_value' || expecting === 'first_key';
      if (!mayClose || closers.pop() !== sign) return at;
      expecting = closers.length === 0 ? 'nothing' : 'comma';
    }
  }
}

/** The offset after the quote that ends a string. */
function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
