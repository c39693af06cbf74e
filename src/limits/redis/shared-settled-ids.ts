import { StoreFault } from '../limit-store.ts';
import { rememberedMs, type SettledIds } from '../settled-object-ids.ts';
import type { RedisLink } from './redis-link.ts';

/** No client waits for it: a server that is slow is given longer than an admission gives it. */
const answerWithinMs = 5000;

/** Of commands that limits take as well: a user who may do no more than that may do this. */
const script = `
if redis.call('HEXISTS', KEYS[1], 'settled') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'settled', 1)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** Remembers for all gateways that share a server. Rejects with a StoreFault. */
export function sharedSettled(link: RedisLink, prefix: string): SettledIds {
  return {
    first: (id) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(
          () => reject(new StoreFault('the limit store does not answer')),
          answerWithinMs,
        );
        const settle = (reply: unknown) => {
          clearTimeout(limit);
          resolve(reply === 1);
        };
        const fail = (error: unknown) => {
          clearTimeout(limit);
          reject(error);
        };
        link
          .run(['EVAL', script, '1', `${prefix}settled:${id}`, String(rememberedMs)], (late) => {
            if (late.kind === 'answered') settle(late.reply);
            else fail(new StoreFault('the limit store gave no answer'));
          })
          .then(settle, (error: unknown) => {
            if (!(error instanceof StoreFault && error.isPending)) fail(error);
          });
      }),
  };
}
