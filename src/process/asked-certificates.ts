import type { ListenConfig } from '../config/types/listen.ts';

/**
 * The listener's request for clients' certificates in the handshake: it stays so for as long as the listener is open.
 */
export function asksFor({ clientCertificates }: ListenConfig): 'nothing' | 'optional' | 'required' {
  if (clientCertificates?.kind !== 'handshake') return 'nothing';
  return clientCertificates.isRequired ? 'required' : 'optional';
}
