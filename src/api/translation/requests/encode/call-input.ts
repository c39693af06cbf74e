import type { Literal } from '../../json/json-node.ts';
import { literalOf } from '../../json/literal.ts';
import type { CallBlock } from '../../neutral/turn-request.ts';
import type { TranslationReport } from '../../report.ts';
import { wrappedInput } from './tool-schemas.ts';

/** The input of a call as a JSON string. */
export function inputLiteral({ input, literal }: CallBlock): Literal {
  return literal ?? literalOf(input);
}

/** The input of a function's call, as a JSON string; for a custom tool as a function, with its text in an object. */
export function argumentsLiteral(call: CallBlock): Literal {
  return call.isCustom ? literalOf(wrappedInput(inputLiteral(call))) : inputLiteral(call);
}

/** The input of a call as a JSON object, for targets that take nothing else: other input is untranslatable there. */
export function inputObject(call: CallBlock, report: TranslationReport): string {
  if (call.isCustom) return wrappedInput(inputLiteral(call));
  // A client that has it as JSON has had it parsed with its body.
  const text = call.input.trim();
  if (text === '') return '{}';
  const isObject = call.literal === undefined ? text.startsWith('{') : isJsonObject(text);
  if (!isObject) report.never(call.path, 'what the call says is no JSON object');
  // An escape that had to be decoded may have left half a character, which no encoding of bytes has.
  return call.literal === undefined ? text : text.replaceAll(/\p{Surrogate}/gu, escaped);
}

function escaped(half: string): string {
  return `\\u${half.charCodeAt(0).toString(16)}`;
}

/** True for a text that is one JSON object: it goes into the body unchanged, and is parsed only for this. */
function isJsonObject(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
