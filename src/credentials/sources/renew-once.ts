/** One renewal, bounded and judged: what comes of it is data, whatever a source does. */
import type { CredentialSource } from '../../config/types/credentials.ts';
import { renewSource } from './index.ts';
import { afterTimeoutMs, renewalTimeoutMs } from './renewal-time.ts';
import { type CredentialValue, type Renew, RenewalFailure, type Renewed } from './source.ts';

export type RenewalOutcome =
  | { readonly kind: 'renewed'; readonly renewed: Renewed }
  | ({ readonly kind: 'failed' } & FailedRenewal);

/** Why there is no fresh value: the fields of a RenewalFailure, which no error keeps on its way between processes. */
export interface FailedRenewal {
  readonly code: string;
  readonly message: string;
  readonly isLasting: boolean;
}

/**
 * Renews a source within its time. Never rejects.
 *
 * @param stop Has it end at once.
 */
export async function renewOnce(
  source: CredentialSource,
  stop?: AbortSignal,
  renew: Renew = renewSource,
): Promise<RenewalOutcome> {
  const timeoutMs = renewalTimeoutMs(source);
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    giveUp = setTimeout(() => reject(timedOut(timeoutMs)), timeoutMs + afterTimeoutMs);
  });
  stop?.addEventListener('abort', abort, { once: true });
  try {
    const renewed = await Promise.race([renew(source, controller.signal), late]);
    const value = sendable(renewed.value);
    return { kind: 'renewed', renewed: { ...renewed, value, lifetimeMs: bounded(renewed.lifetimeMs) } };
  } catch (error) {
    return { kind: 'failed', ...told(error, controller.signal.aborted ? timedOut(timeoutMs) : undefined) };
  } finally {
    clearTimeout(timer);
    clearTimeout(giveUp);
    stop?.removeEventListener('abort', abort);
  }
}

function timedOut(timeoutMs: number): RenewalFailure {
  return new RenewalFailure('timeout', `there was no answer within ${timeoutMs / 1000} s`);
}

/** Other errors may contain a secret: only their name and the system's code are reported. */
function told(error: unknown, late: RenewalFailure | undefined): FailedRenewal {
  const failure = error instanceof RenewalFailure ? error : (late ?? unexpected(error));
  const { code, message, isLasting } = failure;
  return { code, message, isLasting };
}

function unexpected(error: unknown): RenewalFailure {
  const name = error instanceof Error ? error.name : typeof error;
  const { code } = error as NodeJS.ErrnoException;
  const told = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? `${name}, ${code}` : name;
  return new RenewalFailure('internal', `the renewal failed in a way that is not foreseen (${told})`);
}

/** Ten years: no clock has to count further, and a number that is too large for one is no end that is meant. */
const longestLifetimeMs = 10 * 365 * 24 * 3_600_000;

function bounded(lifetimeMs: number | undefined): number | undefined {
  return lifetimeMs === undefined ? undefined : Math.min(lifetimeMs, longestLifetimeMs);
}

/** Checks that a header can carry the value. */
function sendable(value: CredentialValue): CredentialValue {
  const texts =
    value.kind === 'token'
      ? [value.token]
      : [
          value.accessKeyId,
          value.secretAccessKey,
          ...(value.sessionToken === undefined ? [] : [value.sessionToken]),
        ];
  if (texts.every((text) => /^[\x20-\x7e]+$/.test(text))) return value;
  throw new RenewalFailure('invalid_answer', 'what came has nothing, or characters that no header can carry');
}
