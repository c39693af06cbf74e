import { type QueueClass, type QueueConfig, queueClasses } from '../../config/types/queues.ts';
import { GatewayError } from '../../errors.ts';
import type { Exchange } from '../exchange.ts';

const header = 'x-gateway-class';

/** The class that a request waits in: that of its key, or a lower one that it asks for. Throws `invalid_value`. */
export function classOf(exchange: Exchange, queue: QueueConfig | undefined): QueueClass {
  const { key, head, request } = exchange;
  let rank = queueClasses.indexOf(key!.config.queue.class);
  const asked = headerOf(request.rawHeaders);
  if (asked !== undefined) rank = Math.max(rank, rankOf(asked));
  const said = head.requestClass === undefined ? undefined : queue?.classes.get(head.requestClass);
  if (said !== undefined) rank = Math.max(rank, queueClasses.indexOf(said));
  return queueClasses[rank]!;
}

function rankOf(asked: string): number {
  const rank = (queueClasses as readonly string[]).indexOf(asked);
  if (rank >= 0) return rank;
  const words = `${queueClasses.slice(0, -1).join(', ')} or ${queueClasses.at(-1)}`;
  throw new GatewayError('invalid_value', `The header ${header} must be ${words}.`, { param: header });
}

/** The header is read only for a request that waits. */
function headerOf(raw: readonly string[]): string | undefined {
  for (let place = 0; place < raw.length; place += 2) {
    const name = raw[place]!;
    if (name.length === header.length && name.toLowerCase() === header)
      return raw[place + 1]!.trim().toLowerCase();
  }
  return undefined;
}
