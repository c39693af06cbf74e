export type GenericTags = 'every_endpoint' | 'called_endpoint';

/** The use of the capabilities that a request needs without asking for them. */
export type Infer = 'prefer' | 'require' | 'off';

export interface RoutingConfig {
  readonly genericTags: GenericTags;
  /** Attempts per model. */
  readonly maxAttempts: number;
  readonly infer: Infer;
  readonly circuit: CircuitConfig;
}

/** When a deployment that fails is left alone, and for how long. */
export interface CircuitConfig {
  /** This many failures in a row open the circuit, */
  readonly failures: number;
  /** if the first of them is no older than this. */
  readonly windowMs: number;
  /** The first time that it stays open, */
  readonly openMs: number;
  /** and, doubled each time the half-open request fails, at most. */
  readonly maxOpenMs: number;
}
