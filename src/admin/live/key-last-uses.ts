import { isObject } from '../../lib/json.ts';
import type { Kept } from '../../supervisor/state/kept-file.ts';

/** Of more, those that were used longest ago are forgotten. */
const mostKeys = 10_000;
const minute = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/;

/**
 * When keys were used last. To the minute that outlives the process: nobody is to take away a key that is in use because
 * the gateway has just been started.
 */
export class LastUses {
  /** As ISO 8601 writes it, the longest ago first. */
  readonly #times = new Map<string, string>();
  /** Since when every use is in `#times`. */
  #since: string;

  /** `now` as ISO 8601 writes it. */
  constructor(now = new Date().toISOString()) {
    this.#since = now;
  }

  /** Returns true where a key that was made at `created` is known to have never been used. */
  wereNone(key: string, created: string | null): boolean {
    const isAllKnown = this.#times.size < mostKeys && created !== null && created >= this.#since;
    return isAllKnown && !this.#times.has(key);
  }

  of(key: string): string | undefined {
    return this.#times.get(key);
  }

  used(key: string, at: string): void {
    this.#times.delete(key);
    this.#times.set(key, at);
    const [longestAgo] = this.#times.keys();
    if (this.#times.size > mostKeys && longestAgo !== undefined) this.#times.delete(longestAgo);
  }

  readonly kept: Kept = {
    name: 'last-uses.json',
    what: 'when keys were used last',
    text: () => this.#content(),
    takeUp: (text) => this.#takeUp(text),
  };

  #content(): string {
    const keys = Object.fromEntries([...this.#times].map(([key, at]) => [key, `${at.slice(0, 16)}Z`]));
    return `${JSON.stringify({ version: 1, since: this.#since, keys }, null, 1)}\n`;
  }

  /** Merges in the kept times. Times that are known since then are later and win. */
  #takeUp(text: string): boolean {
    const kept = keptIn(text);
    if (kept === undefined) return false;
    const { times } = kept;
    if (kept.since !== undefined) this.#since = kept.since;
    const since = [...this.#times];
    this.#times.clear();
    const before = times.sort(([, a], [, b]) => (a < b ? -1 : 1));
    for (const [key, at] of before) this.used(key, new Date(at).toISOString());
    for (const [key, at] of since) this.used(key, at);
    return true;
  }
}

interface KeptUses {
  readonly times: [string, string][];
  /** Absent in files of older versions. */
  readonly since: string | undefined;
}

function keptIn(text: string): KeptUses | undefined {
  try {
    const { version, keys, since } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (version !== 1 || !isObject(keys)) return undefined;
    const times = Object.entries(keys);
    const areSound = times.every(
      ([, at]) => typeof at === 'string' && minute.test(at) && !Number.isNaN(Date.parse(at)),
    );
    if (!areSound) return undefined;
    const isTime = typeof since === 'string' && !Number.isNaN(Date.parse(since));
    return { times: times as [string, string][], since: isTime ? since : undefined };
  } catch {
    return undefined;
  }
}
