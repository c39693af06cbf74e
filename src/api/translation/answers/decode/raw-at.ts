import { type JsonNode, type JsonObjectNode, parseJson, type Raw } from '../../json/json-node.ts';

/** The decoded text, as it was written: the data of an event, or a whole answer. */
export type Written = string | JsonObjectNode;

/**
 * The JSON text of a value at the end of a path into what was decoded, for the few values whose digits matter: events are
 * read by `JSON.parse` otherwise.
 */
export function rawAt(written: Written, path: readonly (string | number)[]): Raw {
  let node: JsonNode | undefined = typeof written === 'string' ? parseJson(written) : written;
  for (const step of path) {
    if (node?.kind === 'object') node = node.members.get(String(step));
    else node = node?.kind === 'array' ? node.items[Number(step)] : undefined;
  }
  return node?.raw ?? ('null' as Raw);
}
