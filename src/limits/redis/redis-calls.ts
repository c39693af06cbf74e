/** Writes calls of the one script for Redis, and reads its replies. The script describes its arguments. */
import { createHash } from 'node:crypto';
import { accountOf } from '../accounts/owners.ts';
import type { Clock } from '../clock.ts';
import { periodAt } from '../period.ts';
import type { SeatOrder } from '../queue/seat-order.ts';
import { type Meter, type Meters, type QuotaStatus, quotaLeft } from '../rules.ts';

/** One operation of the script. */
export interface Operation {
  readonly name: 'spend' | 'queue' | 'settle' | 'release' | 'read' | 'credit' | 'reset' | 'renew';
  /** The server's time at which it counts, in milliseconds; 0 for now. */
  readonly at: number;
  /** One or more leases, of requests that hold slots. Without slots, one that names nothing. */
  readonly leases: readonly string[];
  /** In the order of the meters; a missing amount is 0. */
  readonly amounts: readonly number[];
  /** For `queue`: the place in the order, and the asking process. */
  readonly order?: SeatOrder & { readonly process: string };
}

/** The script's answer to an operation. */
export interface Answer {
  /** The place of the refusing meter, counted from 1; 0 for none. */
  readonly refusedBy: number;
  /** Milliseconds until that meter would admit. */
  readonly retryAfterMs: number;
  /** Requests in flight hold the rest of it. */
  readonly isReserved: boolean;
  /** The server's time of the operation, in milliseconds. */
  readonly at: number;
  /** In the order of the meters; empty for an operation that does not ask. */
  readonly quotas: readonly QuotaStatus[];
}

/** The arguments that every call on the same meters shares. */
interface Prepared {
  readonly keys: readonly string[];
  /** Kind, limit and measure of each, for as long as the calendar periods in it are these. */
  spec: string;
  /** By the wall clock: `spec` holds the periods of its budgets in [from, to). */
  from: number;
  to: number;
}

export interface ScriptOptions {
  readonly script: string;
  /** The beginning of the names of all keys. */
  readonly prefix: string;
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** Writes calls of the script. */
export class ScriptCalls {
  readonly #script: string;
  readonly #prefix: string;
  readonly #leaseMs: string;
  readonly #clock: Clock;
  readonly #digest: string;
  readonly #prepared = new WeakMap<Meters, Prepared>();

  constructor({ script, prefix, leaseMs, clock }: ScriptOptions) {
    this.#script = script;
    this.#prefix = prefix;
    this.#leaseMs = String(leaseMs);
    this.#clock = clock;
    // EVALSHA names a script by its SHA-1.
    this.#digest = createHash('sha1').update(script).digest('hex');
  }

  /** The names of the keys of meters, in their order. */
  keysOf(meters: Meters): readonly string[] {
    return this.#prepare(meters).keys;
  }

  /**
   * The accounts whose names have a beginning and that have a counter of this meter, each once. It scans all names of
   * the server, some at a time; `run` sends a command.
   */
  async accountsOf(
    beginning: string,
    { id }: Meter,
    run: (command: readonly string[]) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const head = `${this.#prefix}{`;
    const tail = `}:${id}`;
    const pattern = `${literal(head + beginning)}*${literal(tail)}`;
    const found = new Set<string>();
    let cursor = '0';
    do {
      const reply = await run(['SCAN', cursor, 'MATCH', pattern, 'COUNT', '1000']);
      const [next, names] = reply as readonly [string, readonly string[]];
      for (const name of names) found.add(name.slice(head.length, -tail.length));
      cursor = String(next);
    } while (cursor !== '0');
    return [...found];
  }

  /** Writes a call by the name of the script. */
  write(meters: Meters, operations: readonly Operation[]): string[] {
    const { keys, spec } = this.#prepare(meters);
    const command = ['EVALSHA', this.#digest, String(keys.length), ...keys, this.#leaseMs, spec];
    for (const operation of operations) command.push(wordsOf(operation));
    return command;
  }

  /** The same call for a server that does not know the script by its name. */
  inFull(command: readonly string[]): string[] {
    return ['EVAL', this.#script, ...command.slice(2)];
  }

  #prepare(meters: Meters): Prepared {
    let prepared = this.#prepared.get(meters);
    if (prepared === undefined) {
      const keys = meters.list.map((meter) => `${this.#prefix}{${accountOf(meters, meter)}}:${meter.id}`);
      prepared = { keys, spec: '', from: 0, to: 0 };
      this.#prepared.set(meters, prepared);
    }
    const wall = meters.hasBudget ? this.#clock.wall() : 0;
    if (wall < prepared.from || wall >= prepared.to) specify(prepared, meters, wall);
    return prepared;
  }
}

/** A text in a pattern of SCAN. */
function literal(text: string): string {
  return text.replaceAll(/[*?[\]\\]/g, '\\$&');
}

function specify(prepared: Prepared, { list }: Meters, wall: number): void {
  prepared.spec = list.map((meter) => `${meter.kind} ${meter.limit} ${measureOf(meter, wall)}`).join(' ');
  const periods = list.flatMap((meter) => (meter.kind === 'budget' ? [periodAt(meter.period, wall)] : []));
  prepared.from = Math.max(0, ...periods.map(({ from }) => from));
  prepared.to = Math.min(Number.POSITIVE_INFINITY, ...periods.map(({ to }) => to));
}

/**
 * The meter's measure: 1 if requests wait for it, the length of a bucket, or the borders of the last, this and the next
 * period: the server picks one by its clock.
 */
function measureOf(meter: Meter, wall: number): string {
  if (meter.kind === 'concurrency') return meter.isAwaited === true ? '1' : '0';
  if (meter.kind !== 'budget') return String(meter.bucketMs);
  const now = periodAt(meter.period, wall);
  const { from } = periodAt(meter.period, now.from - 1);
  const { to } = periodAt(meter.period, now.to);
  return `${from},${now.from},${now.to},${to}`;
}

function wordsOf({ name, at, leases, amounts, order }: Operation): string {
  let words = `${name} ${at} ${leases.length === 1 ? leases[0] : leases.join(',')}`;
  for (const amount of amounts) words += ` ${amount}`;
  if (order !== undefined) words += ` ${order.rank} ${order.share} ${order.process}`;
  return words;
}

/** True if a caller waits for the script's answer to an operation. */
export function asks({ name }: Operation): boolean {
  return name !== 'settle' && name !== 'release' && name !== 'renew';
}

/**
 * The answers to each operation of a call, in their order.
 * @returns undefined if the reply does not belong to that call.
 */
export function answersIn(
  reply: unknown,
  { list }: Meters,
  operations: readonly Operation[],
): readonly Answer[] | undefined {
  if (!Array.isArray(reply)) return undefined;
  const width = 2 + 2 * list.length;
  const at: number = reply[0];
  const answers: Answer[] = [];
  let next = 1;
  for (const operation of operations) {
    if (!asks(operation)) {
      answers.push({ refusedBy: 0, retryAfterMs: 0, isReserved: false, at, quotas: [] });
      continue;
    }
    const quotas: QuotaStatus[] = [];
    for (let place = next + 2; place < next + width; place += 2) {
      quotas.push(quotaLeft(reply[place], reply[place + 1]));
    }
    const refused: number = reply[next];
    answers.push({
      refusedBy: Math.abs(refused),
      retryAfterMs: reply[next + 1],
      isReserved: refused < 0,
      at,
      quotas,
    });
    next += width;
  }
  return reply.length === next ? answers : undefined;
}
