import type { TlsConfig } from '../config/types/listen.ts';
import type { TlsMaterial } from '../http/server/listener.ts';
import { devCertificate } from '../lib/tls/dev-cert.ts';

/** A listener's certificates and keys. */
export interface LoadedTls {
  /** Undefined where TLS ends in front of the gateway. */
  readonly tls: TlsMaterial | undefined;
  /** The authority that clients have to trust, where we are our own. */
  readonly caFile: string | undefined;
}

/** Certificate and key for a listener; makes them where the listener signs its own. */
export async function loadTls(tls: TlsConfig, stateDir: string): Promise<LoadedTls> {
  switch (tls.kind) {
    case 'files':
      return { tls: { cert: tls.cert, key: tls.key }, caFile: undefined };
    case 'self_signed': {
      const { cert, key, caFile } = await devCertificate(stateDir);
      return { tls: { cert, key }, caFile };
    }
    case 'terminated_by':
      return { tls: undefined, caFile: undefined };
  }
}
