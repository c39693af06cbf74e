import { StoreFault } from '../limit-store.ts';
import { rememberedMs, type SettledIds } from '../settled-object-ids.ts';
import type { RedisLink } from './redis-link.ts';

/** Milliseconds. No client waits for it, so a slow server gets longer than an admission gives it. */
const answerWithinMs = 5000;

// Only commands that limits use too, so that a user with those permissions is enough.

const firstScript = `
if redis.call('HEXISTS', KEYS[1], 'settled') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'settled', 1, 'note', '')
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

const noteScript = `
if redis.call('HEXISTS', KEYS[1], 'settled') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'note', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** Returns minus one for an object that is remembered as a whole. */
const advanceScript = `
if redis.call('HEXISTS', KEYS[1], 'settled') == 1 then return -1 end
local note = redis.call('HMGET', KEYS[1], 'note')[1]
local before = note and string.match(note, '^%d+$') and tonumber(note) or 0
if tonumber(ARGV[2]) > before then
  redis.call('HSET', KEYS[1], 'note', ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return before`;

const notedScript = `return redis.call('HMGET', KEYS[1], 'note')[1]`;

/** Remembers for all gateways that share a server. Rejects with a StoreFault. */
export function sharedSettled(link: RedisLink, prefix: string): SettledIds {
  const run = (script: string, id: string, ...more: readonly string[]) =>
    answerOf(link, ['EVAL', script, '1', `${prefix}settled:${id}`, String(rememberedMs), ...more]);
  return {
    first: async (id) => (await run(firstScript, id)) === 1,
    async note(id, text) {
      await run(noteScript, id, text);
    },
    async noted(id) {
      const text = await run(notedScript, id);
      return typeof text === 'string' && text !== '' ? text : undefined;
    },
    async advance(id, parts) {
      const before = Number(await run(advanceScript, id, String(parts)));
      return before < 0 ? Number.POSITIVE_INFINITY : before;
    },
  };
}

function answerOf(link: RedisLink, command: string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new StoreFault('the limit store does not answer')), answerWithinMs);
    const settle = (reply: unknown) => {
      clearTimeout(limit);
      resolve(reply);
    };
    const fail = (error: unknown) => {
      clearTimeout(limit);
      reject(error);
    };
    link
      .run(command, (late) => {
        if (late.kind === 'answered') settle(late.reply);
        else fail(new StoreFault('the limit store gave no answer'));
      })
      .then(settle, (error: unknown) => {
        if (!(error instanceof StoreFault && error.isPending)) fail(error);
      });
  });
}
