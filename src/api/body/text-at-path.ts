import { isObject } from '../../lib/json.ts';
import type { JsonBody } from './json-body.ts';
import { mayBeShortened, scanObject } from './scan-json.ts';

/**
 * The text, or the number as a text, that stands at a path of a body; undefined for anything else. A long one, which
 * the skeleton has not, is looked up where it stands: the body is not parsed for it.
 */
export function bodyText(body: JsonBody, path: readonly string[]): string | undefined {
  const found = at(body.skeleton, path);
  if (found === undefined || body.isWhole || !mayBeShortened(found)) return found;
  const [root, ...inner] = path as [string, ...string[]];
  const { members } = scanObject(body.bytes, { ...unbounded, wanted: [root], guarded: [] });
  const member = members.get(root);
  if (member === undefined) return undefined;
  return at(JSON.parse(body.bytes.toString('utf8', member.valueAt, member.end)), inner);
}

/** It was found to keep its bounds when it was read. */
const unbounded = { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY };

function at(value: unknown, path: readonly string[]): string | undefined {
  let found = value;
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' ? found : undefined;
}
