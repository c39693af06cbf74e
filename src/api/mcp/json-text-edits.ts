/**
 * Finds values in JSON as text. Messages between a server and a client change in a few places; everything else stays
 * unchanged, with every digit of numbers. All functions but `boundsFault` take text that `JSON.parse` accepts.
 */

/** A value by its offsets: from its first character to the one after its last. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A member of an object; the range is that of its value. */
export interface JsonMember extends TextRange {
  readonly name: string;
  /** The opening quote of its name. */
  readonly nameFrom: number;
}

/** A range that is replaced by other text. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Members of the object at an offset, in order, including repeated ones; none for another value. */
export function membersAt(json: string, at = 0): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let from = afterSpace(json, at);
  if (json.charCodeAt(from) !== openBrace) return members;
  from = afterSpace(json, from + 1);
  while (json.charCodeAt(from) === quote) {
    const nameEnd = endOfString(json, from);
    const valueFrom = afterSpace(json, afterSpace(json, nameEnd) + 1);
    const to = endOfValue(json, valueFrom);
    members.push({ name: stringOf(json, from, nameEnd), nameFrom: from, from: valueFrom, to });
    from = afterSpace(json, to);
    if (json.charCodeAt(from) === comma) from = afterSpace(json, from + 1);
  }
  return members;
}

/** Elements of the array at an offset; none for another value. */
export function elementsAt(json: string, at = 0): readonly TextRange[] {
  const elements: TextRange[] = [];
  let from = afterSpace(json, at);
  if (json.charCodeAt(from) !== openBracket) return elements;
  from = afterSpace(json, from + 1);
  while (from < json.length && json.charCodeAt(from) !== closeBracket) {
    const to = endOfValue(json, from);
    elements.push({ from, to });
    from = afterSpace(json, to);
    if (json.charCodeAt(from) === comma) from = afterSpace(json, from + 1);
  }
  return elements;
}

/** Names of members from the outside in; `*` is every member or element. */
export type Place = readonly string[];

/** All values at a place. */
export function valuesIn(json: string, place: Place, at = 0): readonly TextRange[] {
  let found: readonly TextRange[] = [{ from: afterSpace(json, at), to: json.length }];
  for (const step of place) {
    found = found.flatMap(({ from }): readonly TextRange[] => {
      if (step !== '*') return membersAt(json, from).filter(({ name }) => name === step);
      return json.charCodeAt(from) === openBracket ? elementsAt(json, from) : membersAt(json, from);
    });
    if (found.length === 0) return found;
  }
  return found;
}

/** The last member of a name, which is the one that `JSON.parse` takes. */
export function memberNamed(json: string, name: string, at = 0): JsonMember | undefined {
  return membersAt(json, at).findLast((member) => member.name === name);
}

/** The text with the edits made, in any order; they do not overlap. */
export function withEdits(json: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return json;
  let text = '';
  let at = 0;
  for (const { from, to, text: other } of [...edits].sort((a, b) => a.from - b.from)) {
    text += json.slice(at, from) + other;
    at = to;
  }
  return text + json.slice(at);
}

/** An object of members that are written already; those without text are left out. */
export function objectText(members: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(members).flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  return `{${written.join(',')}}`;
}

/** The string in a range; undefined for any other value. */
export function stringAt(json: string, { from, to }: TextRange): string | undefined {
  return json.charCodeAt(from) === quote ? stringOf(json, from, to) : undefined;
}

/**
 * The bound that a text breaks, in words; undefined for none. Parsing can turn a few MB into hundreds, so this check
 * comes before it. The text need not be JSON.
 */
export function boundsFault(text: string, maxDepth: number, maxValues: number): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at) - 1;
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        values += 1;
        if (depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`;
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
        break;
      case comma:
        values += 1;
        break;
      default:
    }
    if (values > maxValues) return `it holds more than ${maxValues} values`;
  }
  return undefined;
}

/** The offset after the value that begins at `from`. */
function endOfValue(json: string, from: number): number {
  const first = json.charCodeAt(from);
  if (first === quote) return endOfString(json, from);
  if (first === openBrace || first === openBracket) return endOfContainer(json, from);
  let at = from;
  while (at < json.length && !endsScalar(json.charCodeAt(at))) at += 1;
  return at;
}

function endsScalar(code: number): boolean {
  return code === comma || code === closeBracket || code === closeBrace || isSpace(code);
}

function endOfContainer(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at) - 1;
    else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return json.length;
}

/** The offset after the quote that ends the string that begins at `from`; the end of the text without one. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = at;
    while (json.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return json.length;
}

function stringOf(json: string, from: number, to: number): string {
  const inner = json.slice(from + 1, to - 1);
  return inner.includes('\\') ? (JSON.parse(json.slice(from, to)) as string) : inner;
}

function afterSpace(json: string, from: number): number {
  let at = from;
  while (isSpace(json.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
