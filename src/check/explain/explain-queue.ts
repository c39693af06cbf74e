import type { Config } from '../../config/types/gateway.ts';
import type { RateLimit } from '../../config/types/limits.ts';
import { compileGlob } from '../../lib/glob.ts';
import type { ExplainedQueue } from './explanation.ts';
import { queueText } from './text/queue-text.ts';

type Own = NonNullable<ExplainedQueue['own']>[number];

/**
 * The waits of a request while all its possible deployments are full.
 *
 * @param model The first entry of the chain.
 * @param asked The client's name for it.
 * @returns undefined if it would be refused.
 */
export function explainQueue(
  { models, keys, groups }: Pick<Config, 'models' | 'keys' | 'groups'>,
  model: string,
  asked: string,
  keyId: string | undefined,
): ExplainedQueue | undefined {
  const queue = models.get(model)?.queue;
  const key = keyId === undefined ? undefined : keys.get(keyId);
  const own =
    key === undefined
      ? []
      : [
          ...waitsOf('the key', key.limits, asked),
          ...key.groups.flatMap((name) => waitsOf(`the group ${name}`, groups.get(name)?.limits, asked)),
          ...waitsOf('its end user', key.endUsers?.limits, asked),
        ];
  if (queue === undefined && own.length === 0) return undefined;
  const how = {
    ...(queue !== undefined && {
      room: { model, wait_ms: queue.waitMs, length: queue.length, first: queue.first },
    }),
    ...(own.length > 0 && { own }),
    ...(key !== undefined && { class: key.queue.class, weight: key.queue.weight }),
  };
  return { text: queueText(how), ...how };
}

function waitsOf(whose: string, limits: RateLimit | undefined, asked: string): readonly Own[] {
  if (limits === undefined) return [];
  const sets = [
    limits,
    ...[...limits.perModel].flatMap(([glob, set]) => (compileGlob(glob)(asked) ? [set] : [])),
  ];
  return sets.flatMap(({ concurrency, waitMs }) =>
    concurrency === undefined || waitMs === undefined ? [] : [{ whose, concurrency, wait_ms: waitMs }],
  );
}
