/** The certificates that are served: when they end, a word in time, and none that is worse than the one before. */
import { endsSoon, validityOf } from '../config/certificates.ts';
import type { Config } from '../config/types/gateway.ts';
import type { TlsConfig } from '../config/types/listen.ts';
import type { Logger } from '../observe/log/log.ts';
import { loadTls } from '../process/loaded-tls.ts';

/** The listener that serves it. */
export type ListenerName = 'public' | 'admin';

const lookEveryMs = 3_600_000;
const dayMs = 86_400_000;

export class CertificateWatch {
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  /** PEM of each listener that ends TLS. */
  #served: ReadonlyMap<ListenerName, string> = new Map();
  readonly #warnedAt = new Map<string, number>();

  /** @param now Milliseconds since the epoch. */
  constructor(log: Logger, now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
    this.#timer = setInterval(() => this.look(), lookEveryMs).unref();
  }

  /** Milliseconds since the epoch at which each certificate ends. */
  get ends(): ReadonlyMap<ListenerName, number> {
    return new Map([...this.#served].map(([listener, pem]) => [listener, validityOf(pem).endsMs]));
  }

  /** Looks after what a configuration serves from now on. */
  async follow(config: Config): Promise<void> {
    this.#served = await servedBy(config);
    this.look();
  }

  /** Warns of what ends soon or has ended, once a day each. */
  look(): void {
    const now = this.#now();
    for (const [listener, pem] of this.#served) {
      const validity = validityOf(pem);
      if (!endsSoon(validity, now) || now - (this.#warnedAt.get(pem) ?? 0) < dayMs) continue;
      this.#warnedAt.set(pem, now);
      const expires = new Date(validity.endsMs).toISOString();
      const days = Math.floor((validity.endsMs - now) / dayMs);
      if (now >= validity.endsMs) this.#log.error({ listener, expires }, 'the certificate has expired');
      else this.#log.warn({ listener, expires, days }, 'the certificate expires soon: renew it');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** PEM of the certificate of each listener that ends TLS. */
async function servedBy({ listen, admin, state }: Config): Promise<ReadonlyMap<ListenerName, string>> {
  const served = new Map<ListenerName, string>();
  for (const [listener, tls] of [
    ['public', listen.tls],
    ['admin', admin?.tls],
  ] as const) {
    const material = tls && (await loadTls(tls, state.dir)).tls;
    if (material !== undefined) served.set(listener, material.cert);
  }
  return served;
}

/**
 * Why a change of configuration would break TLS that works: a certificate that has ended or not begun in place of one
 * that is valid. Undefined where it would not; a change that leaves a certificate as it is has nothing to do with it.
 */
export function worseCertificate(before: Config, next: Config, now: number): string | undefined {
  for (const [field, served, other] of [
    ['listen.tls.cert', before.listen.tls, next.listen.tls],
    ['admin.tls.cert', before.admin?.tls, next.admin?.tls],
  ] as const) {
    const fault = faultOf(served, other, now);
    if (fault !== undefined) return `${field}: ${fault}; the one that is served is valid and stays`;
  }
  return undefined;
}

function faultOf(
  served: TlsConfig | undefined,
  next: TlsConfig | undefined,
  now: number,
): string | undefined {
  if (next?.kind !== 'files' || served === undefined || served.kind === 'terminated_by') return undefined;
  if (served.kind === 'files' && (served.cert === next.cert || !isValid(served.cert, now))) return undefined;
  const { beginsMs, endsMs } = validityOf(next.cert);
  const at = (ms: number) => new Date(ms).toISOString();
  if (now >= endsMs) return `the new certificate expired at ${at(endsMs)}`;
  return now < beginsMs ? `the new certificate is not valid before ${at(beginsMs)}` : undefined;
}

function isValid(pem: string, now: number): boolean {
  const { beginsMs, endsMs } = validityOf(pem);
  return beginsMs <= now && now < endsMs;
}
