/**
 * Takes out of OpenAI's OpenAPI document what the simulator's answers are held against: the paths that the gateway serves,
 * and the schemas that they lead to, without words, examples and notes on presentation. Further paths may be named.
 *
 *     node --import tsx scripts/trim-openapi.ts openapi.json [/audio/transcriptions ...]
 */
import { readFile, writeFile } from 'node:fs/promises';
import { endpoints, pathsOf } from '../src/api/endpoints/index.ts';
import { isObject, type JsonObject } from '../src/lib/json.ts';

const target = new URL('../test/fixtures/openai/openapi.json', import.meta.url);
const schemasAt = '#/components/schemas/';

/** Members of schemas that say nothing of what is valid. */
const wordy = new Set(['description', 'title', 'example', 'examples', 'default', 'deprecated']);

/** A schema without words; `names` is told of those that it refers to. */
function bare(value: unknown, names: Set<string>, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one, names));
  if (!isObject(value)) return value;
  if (!isMap && value['nullable'] === true) {
    // A word of OpenAPI 3.0, which JSON Schema does not have.
    const { nullable: _, ...rest } = value;
    return { anyOf: [bare(rest, names), { type: 'null' }] };
  }
  const { $ref: reference } = value;
  if (typeof reference === 'string') names.add(reference.slice(schemasAt.length));
  const members = Object.entries(value).filter(
    ([name]) => isMap || !(wordy.has(name) || name.startsWith('x-')),
  );
  return Object.fromEntries(
    members.map(([name, inner]) => [name, bare(inner, names, !isMap && name === 'properties')]),
  );
}

function objectAt(object: JsonObject, ...steps: readonly string[]): JsonObject {
  let found = object;
  for (const step of steps) found = isObject(found[step]) ? found[step] : {};
  return found;
}

function trimmed(document: JsonObject, wanted: readonly string[]): object {
  const schemas = objectAt(document, 'components', 'schemas');
  const names = new Set<string>();
  const paths: Record<string, object> = {};
  for (const path of [...wanted].sort()) {
    const post = objectAt(document, 'paths', path, 'post');
    if (post['operationId'] === undefined) continue;
    const content = objectAt(post, 'responses', '200', 'content');
    const { operationId } = post;
    paths[path] = { post: { operationId, responses: { 200: { content: bare(content, names, true) } } } };
  }
  const kept: Record<string, unknown> = {};
  // Entries added during the loop are visited too.
  for (const name of names) kept[name] = bare(schemas[name], names);
  const { openapi, info } = document;
  return {
    openapi,
    info: bare(info, new Set(), true),
    paths,
    components: { schemas: Object.fromEntries(Object.entries(kept).sort()) },
  };
}

const [source, ...more] = process.argv.slice(2);
if (source === undefined) throw new Error('name the file with the whole document');
const served = Object.values(endpoints).flatMap(pathsOf);
const document = JSON.parse(await readFile(source, 'utf8')) as JsonObject;
const wanted = [...served.map((path) => path.replace(/^\/v1/, '')), ...more];
await writeFile(target, `${JSON.stringify(trimmed(document, wanted), null, 1)}\n`);
