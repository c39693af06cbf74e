/**
 * A token as files hold it and programs print it: JSON with it and when it ends, what Kubernetes calls an
 * ExecCredential, what `az account get-access-token` prints, or one line of text, with `Bearer` before it or without.
 */
import { RenewalFailure, type Renewed } from './source.ts';

/** So much may a token and all around it be. */
export const mostTokenBytes = 64 * 1024;

export interface ReadToken extends Pick<Renewed, 'lifetimeMs' | 'warning'> {
  readonly token: string;
}

export interface TokenTextOptions {
  /** Its name for operators, to begin a sentence with: `/run/token`. */
  readonly where: string;
  /** When `expires_in` began to run, and now, in milliseconds since the epoch. */
  readonly sinceMs: number;
  readonly nowMs: number;
  /** True for a new token: if its end has passed, a clock is wrong. */
  readonly isFresh: boolean;
}

/** @throws RenewalFailure where it holds no token; the message has nothing of it */
export function readTokenText(text: string, options: TokenTextOptions): ReadToken {
  const trimmed = text.trim();
  const { where } = options;
  if (trimmed === '') throw new RenewalFailure('empty', `${where}: there is nothing in it`);
  if (!trimmed.startsWith('{')) {
    return { token: sendable(withoutScheme(trimmed), where), lifetimeMs: undefined, warning: undefined };
  }
  const fields = objectIn(trimmed, where);
  const { token, end } = isExecCredential(fields)
    ? { token: fields.status['token'], end: { at: fields.status['expirationTimestamp'] } }
    : {
        token: fields['token'] ?? fields['access_token'] ?? fields['accessToken'],
        // `expiresOn` of `az account get-access-token` is of the local clock; `expires_on` beside it is not.
        end: {
          in: fields['expires_in'],
          at: fields['expires_at'] ?? fields['expiry'] ?? fields['expires_on'],
        },
      };
  if (typeof token !== 'string' || token === '') {
    throw new RenewalFailure(
      'invalid_answer',
      `${where}: the JSON has no token: it takes "token", "access_token" or "accessToken", or Kubernetes' "status.token"`,
    );
  }
  return { token: sendable(token, where), ...lifetimeOf(end, options) };
}

/** A token as it stands in a header is one as well. */
function withoutScheme(text: string): string {
  return text.replace(/^bearer[ \t]+/i, '');
}

/** The same text, where a header can carry it. */
function sendable(token: string, where: string): string {
  if (/^[\x20-\x7e]+$/.test(token)) return token;
  throw new RenewalFailure(
    'invalid_answer',
    `${where}: the token has line ends, control characters or letters that no header can carry; it takes one line of plain text, or JSON`,
  );
}

function objectIn(text: string, where: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The parser's message would repeat the text.
  }
  throw new RenewalFailure('invalid_answer', `${where}: it begins like JSON and is none`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isExecCredential(
  fields: Readonly<Record<string, unknown>>,
): fields is { readonly status: Readonly<Record<string, unknown>> } {
  return isObject(fields['status']);
}

/** The lifetime from `expires_in` or `expires_at`. */
function lifetimeOf(
  end: { readonly in?: unknown; readonly at?: unknown },
  { where, sinceMs, nowMs, isFresh }: TokenTextOptions,
): Pick<Renewed, 'lifetimeMs' | 'warning'> {
  const none = { lifetimeMs: undefined, warning: undefined };
  const isStated = (value: unknown) => value !== undefined && value !== null;
  if (!isStated(end.in) && !isStated(end.at)) return none;
  const isSpan = isStated(end.in);
  const span = isSpan ? numberIn(end.in) : undefined;
  const endMs = isSpan ? span && sinceMs + span * 1000 : momentIn(end.at);
  if (endMs === undefined || (isSpan && span! <= 0)) {
    return { ...none, warning: `${where}: what it says of its end is no lifetime, and is left aside` };
  }
  const lifetimeMs = endMs - nowMs;
  if (lifetimeMs > 0) return { lifetimeMs, warning: undefined };
  const told = moment(endMs);
  if (!isFresh) throw new RenewalFailure('expired', `${where}: the token in it ran out ${told}`);
  return {
    ...none,
    warning: `${where}: the token is new, and says that it ran out ${told}; is a clock wrong?`,
  };
}

function moment(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'long ago' : `at ${date.toISOString()}`;
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Larger than any moment in seconds that is meant. */
const millisecondsFrom = 1e11;

/** A moment in milliseconds since the epoch: RFC 3339, or Unix time. */
function momentIn(value: unknown): number | undefined {
  const unix = numberIn(value);
  if (unix !== undefined) {
    if (unix <= 0) return undefined;
    return unix < millisecondsFrom ? unix * 1000 : unix;
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(value)) return undefined;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? undefined : parsed;
}
