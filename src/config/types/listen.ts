export interface Address {
  /** A host name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

export type TlsConfig =
  | {
      readonly kind: 'files';
      readonly certFile: string;
      readonly keyFile: string;
      /** PEM; empty in `check` where the files are absent. */
      readonly cert: string;
      readonly key: string;
    }
  | { readonly kind: 'self_signed' }
  | { readonly kind: 'terminated_by'; readonly ranges: readonly string[] };

/** The place of clients' certificates, and the trusted authorities. */
export type ClientCertificates =
  | {
      readonly kind: 'handshake';
      readonly caFile: string;
      /** PEM. */
      readonly ca: string;
      readonly isRequired: boolean;
    }
  /** The lower-case name of a header of the balancers in front. */
  | { readonly kind: 'header'; readonly name: string };

export interface ListenConfig {
  readonly address: Address;
  readonly tls: TlsConfig;
  /** Undefined where clients show none. */
  readonly clientCertificates: ClientCertificates | undefined;
  readonly maxBodyBytes: number;
  readonly maxBufferedBytes: number;
  readonly headersTimeoutMs: number;
  /** The longest silence of a client whose body has not come in full, */
  readonly bodyTimeoutMs: number;
  /** and the bytes a second that a body has to come at, on average, once it has taken longer; 0 for any. */
  readonly minBodyRate: number;
  readonly keepAliveMs: number;
  readonly maxConnections: number;
  /** The time for answers in flight once the gateway stops, */
  readonly drainMs: number;
  /** and how long everything is served as before until then. */
  readonly drainDelayMs: number;
  /** Answered to anybody on the public listener; undefined for none. */
  readonly healthPath: string | undefined;
  /** After so long a silence of the backend the client of a stream gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
  /** The same for streams whose events the gateway writes: translated ones, and those out of an envelope. */
  readonly ownHeartbeatMs: number;
  /** The sites whose pages may open sockets. */
  readonly origins: readonly string[];
}
