/** JSON text of strings and objects, put together without decoding what is in it. */
import { type JsonNode, type Literal, parseJson, type Raw, textOf } from './json-node.ts';

/** The JSON text of a string; lone surrogates are escaped. */
export function literalOf(text: string): Literal {
  return JSON.stringify(text) as Literal;
}

/** The text between the quotes. */
export function innerOf(literal: Literal): string {
  return literal.slice(1, -1);
}

/** The JSON text of a string of which the inside is given, escapes and all. */
export function literalOfInner(inner: string): Literal {
  return `"${inner}"` as Literal;
}

/** One string of several, with a text between each two of them. */
export function joined(literals: readonly Literal[], between = ''): Literal {
  if (literals.length === 1) return literals[0]!;
  return literalOfInner(literals.map(innerOf).join(innerOf(literalOf(between))));
}

/** True for an empty string; white space is text. */
export function isEmptyText(literal: Literal): boolean {
  return literal.length === 2;
}

/** White space of a string in JSON, as it stands or escaped: what Unicode counts as such. */
const blank =
  /^"(?:[\s\u0085]|\\[nrtf]|\\u(?:00(?:0[9a-dA-D]|20|85|[aA]0)|1680|20(?:0[0-9aA]|2[89fF]|5[fF])|3000|[fF][eE][fF][fF]))*"$/;

/** True for a string of white space only, which some vendors take for no text. */
export function isBlankText(literal: Literal): boolean {
  return blank.test(literal);
}

/** The JSON text of what was made here, never of what somebody else wrote. */
export function rawOf(value: unknown): Raw {
  return JSON.stringify(value) as Raw;
}

/** The value of a short JSON text whose digits do not matter. */
export function parsedRaw(raw: Raw): unknown {
  return JSON.parse(raw);
}

/**
 * JSON text of an object. Members that are undefined are left out.
 *
 * @param members JSON text of each, by names that need no escapes.
 */
export function objectOf(members: Readonly<Record<string, string | undefined>>): Raw {
  let text = '';
  for (const name in members) {
    const member = members[name];
    if (member !== undefined) text += `${text === '' ? '' : ','}"${name}":${member}`;
  }
  return `{${text}}` as Raw;
}

/** JSON text of an array. */
export function arrayOf(items: readonly string[]): Raw {
  // Not joined, which would copy all of it at each level: what is added up is laid out once, when it is sent.
  let text = '';
  for (const item of items) text += text === '' ? item : `,${item}`;
  return `[${text}]` as Raw;
}

/** The same text in memory of its own: a slice keeps all of the text that it was cut out of. */
export function unshared<Text extends string>(text: Text): Text {
  return Buffer.from(text, 'utf16le').toString('utf16le') as Text;
}

/** The JSON object that a text holds; undefined for any other text. */
export function objectIn(text: string): (JsonNode & { readonly kind: 'object' }) | undefined {
  try {
    const node = parseJson(text);
    return node.kind === 'object' ? node : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a member that is a string. */
export function memberText(node: JsonNode | undefined, name: string): string | undefined {
  const member = node?.kind === 'object' ? node.members.get(name) : undefined;
  return member?.kind === 'string' ? textOf(member.raw) : undefined;
}

/** A member that is there and not null. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  const member = node?.kind === 'object' ? node.members.get(name) : undefined;
  return member?.kind === 'null' ? undefined : member;
}

/** White space at the end of what stands between the quotes, as it is or as an escape. */
const lastBlank = /(?:\s|\\[nrtf]|\\u(?:000[9a-d]|0020|00a0|202[89]|3000))$/i;
/** The longest of them. */
const longestBlank = 6;

/** A string without the white space at its end. */
export function trimmedEnd(literal: Literal): Literal {
  const inner = innerOf(literal);
  let end = inner.length;
  for (;;) {
    const [blank] = lastBlank.exec(inner.slice(Math.max(0, end - longestBlank), end)) ?? [];
    if (blank === undefined) break;
    // `\\n` is a backslash and a letter.
    if (blank.startsWith('\\') && backslashesBefore(inner, end - blank.length) % 2 === 1) break;
    end -= blank.length;
  }
  return end === inner.length ? literal : literalOfInner(inner.slice(0, end));
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - count - 1] === '\\') count += 1;
  return count;
}
