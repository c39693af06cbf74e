/** The gateway that this process follows, which started it and hears from it. */
import type { Counted } from '../../limits/ledger.ts';
import type { SettledIds } from '../../limits/settled-object-ids.ts';
import { answerSettled, type SettledQuestion } from '../../process/settled-questions.ts';
import { type InheritedListeners, required } from '../service/inherited-listeners.ts';
import {
  type FromSuccessor,
  type TakeoverPlace,
  type ToSuccessor,
  takeoverVariable,
} from './takeover-messages.ts';

export class Predecessor {
  readonly #place: TakeoverPlace;
  #took: (counted: Counted) => void = () => {};
  #lost: (error: Error) => void = () => {};
  #add: ((counted: Counted) => void) | undefined;
  /** The counts that arrived before a receiver was set. */
  #early: Counted[] = [];
  #settled: ((settled: SettledIds) => void) | undefined;
  /** The memory of objects that are counted once. */
  readonly #remembers: Promise<SettledIds> = new Promise((resolve) => {
    this.#settled = resolve;
  });
  /** Resolves when it has told its last, or has gone. */
  readonly over: Promise<void>;

  /** Undefined where this process was not started by a gateway that makes way for it. */
  static of(env: Readonly<Record<string, string | undefined>>): Predecessor | undefined {
    const text = env[takeoverVariable];
    if (text === undefined || !process.connected) return undefined;
    const place = JSON.parse(text) as TakeoverPlace;
    return place.from === process.ppid ? new Predecessor(place) : undefined;
  }

  private constructor(place: TakeoverPlace) {
    this.#place = place;
    let isOver = () => {};
    this.over = new Promise((resolve) => {
      isOver = resolve;
    });
    process.on('message', (message: ToSuccessor) => {
      if (message.kind === 'state') this.#took(message.counted);
      else if (message.kind === 'counted') this.#take(message.counted);
      else if (message.kind === 'settle') void this.#settle(message.question);
      else if (message.kind === 'over') isOver();
    });
    process.once('disconnect', () => {
      this.#lost(new Error('the gateway that was to be followed has ended'));
      isOver();
    });
    // To hear of it is no reason to stay.
    process.channel?.unref();
  }

  get version(): string {
    return this.#place.version;
  }

  get pid(): number {
    return this.#place.from;
  }

  /** The sockets that were passed. Throws where they are none. */
  listeners(): InheritedListeners {
    const { public: publicFd, admin, isOfSystemd } = this.#place;
    return {
      public: required(publicFd, 'public'),
      ...(admin === undefined ? {} : { admin: required(admin, 'admin') }),
      isOfSystemd,
    };
  }

  /** Has it leave its state to this process; resolves to all that it has counted. */
  takeState(): Promise<Counted> {
    return new Promise((resolve, reject) => {
      this.#took = resolve;
      this.#lost = reject;
      process.channel?.ref();
      this.#tell({ kind: 'yield', settles: true });
    }).finally(() => process.channel?.unref()) as Promise<Counted>;
  }

  /** Answers the predecessor's questions about objects that are counted once from now on. */
  remember(settled: SettledIds): void {
    this.#settled?.(settled);
  }

  async #settle(question: SettledQuestion): Promise<void> {
    const answer = await answerSettled(await this.#remembers, question);
    this.#tell({ kind: 'settled', answer });
  }

  /** Passes the predecessor's further counts to a receiver from now on. */
  follow(add: (counted: Counted) => void): void {
    this.#add = add;
    for (const counted of this.#early.splice(0)) add(counted);
  }

  serving(): void {
    this.#tell({ kind: 'serving' });
  }

  /** Resolves when it has heard why. */
  failed(reason: string): Promise<void> {
    return new Promise((resolve) => {
      if (!process.connected) return resolve();
      process.send?.({ kind: 'failed', reason } satisfies FromSuccessor, undefined, undefined, () =>
        resolve(),
      );
    });
  }

  #take(counted: Counted): void {
    if (this.#add === undefined) this.#early.push(counted);
    else this.#add(counted);
  }

  #tell(message: FromSuccessor): void {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  }
}
