/** Items of a request that only name what a backend has: they say what it is to read there, and nothing themselves. */
import { GatewayError } from '../../errors.ts';
import { type JsonObject, objectsOf } from '../../lib/json.ts';
import { anyElement, JsonStrings } from './json-strings.ts';

const reference = 'item_reference';
/** The members that such an item may have beside its id. */
const bare: ReadonlySet<string> = new Set(['id', 'type', 'status']);
const lists = ['input', 'items'] as const;

const escapeMark = Buffer.from('\\u');
const referenceBytes = Buffer.from(reference);

/**
 * Those of the ids of a body's items that stand for what they name: `item_reference`, whose type may be left out, and images
 * that were made before (`ItemReference` and `ImageGenerationCall` in `resources/responses/responses` of OpenAI's SDK).
 *
 * @param ids All that stand in items, those of members that stand twice among them.
 * @throws GatewayError `invalid_value` where readers could take an item in different ways
 */
export function referencesIn(bytes: Buffer, body: JsonObject, ids: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>();
  const found = new Set<string>();
  let named = 0;
  for (const list of lists) {
    for (const item of objectsOf(body[list])) {
      if (item['type'] === reference) named += 1;
      const { id } = item;
      if (typeof id !== 'string') continue;
      all.add(id);
      if (onlyNames(item)) found.add(id);
    }
  }
  const mayName = bytes.includes(referenceBytes) || bytes.includes(escapeMark);
  const isPlain = ids.every((id) => all.has(id)) && (!mayName || named === writtenReferences(bytes));
  if (isPlain) return found;
  throw new GatewayError('invalid_value', 'Items of the body have a member twice; send each once.', {
    param: 'input',
  });
}

function onlyNames(item: JsonObject): boolean {
  const type = item['type'] ?? undefined;
  if (type === reference) return true;
  if (type === 'image_generation_call') return typeof item['result'] !== 'string';
  return type === undefined && Object.keys(item).every((name) => bare.has(name));
}

function writtenReferences(bytes: Buffer): number {
  let count = 0;
  const types = new JsonStrings((path) =>
    path.length === 3 &&
    path[1] === anyElement &&
    path[2] === 'type' &&
    lists.some((list) => list === path[0])
      ? true
      : undefined,
  );
  types.scan(bytes, {}, ({ value }) => {
    if (value === reference) count += 1;
  });
  return count;
}
