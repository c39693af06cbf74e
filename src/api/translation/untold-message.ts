import type { BackendDialect } from './neutral/dialects.ts';
import type { Refusal } from './report.ts';

/** Where a request is not told what it says. */
export interface UntoldPlace {
  /** The model that was asked for. */
  readonly model: string;
  readonly endpoint: string;
  readonly to: BackendDialect;
}

/** What a client is told of a request that nobody can be told, by the first thing that is in the way. */
export function untoldMessage({ path, why, drop }: Refusal, { model, endpoint, to }: UntoldPlace): string {
  const hint =
    drop === undefined
      ? `Leave it out, or use a model that serves ${endpoint} natively.`
      : `Leave it out, use a model that serves ${endpoint} natively, or have the operator list \`${drop}\` under translation.drop.`;
  const because = why === undefined ? '' : ` (${why})`;
  return `\`${path}\` can't be expressed${because}: ${model} serves ${endpoint} by translation to ${to}. ${hint}`;
}
