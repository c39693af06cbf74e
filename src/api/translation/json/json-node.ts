/**
 * A JSON text, parsed into values that know how they were written: what is opaque (schemas, arguments of calls, long
 * texts) goes into another body as it stands, with its digits, its escapes and the order of its keys. `JSON.parse` loses
 * all three (`12345678901234567890`, `1.0`, doubled keys).
 */

/** A piece of JSON text that is one whole value, as somebody wrote it. */
export type Raw = string & { readonly [rawMark]: true };
declare const rawMark: unique symbol;

/** JSON text of a string, with its quotes. */
export type Literal = Raw & { readonly [literalMark]: true };
declare const literalMark: unique symbol;

interface Written {
  readonly raw: Raw;
  /** Its beginning in the parsed text, in UTF-16 units. */
  readonly at: number;
}

export interface JsonObjectNode extends Written {
  readonly kind: 'object';
  /** Of a name that stands there twice the last; the names of the object are decoded. */
  readonly members: ReadonlyMap<string, JsonNode>;
  /** A name that stands there twice, where one does. */
  readonly doubled: string | undefined;
}

export interface JsonArrayNode extends Written {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonStringNode extends Written {
  readonly kind: 'string';
  readonly raw: Literal;
}

export interface JsonPlainNode extends Written {
  readonly kind: 'number' | 'true' | 'false' | 'null';
}

export type JsonNode = JsonObjectNode | JsonArrayNode | JsonStringNode | JsonPlainNode;

/** Deeper ones are refused: each level is a call. */
const deepest = 200;

/** A number (RFC 8259, section 6), a literal name, or insignificant white space, where it begins. */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const blanks = /[ \t\n\r]*/y;
/** The invalid escapes, and the characters that no string may hold. */
const badEscape = /\\(?!["\\/bfnrt]|u[\da-fA-F]{4})/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f]/;

const words = { t: 'true', f: 'false', n: 'null' } as const;

/**
 * Parses JSON text (RFC 8259).
 *
 * @param isScanned It was found to be sound before, so that long strings are not looked through again.
 * @throws {SyntaxError} It is not one JSON value, or is nested deeper than 200.
 */
export function parseJson(text: string, isScanned = false): JsonNode {
  const parser = new Parser(text, isScanned);
  const node = parser.value(0);
  if (!parser.isAtEnd()) throw new SyntaxError('something follows the JSON value');
  return node;
}

class Parser {
  readonly #text: string;
  readonly #isScanned: boolean;
  #at = 0;

  constructor(text: string, isScanned: boolean) {
    this.#text = text;
    this.#isScanned = isScanned;
  }

  isAtEnd(): boolean {
    this.#skip();
    return this.#at === this.#text.length;
  }

  value(depth: number): JsonNode {
    if (depth > deepest) throw new SyntaxError('the JSON is nested too deep');
    this.#skip();
    const first = this.#text[this.#at];
    switch (first) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return { kind: 'string', at: this.#at, raw: this.#literal() };
      case 't':
      case 'f':
      case 'n':
        return this.#word(words[first]);
      default:
        return this.#number();
    }
  }

  #skip(): void {
    // Most tokens follow one another directly.
    if (this.#text.charCodeAt(this.#at) > 0x20) return;
    blanks.lastIndex = this.#at;
    blanks.test(this.#text);
    this.#at = blanks.lastIndex;
  }

  #object(depth: number): JsonObjectNode {
    const from = this.#at;
    const members = new Map<string, JsonNode>();
    let doubled: string | undefined;
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === '}') this.#at += 1;
    else {
      for (let next = ','; next === ','; next = this.#separator('}')) {
        this.#skip();
        const name = nameIn(this.#literal());
        this.#skip();
        this.#expect(':');
        if (members.has(name)) doubled = name;
        members.set(name, this.value(depth + 1));
      }
    }
    return { kind: 'object', at: from, raw: this.#rawFrom(from), members, doubled };
  }

  #array(depth: number): JsonArrayNode {
    const from = this.#at;
    const items: JsonNode[] = [];
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === ']') this.#at += 1;
    else for (let next = ','; next === ','; next = this.#separator(']')) items.push(this.value(depth + 1));
    return { kind: 'array', at: from, raw: this.#rawFrom(from), items };
  }

  #separator(closing: string): string {
    this.#skip();
    const found = this.#text[this.#at];
    if (found !== ',' && found !== closing) throw this.#unexpected();
    this.#at += 1;
    return found;
  }

  #literal(): Literal {
    const text = this.#text;
    const from = this.#at;
    this.#expect('"');
    let end = text.indexOf('"', this.#at);
    while (end !== -1 && this.#isEscaped(end)) end = text.indexOf('"', end + 1);
    if (end === -1) throw new SyntaxError('a string does not end');
    this.#at = end + 1;
    const literal = text.slice(from, end + 1) as Literal;
    if (!this.#isScanned && isUnsound(literal)) {
      throw new SyntaxError('a string holds what JSON does not know');
    }
    return literal;
  }

  /** True if an odd number of backslashes precedes a place. */
  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text[before - 1] === '\\') before -= 1;
    return (at - before) % 2 === 1;
  }

  #word(word: 'true' | 'false' | 'null'): JsonPlainNode {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected();
    this.#at += word.length;
    return { kind: word, at: this.#at - word.length, raw: word as string as Raw };
  }

  #number(): JsonPlainNode {
    const from = this.#at;
    number.lastIndex = from;
    if (!number.test(this.#text)) throw this.#unexpected();
    this.#at = number.lastIndex;
    return { kind: 'number', at: from, raw: this.#rawFrom(from) };
  }

  #rawFrom(from: number): Raw {
    return this.#text.slice(from, this.#at) as Raw;
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) throw this.#unexpected();
    this.#at += 1;
  }

  #unexpected(): SyntaxError {
    const found = this.#text[this.#at];
    return new SyntaxError(
      found === undefined ? 'the JSON ends too early' : `unexpected ${JSON.stringify(found)} in the JSON`,
    );
  }
}

/** V8 copies what is cut out of a text up to this length; of what is longer it keeps the whole text. */
const longestCopied = 12;

/** As `textOf`, for names of members, which are many and mostly short. */
function nameIn(literal: Literal): string {
  const isPlain = literal.length <= longestCopied + 2 && !literal.includes('\\');
  return isPlain ? literal.slice(1, -1) : textOf(literal);
}

/** The text of a JSON string. It shares no memory with the text that it was cut out of. */
export function textOf(literal: Literal): string {
  return JSON.parse(literal) as string;
}

function isUnsound(literal: Literal): boolean {
  return control.test(literal) || (literal.includes('\\') && badEscape.test(literal.replaceAll('\\\\', '')));
}
