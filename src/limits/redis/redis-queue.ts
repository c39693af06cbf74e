/**
 * Operations on their way to Redis. What a turn of the event loop has for the same meters is one call of
 * the script: the first that somebody waits for goes at once, all others with what is there when the turn ends. So
 * a key that has one request under way loses no time, and one that has a hundred makes two calls and not a hundred.
 */

import { countsForAny } from '../accounts/owners.ts';
import { StoreFault } from '../limit-store.ts';
import type { Meters } from '../rules.ts';
import { type Answer, answersIn, asks, type Operation, type ScriptCalls } from './redis-calls.ts';
import type { LateOutcome, RedisLink, TakeLate } from './redis-link.ts';

/** Nothing else happens in the server while it does one call: these take it about a millisecond. */
const mostInOneCall = 64;

/** What became of an operation for whose answer nobody waited any longer. */
export type LateAnswer =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed' }
  /** The connection was given up while it was silent: a server that only stood still will carry it out. */
  | { readonly kind: 'unknown' };

/** An operation, and whom to tell what came of it: one of the first two is called. */
export interface Asked {
  readonly operation: Operation;
  answered(answer: Answer): void;
  /** @param error A StoreFault. */
  failed(error: unknown): void;
  /** Told what became of it where it failed while it was still on its way. */
  late?(outcome: LateAnswer): void;
}

/** What a turn has for the same meters. */
interface Gathered {
  readonly meters: Meters;
  waiting: Asked[];
  /** Something among them gives back what others may ask for. */
  hasSettled: boolean;
  /** Somebody's question is on its way: that of the next can wait for the end of the turn. */
  hasAsked: boolean;
}

/** Sends operations, none before what settles something of its accounts and came first, and tells each what came of it. */
export class RedisQueue {
  readonly #link: RedisLink;
  readonly #calls: ScriptCalls;
  readonly #gathered = new Map<Meters, Gathered>();
  readonly #atEnd = () => this.#sendAll();

  constructor(link: RedisLink, calls: ScriptCalls) {
    this.#link = link;
    this.#calls = calls;
  }

  run(meters: Meters, asked: Asked): void {
    if (!this.#link.isUp) return asked.failed(new StoreFault('the limit store is down'));
    const gathered = this.#gather(meters);
    gathered.waiting.push(asked);
    const { name } = asked.operation;
    // What is said to be under way is under way now: what ends later in this turn must not be said before it.
    if (name === 'renew') return this.#send(gathered);
    const isAsking = asks(asked.operation);
    if (isAsking) this.#sendSettled(gathered);
    else gathered.hasSettled = true;
    if (isAsking && !gathered.hasAsked) {
      gathered.hasAsked = true;
      this.#send(gathered);
    } else if (gathered.waiting.length >= mostInOneCall) this.#send(gathered);
  }

  #gather(meters: Meters): Gathered {
    const known = this.#gathered.get(meters);
    if (known !== undefined) return known;
    // Before anything is sent: the client sends at the end of a turn too, and should find there what is gathered.
    if (this.#gathered.size === 0) setImmediate(this.#atEnd);
    const gathered = { meters, waiting: [], hasSettled: false, hasAsked: false };
    this.#gathered.set(meters, gathered);
    return gathered;
  }

  /** Other meters may count for the same accounts: what they gave back must be there before somebody asks for it. */
  #sendSettled(asking: Gathered): void {
    for (const other of this.#gathered.values()) {
      if (other !== asking && other.hasSettled && countsForAny(other.meters, asking.meters.accounts))
        this.#send(other);
    }
  }

  #sendAll(): void {
    for (const gathered of this.#gathered.values()) this.#send(gathered);
    this.#gathered.clear();
  }

  #send(gathered: Gathered): void {
    const { meters, waiting } = gathered;
    if (waiting.length === 0) return;
    gathered.waiting = [];
    gathered.hasSettled = false;
    const operations = waiting.map(({ operation }) => operation);
    const late = (outcome: LateOutcome) => {
      if (outcome.kind !== 'answered') for (const asked of waiting) asked.late?.(outcome);
      else {
        const answers = answersIn(outcome.reply, meters, operations) ?? [];
        for (const [place, answer] of answers.entries()) waiting[place]!.late?.({ kind: 'answered', answer });
      }
    };
    this.#call(this.#calls.write(meters, operations), late)
      .then((reply) => {
        const answers = answersIn(reply, meters, operations);
        if (answers === undefined) throw new StoreFault('the limit store gave an answer that is not one');
        return answers;
      })
      .then(
        (answers) => {
          for (let place = 0; place < answers.length; place += 1) waiting[place]!.answered(answers[place]!);
        },
        (error: unknown) => {
          for (const asked of waiting) asked.failed(error);
        },
      );
  }

  /** By the name of the script, and in full where the server does not know that. */
  #call(command: string[], late: TakeLate): Promise<unknown> {
    return this.#link.run(command, late).catch((error: Error) => {
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return this.#link.run(this.#calls.inFull(command), late);
    });
  }
}
