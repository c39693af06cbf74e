import type { GatewayView } from '../supervisor/gateway-view.ts';
import type { WaitingRequests } from './contract/queues.ts';

/** The requests that wait on this host, and since when. */
export function waitingRequests({ rooms }: Pick<GatewayView, 'rooms'>): readonly WaitingRequests[] {
  const now = Date.now();
  return rooms.waiting().map(({ model, class: ofClass, key, count, longestMs }) => ({
    model,
    class: ofClass,
    key,
    waiting: count,
    since: new Date(now - longestMs).toISOString(),
  }));
}
