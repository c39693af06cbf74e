/**
 * Operations on their way to Redis. The operations of one turn of the event loop for the same meters become one call of
 * the script. The first one with a waiting caller goes at once, with all that is there; the others go when the turn
 * ends. So a key with one request in flight loses no time, and a key with a hundred makes two calls and not a hundred.
 */

import { countsForAny } from '../accounts/owners.ts';
import { StoreFault } from '../limit-store.ts';
import type { Meters } from '../rules.ts';
import { type Answer, answersIn, asks, type Operation, type ScriptCalls } from './redis-calls.ts';
import type { LateOutcome, RedisLink, TakeLate } from './redis-link.ts';

/** The server does nothing else during one call: so many operations take it about a millisecond. */
const mostInOneCall = 64;

/** The fate of an operation whose answer came too late. */
export type LateAnswer =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed' }
  /** The connection was given up while it was silent: a server that only paused will carry it out. */
  | { readonly kind: 'unknown' };

/** An operation, and the receivers of its outcome: one of the first two is called. */
export interface Asked {
  readonly operation: Operation;
  answered(answer: Answer): void;
  /** @param error A StoreFault. */
  failed(error: unknown): void;
  /** Gets the fate of an operation that failed while it was still on its way. */
  late?(outcome: LateAnswer): void;
}

/** The operations of a turn for the same meters. */
interface Gathered {
  readonly meters: Meters;
  waiting: Asked[];
  /** One of them gives back an amount that others may ask for. */
  hasSettled: boolean;
  /** A question is on its way: the next one can wait for the end of the turn. */
  hasAsked: boolean;
}

/**
 * Sends operations, and passes each its outcome. An operation goes after earlier ones that settle something of its
 * accounts.
 */
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
    // A renewal reports the requests in flight now: settlements of later in this turn must come after it.
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
    // Scheduled before anything is sent: the client sends at the end of a turn too, and should find the gathered calls
    // there.
    if (this.#gathered.size === 0) setImmediate(this.#atEnd);
    const gathered = { meters, waiting: [], hasSettled: false, hasAsked: false };
    this.#gathered.set(meters, gathered);
    return gathered;
  }

  /** Other meters may count for the same accounts: their settlements must arrive before the next question. */
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

  /** Calls the script by its name, and in full if the server does not know the name. */
  #call(command: string[], late: TakeLate): Promise<unknown> {
    return this.#link.run(command, late).catch((error: Error) => {
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return this.#link.run(this.#calls.inFull(command), late);
    });
  }
}
