import { isAscii, isUtf8 } from 'node:buffer';
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import { heldBytes, objectEnd } from '../answer-text-bytes.ts';
import { type AnswerUse, UsageSoFar } from '../answer-usage.ts';
import { scanObject } from '../body/scan-json.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { OtherJson } from '../endpoints/endpoint.ts';

/** The findings about a whole answer with status 200. */
export interface InspectedAnswer {
  /** `error`: the backend reports a failure under a 200. `invalid`: not the JSON that is owed. `empty`: no body at all. */
  readonly kind: 'ok' | 'error' | 'invalid' | 'empty';
  /** The usage; undefined for an invalid answer. */
  readonly use: AnswerUse | undefined;
}

const unlimited = {
  wanted: [],
  guarded: [],
  maxDepth: Number.POSITIVE_INFINITY,
  maxValues: Number.POSITIVE_INFINITY,
};

/** Up to this many bytes an answer is simply parsed; beyond, its long strings are better left out. */
const smallAnswer = 16 * 1024;

/** Throws for what is not JSON in UTF-8. */
function parsedWhole(body: Buffer): unknown {
  const ascii = isAscii(body);
  if (!ascii && !isUtf8(body)) throw new SyntaxError('not UTF-8');
  return JSON.parse(body.toString(ascii ? 'latin1' : 'utf8'));
}

/** Text, or a value that some backends write though JSON has no such thing. */
const oddities = /"(?:[^"\\]|\\.)*"|-?Infinity|NaN/gs;
const controls = /\p{Cc}/gu;
const byteOrderMark = 'ï»¿'; // its three bytes, each as a character

/**
 * The structure of a body that is not quite JSON: after a byte order mark, with bytes that are no UTF-8, with NaN and
 * Infinity among its numbers, or with line ends in its texts. Texts are as good as their bytes. Throws for all else.
 */
function parsedLeniently(body: Buffer): unknown {
  let text = body.toString('latin1');
  if (text.startsWith(byteOrderMark)) text = text.slice(byteOrderMark.length);
  return JSON.parse(text.replace(oddities, (odd) => (odd[0] === '"' ? odd.replace(controls, ' ') : 'null')));
}

function parsed(body: Buffer): unknown {
  try {
    return body.length <= smallAnswer ? parsedWhole(body) : scanObject(body, unlimited).parsed;
  } catch {
    return parsedLeniently(body);
  }
}

function mayBe(answer: unknown, form: OtherJson | undefined): boolean {
  switch (form) {
    case undefined:
      return false;
    case 'array':
      return Array.isArray(answer);
    case 'string':
      return typeof answer === 'string';
    case 'any':
      return true;
  }
}

/** Judges a whole answer with status 200 and reads its usage. The body is one piece, as the backend sent it. */
export function inspectAnswer(dialect: Dialect, body: Buffer): InspectedAnswer {
  if (body.length === 0) return { kind: 'empty', use: undefined };
  try {
    const answer = parsed(body);
    const used = new UsageSoFar();
    if (!isObject(answer)) {
      const isOwed = mayBe(answer, dialect.besideObjects);
      return isOwed ? { kind: 'ok', use: used.use(true) } : { kind: 'invalid', use: undefined };
    }
    used.take(dialect.usage(answer));
    // The content is counted if the backend does not report it.
    if (dialect.held !== undefined && !((used.reported?.output ?? 0) > 0)) {
      used.hold(heldBytes(body.toString('latin1'), dialect.held));
    }
    return { kind: dialect.isError(answer) ? 'error' : 'ok', use: used.use(true) };
  } catch {
    return { kind: 'invalid', use: undefined };
  }
}

/** Backends write the usage of large answers at the end, with nothing larger than this behind it. */
const keptBytes = 64 * 1024;

const usualMembers: readonly string[] = ['usage'];

/** The beginning of an object that is the value of a member. */
function memberPattern(name: string): RegExp {
  return new RegExp(`"${name}"\\s*:\\s*(?=\\{)`, 'g');
}
/** No text holds it: quotes are escaped there. */
const tierMember = /(?<!\\)"service_tier"\s*:\s*"([^"\\]{1,64})"/g;

function lastTier(text: string): string | undefined {
  return [...text.matchAll(tierMember)].at(-1)?.[1];
}
const largestTier = 128;

/** The longest name of a member with figures. */
const longestMark = 256;

/** An object of figures is no larger. */
const largestUsage = 8 * 1024;

/**
 * Keeps the end of a whole answer that passes unread, since its usage stands there, or what is found of usage before that
 * end.
 */
export class AnswerTail {
  readonly #members: readonly string[];
  #chunks: Buffer[] = [];
  #kept = 0;
  #bytes = 0;
  /** By member, of what is not kept: the first that gave figures. */
  #earlier: Record<string, JsonObject> | undefined;
  #earlierTier: string | undefined;
  readonly #dialect: Dialect | undefined;

  /** @param dialect Says which objects have the usage; left out where nobody asks for it. */
  constructor(dialect?: Dialect) {
    this.#dialect = dialect;
    this.#members = dialect === undefined ? [] : (dialect.usageMembers ?? usualMembers);
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    this.#bytes += chunk.length;
    while (this.#kept - this.#chunks[0]!.length >= keptBytes) {
      this.#findIn(this.#chunks[0]!.length);
      this.#kept -= this.#chunks.shift()!.length;
    }
  }

  /** Looks for what begins in the first chunk, which is not kept any longer. */
  #findIn(length: number): void {
    const missing = this.#members.filter((name) => this.#earlier?.[name] === undefined);
    if (missing.length === 0) return;
    const bytes = this.#beginning(length + longestMark);
    for (const name of missing) {
      const mark = `"${name}"`;
      for (let at = bytes.indexOf(mark); at >= 0 && at < length; at = bytes.indexOf(mark, at + 1)) {
        const text = this.#beginning(at + largestUsage).toString('latin1', at);
        const value = memberPattern(name).exec(text)?.index === 0 ? this.#figures(name, text) : undefined;
        if (value === undefined) continue;
        this.#earlier = { ...this.#earlier, [name]: value };
        break;
      }
    }
    const tierAt = this.#earlierTier === undefined ? bytes.indexOf('"service_tier"') : -1;
    if (tierAt >= 0 && tierAt < length)
      this.#earlierTier = lastTier(this.#beginning(tierAt + largestTier).toString('latin1', tierAt));
  }

  /** The last object in a text that is a member of this name and has figures. */
  #figures(name: string, text: string): JsonObject | undefined {
    for (const found of [...text.matchAll(memberPattern(name))].reverse()) {
      const from = found.index + found[0].length;
      const value = parseObject(text.slice(from, objectEnd(text, from)));
      if (value !== undefined && this.#dialect?.usage({ [name]: value }) !== undefined) return value;
    }
    return undefined;
  }

  /** So many bytes of those that are kept. */
  #beginning(length: number): Buffer {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1) return first!;
    const chunks: Buffer[] = [];
    for (let taken = 0, index = 0; taken < length && index < this.#chunks.length; index += 1) {
      chunks.push(this.#chunks[index]!.subarray(0, length - taken));
      taken += chunks.at(-1)!.length;
    }
    return Buffer.concat(chunks);
  }

  /** The end of what has come, each byte a character. */
  text(): string {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  /**
   * The usage of the answer. All of its bytes count as held: beside so many, its frame is nothing.
   *
   * @param isEnded It came in full.
   */
  use(isEnded: boolean): AnswerUse {
    const used = new UsageSoFar();
    if (this.#dialect?.held !== undefined) used.hold(this.#bytes);
    const text = this.text();
    const report: Record<string, unknown> = { ...this.#earlier };
    for (const name of this.#members) {
      const value = this.#figures(name, text);
      if (value !== undefined) report[name] = value;
    }
    if (Object.keys(report).length > 0) {
      const tier = lastTier(text) ?? this.#earlierTier;
      if (tier !== undefined) report['service_tier'] = tier;
      used.take(this.#dialect!.usage(report));
    }
    return used.use(isEnded);
  }
}
