import type { CredentialSource } from '../../config/types/credentials.ts';

/** The time limit of a token endpoint, connecting included. */
const usualTimeoutMs = 10_000;

/** The time limit of one renewal, in milliseconds. */
export function renewalTimeoutMs(source: CredentialSource): number {
  return source.kind === 'exec' ? source.timeoutMs : usualTimeoutMs;
}

/** A source that is told that its time is up may put things in order for so long, in milliseconds. */
export const afterTimeoutMs = 1500;
