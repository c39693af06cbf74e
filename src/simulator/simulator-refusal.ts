/** The content of an error answer. Each dialect puts it into its own form. */
export interface Failure {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  readonly message: string;
  /** The field to blame, where one is. */
  readonly param: string | null;
  readonly code: string | null;
}

/** A request that is answered with an error in the form of its endpoint. */
export class SimulatorRefusal extends Error {
  override readonly name = 'Refusal';
  readonly failure: Failure;
  constructor(status: number, message: string, detail: { param?: string; code?: string } = {}) {
    super(message);
    this.failure = { status, message, param: detail.param ?? null, code: detail.code ?? null };
  }
}
