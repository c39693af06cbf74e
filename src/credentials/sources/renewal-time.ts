import type { CredentialSource } from '../../config/types/credentials.ts';

/** What a token endpoint may take, connecting included. */
const usualTimeoutMs = 10_000;

/** How long one renewal may take, in milliseconds. */
export function renewalTimeoutMs(source: CredentialSource): number {
  return source.kind === 'exec' ? source.timeoutMs : usualTimeoutMs;
}

/** A source that is told that its time is up may put things in order for so long, in milliseconds. */
export const afterTimeoutMs = 1500;
