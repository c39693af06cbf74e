/** The forms of a request's members: each function throws `UndecodableRequest` for another form. */
import {
  type JsonArrayNode,
  type JsonNode,
  type JsonObjectNode,
  type Literal,
  type Raw,
  textOf,
} from '../../json/json-node.ts';
import { memberOf } from '../../json/literal.ts';
import { UndecodableRequest } from '../request-codec.ts';

/** @param what The end of "must be". */
export function wrong(path: string, what: string): UndecodableRequest {
  return new UndecodableRequest(path, `\`${path}\` must be ${what}.`);
}

/** The path of a member; those of the root have their name alone. */
export function under(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

export function literalOfNode(node: JsonNode | undefined, path: string): Literal {
  if (node?.kind !== 'string') throw wrong(path, 'a string');
  return node.raw;
}

export function textOfNode(node: JsonNode | undefined, path: string): string {
  return textOf(literalOfNode(node, path));
}

export function numberOfNode(node: JsonNode | undefined, path: string): Raw {
  if (node?.kind !== 'number') throw wrong(path, 'a number');
  return node.raw;
}

/** A whole number from 0 on. */
export function countOfNode(node: JsonNode | undefined, path: string): number {
  const count = node?.kind === 'number' ? Number(node.raw) : Number.NaN;
  if (!Number.isSafeInteger(count) || count < 0) throw wrong(path, 'a whole number, 0 or more');
  return count;
}

export function isTrueNode(node: JsonNode | undefined, path: string): boolean {
  if (node?.kind !== 'true' && node?.kind !== 'false') throw wrong(path, '`true` or `false`');
  return node.kind === 'true';
}

export function objectOfNode(node: JsonNode | undefined, path: string): JsonObjectNode {
  if (node?.kind !== 'object') throw wrong(path, 'an object');
  return node;
}

export function itemsOfNode(node: JsonNode | undefined, path: string): JsonArrayNode['items'] {
  if (node?.kind !== 'array') throw wrong(path, 'an array');
  return node.items;
}

export function wordOfNode<Word extends string>(
  node: JsonNode | undefined,
  path: string,
  words: readonly Word[],
): Word {
  const word = node?.kind === 'string' ? textOf(node.raw) : undefined;
  const known = words.find((each) => each === word);
  if (known === undefined) throw wrong(path, `one of ${words.map((each) => `"${each}"`).join(', ')}`);
  return known;
}

/** The text of a member that has to be there. */
export function textAt(node: JsonObjectNode, name: string, path: string): string {
  return textOfNode(node.members.get(name), under(path, name));
}

export function literalAt(node: JsonObjectNode, name: string, path: string): Literal {
  return literalOfNode(node.members.get(name), under(path, name));
}

/** The same of one that may be absent or null. */
export function optionalLiteralAt(node: JsonObjectNode, name: string, path: string): Literal | undefined {
  const member = memberOf(node, name);
  return member && literalOfNode(member, under(path, name));
}

export function optionalTextAt(node: JsonObjectNode, name: string, path: string): string | undefined {
  const member = memberOf(node, name);
  return member && textOfNode(member, under(path, name));
}

export function optionalTruthAt(node: JsonObjectNode, name: string, path: string): boolean | undefined {
  const member = memberOf(node, name);
  return member && isTrueNode(member, under(path, name));
}
