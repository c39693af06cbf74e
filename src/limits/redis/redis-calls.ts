/** Calls of the one script as Redis takes them, and what its replies say. The arguments are told at the script. */
import { createHash } from 'node:crypto';
import { accountOf } from '../accounts/owners.ts';
import type { Clock } from '../clock.ts';
import { periodAt } from '../period.ts';
import type { SeatOrder } from '../queue/seat-order.ts';
import { type Meter, type Meters, type QuotaStatus, quotaLeft } from '../rules.ts';

/** One thing that the script does. */
export interface Operation {
  readonly name: 'spend' | 'queue' | 'settle' | 'release' | 'read' | 'credit' | 'reset' | 'renew';
  /** The server's time to count at, in milliseconds; 0 for now. */
  readonly at: number;
  /** One or more: of requests that hold slots. Where slots are not concerned, one that names nothing. */
  readonly leases: readonly string[];
  /** In the order of the meters; what is missing is 0. */
  readonly amounts: readonly number[];
  /** Of `queue`: whose turn it is, and which process asks. */
  readonly order?: SeatOrder & { readonly process: string };
}

/** What the script says of an operation. */
export interface Answer {
  /** The place of the meter that refuses, counted from 1; 0 for none. */
  readonly refusedBy: number;
  /** Milliseconds until that one would not. */
  readonly retryAfterMs: number;
  /** Requests under way hold what is left of it. */
  readonly isReserved: boolean;
  /** The server's time of the operation, in milliseconds. */
  readonly at: number;
  /** In the order of the meters; empty for an operation that does not ask. */
  readonly quotas: readonly QuotaStatus[];
}

/** What of the arguments is the same for every call on the same meters. */
interface Prepared {
  readonly keys: readonly string[];
  /** Kind, limit and measure of each, for as long as the calendar periods in it are these. */
  spec: string;
  /** By the wall clock: the periods of the budgets among them are those of `spec` in [from, to). */
  from: number;
  to: number;
}

export interface ScriptOptions {
  readonly script: string;
  /** Before the names of all keys. */
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
    // The name that EVALSHA knows a script by is its SHA-1.
    this.#digest = createHash('sha1').update(script).digest('hex');
  }

  /** The names of the keys of meters, in their order. */
  keysOf(meters: Meters): readonly string[] {
    return this.#prepare(meters).keys;
  }

  /**
   * The accounts whose names begin with a text and that have a counter of this meter, each once. It looks through all names
   * that the server has, some at a time; `run` sends a command.
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

  /** By the name of the script. */
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

/** Whether it is waited for, the length of a bucket, or the borders of the last, this and the next period: the server picks by its clock. */
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

/** Whether somebody waits for what the script says of an operation. */
export function asks({ name }: Operation): boolean {
  return name !== 'settle' && name !== 'release' && name !== 'renew';
}

/**
 * What a reply says of each operation of a call, in their order.
 * @returns undefined for what is no reply to that call.
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
