import type { BackendDialect } from './neutral/dialects.ts';
import type { Refusal } from './report.ts';

/** The place of a refusal. */
export interface RefusedPlace {
  /** The model that was asked for. */
  readonly model: string;
  readonly endpoint: string;
  readonly to: BackendDialect;
}

/** The client's error for a request that no deployment can take, by its first obstacle. */
export function refusedTranslationMessage(refusal: Refusal, { model, endpoint, to }: RefusedPlace): string {
  const { path, why } = refusal;
  const remedy = remedyOf(refusal);
  const native = `use a model that serves ${endpoint} natively`;
  const hint =
    remedy === undefined
      ? `Leave it out, or ${native}.`
      : `Leave it out, ${native}, or have the operator ${remedy}.`;
  const because = why === undefined ? '' : ` (${why})`;
  return `\`${path}\` can't be expressed${because}: ${model} serves ${endpoint} by translation to ${to}. ${hint}`;
}

/** The operator's setting that translates it, or drops it; undefined if nothing helps. */
export function remedyOf({ drop, setting }: Pick<Refusal, 'drop' | 'setting'>): string | undefined {
  if (setting !== undefined) return `set \`${setting}\` under translation`;
  return drop === undefined ? undefined : `list \`${drop}\` under translation.drop`;
}
