import type { Backend } from '../../../http/client/backend.ts';

/** True if a text holds the gateway's credential at a server, which nothing that a client gets may hold. */
export function repeatsSecret({ secret }: Pick<Backend, 'secret'>, text: string): boolean {
  return secret !== undefined && text.includes(secret.toString());
}
