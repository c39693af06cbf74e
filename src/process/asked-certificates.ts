import type { ListenConfig } from '../config/types/listen.ts';

/** What a listener asks clients for in the handshake: it stays so for as long as it is open. */
export function asksFor({ clientCertificates }: ListenConfig): 'nothing' | 'optional' | 'required' {
  if (clientCertificates?.kind !== 'handshake') return 'nothing';
  return clientCertificates.isRequired ? 'required' : 'optional';
}
