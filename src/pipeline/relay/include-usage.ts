/** Asks streams for their usage on the gateway's own account, by a field that not every backend takes. */
import type { Route } from '../../http/client/route.ts';
import type { Exchange } from '../exchange.ts';

/**
 * True if a request to a route has the field although its client did not write it: for usage records, or a limit that
 * counts usage.
 */
export function asksForUsage(
  { wantsUsage, summary }: Exchange,
  { asksForUsage: canBeAsked, translation }: Route,
  keepsUsage: boolean,
): boolean {
  if (!summary!.stream) return false;
  if (translation !== undefined) return translation.asksForUsage && translation.to === 'chat_completions';
  return canBeAsked && (keepsUsage || wantsUsage) && summary!.includeUsage !== true;
}

/** True if a backend refuses a request for that field: a 400, or a 422 of those that judge a body by its form. */
export function isUsageRefused(status: number, body: Buffer): boolean {
  return (status === 400 || status === 422) && names.some((name) => body.includes(name));
}

const names = ['stream_options', 'include_usage'];
