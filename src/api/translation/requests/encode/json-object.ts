import type { Literal } from '../../json/json-node.ts';
import { literalOf } from '../../json/literal.ts';
import type { Field, Format } from '../../neutral/turn-request.ts';
import type { RequestTarget } from '../request-codec.ts';

const words = literalOf(
  'Answer with one JSON object and nothing else: no text before or after it, and no code fence around it.',
);

/**
 * The request for an answer in JSON, for a dialect with a field for schemas only; undefined if the operator wants such
 * requests refused.
 */
export function askedInWords(
  { path }: Field<Format>,
  { settings, report }: RequestTarget,
): Literal | undefined {
  if (settings.jsonObject === 'asked') {
    report.change(path);
    return words;
  }
  const why = 'an answer that is some JSON or other can not be asked for: send a schema';
  report.never(path, why, 'json_object: asked');
  return undefined;
}
