import type { SecureContextOptions } from 'node:tls';

/**
 * A certificate and its private key, both PEM, as a listener of Node's takes them. No client shows a certificate of its
 * own, so that the roots one would be judged by need not be read: with them a process takes 20 ms longer to start.
 */
export function servedTls({
  cert,
  key,
}: {
  readonly cert: string;
  readonly key: string;
}): SecureContextOptions {
  return { cert, key, ca: [] };
}
