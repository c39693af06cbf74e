import { GatewayError } from '../../errors.ts';
import { Remembered } from '../../lib/remembered.ts';

const maxTags = 32;
const maxTagBytes = 64;

/** Holds a list of wanted tags to the caps that bound the work of matching them. */
export function checkTags(tags: readonly string[], where: string): void {
  if (tags.length > maxTags) throw faulty(`${where} names more than ${maxTags} tags; send fewer.`);
  for (const tag of tags) {
    if (Buffer.byteLength(tag) > maxTagBytes) {
      throw faulty(`${where} has a tag of more than ${maxTagBytes} bytes; no capability has a name so long.`);
    }
  }
}

function faulty(message: string): GatewayError {
  return new GatewayError('invalid_value', message, { param: 'tags' });
}

/** Clients send the same few headers again and again. */
const remembered = new Remembered<readonly string[]>({ maxTexts: 1000, maxLength: 256 });

/**
 * The tags of an `x-router-tags` header: split at commas, trimmed, empty items and repetitions dropped.
 *
 * @throws GatewayError `invalid_value` beyond 32 tags or 64 bytes in one
 */
export function parseTagHeader(value: string): readonly string[] {
  const known = remembered.get(value);
  if (known !== undefined) return known;
  const tags = new Set<string>();
  for (const item of value.split(',')) {
    const tag = item.trim();
    if (tag !== '') tags.add(tag);
  }
  const list = [...tags];
  checkTags(list, 'The header `x-router-tags`');
  remembered.keep(value, list);
  return list;
}
