import { withSockets } from '../../derived/socket-endpoints.ts';
import type { GatewayFile } from '../../schema/generated/file.generated.ts';
import { type Context, wrong } from '../context.ts';

/** `websocket` is for endpoints that could be served over WebSockets. */
export function checkSockets(context: Context, written: GatewayFile['endpoints']): void {
  for (const [name, { websocket }] of Object.entries(written)) {
    const path = ['endpoints', name];
    if (websocket === undefined || !context.intact(path) || withSockets.some((one) => one === name)) continue;
    const message = `is for ${withSockets.join(' and ')}; ${name} is not served over WebSockets`;
    wrong(context, [...path, 'websocket'], 'bad_endpoint', message, { hint: 'take it out' });
  }
}
