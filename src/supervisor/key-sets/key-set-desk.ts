/**
 * Fetches the key sets of issuers: each by itself, every ten minutes and when a token names an unknown key. Every
 * present worker gets the new set, and later workers get it at their start.
 */
import { fetchKeySet } from '../../identity/fetch-key-set.ts';
import type { KeySetItem, KeySetUse } from '../../identity/key-set-sources.ts';
import type { Logger } from '../../observe/log/log.ts';
import { type AlarmClock, systemAlarmClock } from '../credentials/alarm-clock.ts';
import { Desk, type Takers } from '../desk.ts';
import { type KeySetParts, type KeySetState, RenewedKeySet } from './renewed-key-set.ts';

export interface KeySetDeskOptions {
  readonly log: Logger;
  /** Never rejects. By default it is fetched in this process: a set is small, and a process would come late for who waits. */
  readonly fetch?: KeySetParts['fetch'];
  readonly takers: Takers<KeySetItem>;
  readonly clock?: AlarmClock;
  readonly random?: () => number;
}

export class KeySetDesk extends Desk<KeySetUse, KeySetItem, KeySetState, RenewedKeySet> {
  readonly #stop = new AbortController();

  constructor({
    log,
    fetch = (source) => fetchKeySet(source, this.#stop.signal),
    takers,
    clock = systemAlarmClock,
    random = Math.random,
  }: KeySetDeskOptions) {
    const parts: KeySetParts = { fetch, changed: (item) => takers.give([item]), clock, random, log };
    super({
      begin: (use) => new RenewedKeySet(use, parts),
      filesOf: ({ source }) => (source.kind === 'file' ? [source.file] : []),
      forget: (ids) => takers.forget(ids),
      clock,
    });
  }

  /** A token names a key that a set lacks. */
  want(id: string): void {
    this.thing(id)?.want();
  }

  override close(): void {
    this.#stop.abort();
    super.close();
  }
}
