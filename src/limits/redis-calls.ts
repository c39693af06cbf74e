/** Calls of the one script as Redis takes them, and what its replies say. The arguments are told at the script. */
import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';
import { periodAt } from './period.ts';
import type { Meter, Meters, Standing } from './rules.ts';

/** One call of the script. */
export interface ScriptCall {
  readonly operation: 'spend' | 'settle' | 'read' | 'renew';
  readonly meters: Meters;
  /** The server's time to count at; 0 for now. */
  readonly at: number;
  /** One lease, or several with a space between them; empty where none is concerned. */
  readonly lease: string;
  /** In the order of the meters; what is missing is 0. */
  readonly amounts: readonly number[];
}

/** The names of the keys of a combination of meters, and what of the arguments is always the same. */
interface Prepared {
  readonly keys: readonly string[];
  /** Per meter: kind and limit. */
  readonly fixed: readonly (readonly [string, string])[];
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
  readonly #leaseMs: number;
  readonly #clock: Clock;
  readonly #digest: string;
  readonly #prepared = new WeakMap<Meters, Prepared>();

  constructor({ script, prefix, leaseMs, clock }: ScriptOptions) {
    this.#script = script;
    this.#prefix = prefix;
    this.#leaseMs = leaseMs;
    this.#clock = clock;
    // The name that EVALSHA knows a script by is its SHA-1.
    this.#digest = createHash('sha1').update(script).digest('hex');
  }

  /** The names of the keys of meters, in their order. */
  keysOf(meters: Meters): readonly string[] {
    return this.#prepare(meters).keys;
  }

  /** By the name of the script. */
  write({ operation, meters, at, lease, amounts }: ScriptCall): string[] {
    const { keys, fixed } = this.#prepare(meters);
    const command = ['EVALSHA', this.#digest, String(keys.length), ...keys];
    command.push(operation, String(at), lease, String(this.#leaseMs));
    for (let place = 0; place < fixed.length; place += 1) {
      const [kind, limit] = fixed[place]!;
      command.push(kind, limit, this.#measureOf(meters.list[place]!), String(amounts[place] ?? 0));
    }
    return command;
  }

  /** The same call for a server that does not know the script by its name. */
  inFull(command: readonly string[]): string[] {
    return ['EVAL', this.#script, ...command.slice(2)];
  }

  #prepare(meters: Meters): Prepared {
    const known = this.#prepared.get(meters);
    if (known !== undefined) return known;
    const prepared: Prepared = {
      keys: meters.list.map(({ id }) => `${this.#prefix}{${meters.account}}:${id}`),
      fixed: meters.list.map(({ kind, limit }) => [kind, String(limit)] as const),
    };
    this.#prepared.set(meters, prepared);
    return prepared;
  }

  /** The length of a bucket, or the borders of the last, this and the next period: the server picks by its clock. */
  #measureOf(meter: Meter): string {
    if (meter.kind === 'concurrency') return '0';
    if (meter.kind !== 'budget') return String(meter.bucketMs);
    const now = periodAt(meter.period, this.#clock.wall());
    const { from } = periodAt(meter.period, now.from - 1);
    const { to } = periodAt(meter.period, now.to);
    return `${from},${now.from},${now.to},${to}`;
  }
}

/** Whether something is a reply of the script to a call on these meters. */
export function isReply(reply: unknown, { list }: Meters): reply is readonly number[] {
  return Array.isArray(reply) && reply.length === 3 + 2 * list.length;
}

/** Where the meters stand, as a reply has it. */
export function standingsIn(reply: readonly number[], { list }: Meters): readonly Standing[] {
  return list.map((_, place) => ({ remaining: reply[3 + 2 * place]!, resetMs: reply[4 + 2 * place]! }));
}
