/**
 * The keys of all gateways in one Redis or Valkey: a hash of entries by id, and beside it which store it is and how many
 * changes it has seen. Ids only ever pass as arguments.
 */
import { randomBytes } from 'node:crypto';
import { type RedisAccess, type RedisClient, redisClients } from '../../lib/packages/redis-client.ts';
import type { StoreContent, StoreVersion } from './store-copy.ts';
import { entryIn, isKeyId, noEntry, type StoreEntry } from './store-entry.ts';

/** A server that stands still for so long is given up, and the connection opened anew. */
const answerWithinMs = 3000;

/** Changes one entry where it is what it was taken for. */
const changeScript = `
local now = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if now ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
redis.call('HSETNX', KEYS[2], 'id', ARGV[4])
return redis.call('HINCRBY', KEYS[2], 'version', 1)`;

/** Puts back what a store has lost; one that has seen as many changes, or is another one, stays as it is. */
const restoreScript = `
local id = redis.call('HGET', KEYS[2], 'id')
if id and id ~= ARGV[1] then return 0 end
if tonumber(redis.call('HGET', KEYS[2], 'version') or '0') >= tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1])
for at = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
redis.call('HSET', KEYS[2], 'id', ARGV[1], 'version', ARGV[2])
return 1`;

const readScript = `
return { redis.call('HGET', KEYS[2], 'id') or '', redis.call('HGET', KEYS[2], 'version') or '0', redis.call('HGETALL', KEYS[1]) }`;

export interface RedisKeysOptions extends RedisAccess {
  /** Before the names of what is kept. */
  readonly prefix: string;
}

/** As they stand in the store, which an entry that somebody else wrote need not be written like. */
const texts = new WeakMap<StoreEntry, string>();

/** One connection. Every method rejects with an Error where the server does not answer. */
export class RedisKeys {
  readonly #client: RedisClient;
  readonly #names: readonly [string, string];

  private constructor(client: RedisClient, prefix: string) {
    this.#client = client;
    // In braces, so that a cluster has both in one place.
    this.#names = [`${prefix}{keys}`, `${prefix}{keys}:meta`];
  }

  static async open({ prefix, ...access }: RedisKeysOptions): Promise<RedisKeys> {
    const client = (await redisClients(access))();
    client.on('error', () => {}); // told to whoever asks next
    try {
      await within(client.connect());
    } catch (error) {
      if (client.isOpen) client.destroy();
      throw new Error(`the keys_store does not answer: ${wordsOf(error)}`, { cause: error });
    }
    return new RedisKeys(client, prefix);
  }

  close(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }

  /** Undefined for a store that nothing was ever written to. */
  async version(): Promise<StoreVersion | undefined> {
    const answer = await this.#run(['HMGET', this.#names[1], 'id', 'version']);
    const [id, version] = answer as readonly [string | null, string | null];
    return id === null || version === null ? undefined : { id, version: Number(version) };
  }

  /** All of it, as it is at one moment. */
  async read(): Promise<StoreContent> {
    const answer = await this.#run(['EVAL', readScript, '2', ...this.#names]);
    const [id, version, list] = answer as readonly [string, string, readonly string[]];
    const entries = new Map<string, StoreEntry>();
    const faulty: string[] = [];
    for (let at = 0; at + 1 < list.length; at += 2) {
      const text = list[at + 1]!;
      const name = list[at]!;
      const found = entryIn(text);
      if (found === undefined || !isKeyId(name)) faulty.push(name);
      // It can be replaced and revoked as others can; what is no id can't be named.
      if (!isKeyId(name)) continue;
      const entry = found ?? { ...noEntry };
      texts.set(entry, text);
      entries.set(name, entry);
    }
    return { id, version: Number(version), entries, faulty };
  }

  /** Puts `next` in the place of `before`, undefined for no key; false where something else is there. */
  async change(id: string, before: StoreEntry | undefined, next: StoreEntry | undefined): Promise<boolean> {
    const words = [before, next].map((entry) =>
      entry === undefined ? '' : (texts.get(entry) ?? JSON.stringify(entry)),
    );
    const store = randomBytes(12).toString('base64url');
    return (await this.#run(['EVAL', changeScript, '2', ...this.#names, id, ...words, store])) !== 0;
  }

  /** True if it was put back: a store with as many changes stays as it is. */
  async restore({ id, version, entries }: StoreContent): Promise<boolean> {
    const pairs = [...entries].flatMap(([name, entry]) => [name, JSON.stringify(entry)]);
    return (
      (await this.#run(['EVAL', restoreScript, '2', ...this.#names, id, String(version), ...pairs])) === 1
    );
  }

  async #run(command: string[]): Promise<unknown> {
    try {
      return await within(this.#client.sendCommand(command));
    } catch (error) {
      throw new Error(`the keys_store does not answer: ${wordsOf(error)}`, { cause: error });
    }
  }
}

function within<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, answerWithinMs, new Error(`nothing within ${answerWithinMs / 1000} s`));
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function wordsOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
