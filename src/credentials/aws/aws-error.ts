import type { IncomingHttpHeaders } from 'node:http';

/** What an answer of Amazon's says is wrong, such as `ExpiredTokenException`; undefined where it does not say. */
export function awsErrorType(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['x-amzn-errortype'];
  if (typeof value !== 'string') return undefined;
  // Some have a namespace before it, some an address after it.
  const name = /^(?:[^#:]*#)?(\w+)/.exec(value)?.[1];
  return name === '' ? undefined : name;
}

/** The signature is not the one that was expected: made at another time than the server's, or with the wrong key. */
export function isOfSignature(errorType: string): boolean {
  return /^(?:InvalidSignature|RequestExpired)/.test(errorType);
}
