import type { Key, Model } from '../schema/generated/file.generated.ts';
import type { Path } from '../text/tree.ts';
import type { KeyQueueConfig, QueueConfig } from '../types/queues.ts';
import { type Context, duration } from './context.ts';

/** The waiting room of a model, at a path of the file. */
export function resolveQueue(
  context: Context,
  path: Path,
  written: NonNullable<Model['queue']>,
): QueueConfig | undefined {
  if (!context.intact(path)) return undefined;
  return {
    waitMs: duration(context, [...path, 'wait'], written.wait),
    length: written.length,
    first: written.first,
    classes: new Map(Object.entries(written.classes ?? {})),
  };
}

/** The position of a key's requests beside those of others. */
export function queueOfKey(written: Key['queue']): KeyQueueConfig {
  return { class: written?.class ?? 'normal', weight: written?.weight ?? 1 };
}
