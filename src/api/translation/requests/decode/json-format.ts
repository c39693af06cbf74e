import type { JsonObjectNode, Raw } from '../../json/json-node.ts';
import { memberOf } from '../../json/literal.ts';
import type { Format } from '../../neutral/turn-request.ts';
import { objectOfNode, optionalLiteralAt, optionalTruthAt, under } from './member-values.ts';

const anyObject = '{}' as Raw;

/** The schema that an answer is to follow, with its name: members of `json_schema` in OpenAI's dialects. */
export function schemaFormat(node: JsonObjectNode, path: string): Format {
  const name = optionalLiteralAt(node, 'name', path);
  const description = optionalLiteralAt(node, 'description', path);
  const schema = memberOf(node, 'schema');
  const strict = optionalTruthAt(node, 'strict', path);
  return {
    kind: 'schema',
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    schema: schema === undefined ? anyObject : objectOfNode(schema, under(path, 'schema')).raw,
    ...(strict !== undefined && { strict }),
  };
}
