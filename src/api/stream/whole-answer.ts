import { isAscii, isUtf8 } from 'node:buffer';
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import { heldBytes, objectEnd } from '../answer-text-bytes.ts';
import { type AnswerUse, UsageSoFar } from '../answer-usage.ts';
import { scanObject } from '../body/scan-json.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** What a whole answer with status 200 turned out to be. */
export interface InspectedAnswer {
  /** `error`: the backend reports a failure under a 200. `invalid`: not a JSON object. `empty`: no body at all. */
  readonly kind: 'ok' | 'error' | 'invalid' | 'empty';
  /** What it uses; undefined where it is none. */
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

/** Throws for what is not a JSON object in UTF-8. */
function parsedWhole(body: Buffer): JsonObject {
  const ascii = isAscii(body);
  if (!ascii && !isUtf8(body)) throw new SyntaxError('not UTF-8');
  const parsed: unknown = JSON.parse(body.toString(ascii ? 'latin1' : 'utf8'));
  if (!isObject(parsed)) throw new SyntaxError('not an object');
  return parsed;
}

/** Text, or a value that some backends write though JSON has no such thing. */
const oddities = /"(?:[^"\\]|\\.)*"|-?Infinity|NaN/gs;
const controls = /\p{Cc}/gu;
const byteOrderMark = 'ï»¿'; // its three bytes, each as a character

/**
 * The structure of a body that is not quite JSON: after a byte order mark, with bytes that are no UTF-8, with NaN and
 * Infinity among its numbers, or with line ends in its texts. Texts are as good as their bytes. Throws for all else.
 */
function parsedLeniently(body: Buffer): JsonObject {
  let text = body.toString('latin1');
  if (text.startsWith(byteOrderMark)) text = text.slice(byteOrderMark.length);
  const parsed: unknown = JSON.parse(
    text.replace(oddities, (odd) => (odd[0] === '"' ? odd.replace(controls, ' ') : 'null')),
  );
  if (!isObject(parsed)) throw new SyntaxError('not an object');
  return parsed;
}

function parsed(body: Buffer): JsonObject {
  try {
    return body.length <= smallAnswer ? parsedWhole(body) : scanObject(body, unlimited).parsed;
  } catch {
    return parsedLeniently(body);
  }
}

/** Judges a whole answer with status 200 and reads its usage. The body is one piece, as the backend sent it. */
export function inspectAnswer(dialect: Dialect, body: Buffer): InspectedAnswer {
  if (body.length === 0) return { kind: 'empty', use: undefined };
  try {
    const answer = parsed(body);
    const used = new UsageSoFar();
    used.take(dialect.usage(answer));
    // What it holds is looked for where the backend does not say it.
    if (dialect.held !== undefined && !((used.reported?.output ?? 0) > 0)) {
      used.hold(heldBytes(body.toString('latin1'), dialect.held));
    }
    return { kind: dialect.isError(answer) ? 'error' : 'ok', use: used.use(true) };
  } catch {
    return { kind: 'invalid', use: undefined };
  }
}

/** Whoever writes large answers writes their usage at the end, and nothing behind it that is larger than this. */
const keptBytes = 64 * 1024;

/** Where an object begins that is the value of a member. */
function memberPattern(name: string): RegExp {
  return new RegExp(`"${name}"\\s*:\\s*(?=\\{)`, 'g');
}
/** No text holds it: quotes are escaped there. */
const tierMember = /(?<!\\)"service_tier"\s*:\s*"([^"\\]{1,64})"/g;

/** Keeps the end of a whole answer that passes unread, since its usage stands there. */
export class AnswerTail {
  #chunks: Buffer[] = [];
  #kept = 0;
  #bytes = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    this.#bytes += chunk.length;
    while (this.#kept - this.#chunks[0]!.length >= keptBytes) this.#kept -= this.#chunks.shift()!.length;
  }

  /** The end of what has come, each byte a character. */
  text(): string {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  /**
   * What the answer uses. All of its bytes count as held: beside so many, its frame is nothing.
   *
   * @param isEnded It came in full.
   */
  use(dialect: Dialect, isEnded: boolean): AnswerUse {
    const used = new UsageSoFar();
    if (dialect.held !== undefined) used.hold(this.#bytes);
    const text = Buffer.concat(this.#chunks).toString('latin1');
    const { usageMembers = ['usage'] } = dialect;
    const report: Record<string, unknown> = {};
    for (const name of usageMembers) {
      const [last] = [...text.matchAll(memberPattern(name))].slice(-1);
      if (last === undefined) continue;
      const from = last.index + last[0].length;
      const value = parseObject(text.slice(from, objectEnd(text, from)));
      if (value !== undefined) report[name] = value;
    }
    if (Object.keys(report).length > 0) {
      const tier = [...text.matchAll(tierMember)].at(-1)?.[1];
      if (tier !== undefined) report['service_tier'] = tier;
      used.take(dialect.usage(report));
    }
    return used.use(isEnded);
  }
}
