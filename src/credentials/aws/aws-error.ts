import type { IncomingHttpHeaders } from 'node:http';

/** The error in Amazon's answer, such as `ExpiredTokenException`; undefined for an answer without one. */
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
