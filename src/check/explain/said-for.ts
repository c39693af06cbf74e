import type { Refusal } from '../../api/translation/report.ts';
import type { Translation } from '../../config/translation-settings.ts';
import { type DeploymentConfig, translationAt } from '../../config/types.ts';
import type { Question } from '../../routing/chain.ts';
import type { PlannedModel } from '../../routing/routing-table.ts';
import type { Refused } from './explain-stored-objects.ts';

/** What becomes of a request where it is translated. */
export interface Said {
  /** Where there is any, the deployment is not asked. */
  readonly refused: readonly Refusal[];
  /** Paths without indices. */
  readonly dropped: readonly string[];
  readonly changed: readonly string[];
  /** What is wrong with it, where it cannot be read as what its endpoint takes: then nothing else is known. */
  readonly invalid?: { readonly path: string; readonly message: string };
}

/** Says a request for a deployment. */
export type SaidFor = (translation: Translation, deployment: DeploymentConfig) => Said;

/** A deployment that is not asked, and why. */
interface Untold {
  readonly deployment: DeploymentConfig;
  readonly translation: Translation;
  readonly said: Said;
}

/** Whether a deployment can be told all that counts of a request. */
export function isTold({ refused, invalid }: Said): boolean {
  return refused.length === 0 && invalid === undefined;
}

/** Why a deployment is not asked, in words that follow its name. */
export function untoldText({ refused, invalid }: Said, { to }: Translation): string {
  if (invalid !== undefined) return invalid.message.replace(/\.$/, '');
  return refused
    .map(({ path, drop, why }) => {
      const about = why === undefined ? '' : ` (${why})`;
      const listed = drop === path ? '' : ` as ${drop}`;
      const remedy = drop === undefined ? '' : ` (may be listed under translation.drop${listed})`;
      return `${path} can't be expressed in ${to}${about}${remedy}`;
    })
    .join('; ');
}

/** The plan without those that cannot be told in their dialect what the body says. */
export function tellable(
  { endpoint }: Question,
  saidFor: SaidFor | undefined,
  planned: readonly PlannedModel[],
): { readonly models: readonly PlannedModel[]; readonly untold: readonly Untold[] } {
  if (saidFor === undefined) return { models: planned, untold: [] };
  const untold: Untold[] = [];
  const models = planned.map((one) => ({
    ...one,
    eligible: one.eligible.filter(({ deployment }) => {
      const translation = translationAt(deployment, endpoint);
      const said = translation && saidFor(translation, deployment);
      if (said === undefined || isTold(said)) return true;
      untold.push({ deployment, translation: translation!, said });
      return false;
    }),
  }));
  return { models: models.filter(({ eligible }) => eligible.length > 0), untold };
}

/** What a request gets that nobody can be told; `asked` is what it asked for. */
export function untoldRefusal(
  { model, endpoint }: Question,
  { deployment, translation, said }: Untold,
): Refused {
  const { invalid, refused } = said;
  if (invalid !== undefined) return { code: 'invalid_value', message: invalid.message, param: invalid.path };
  const { path, drop, why } = refused[0]!;
  const hint =
    drop === undefined
      ? `Leave it out, or use a model that serves ${endpoint} natively.`
      : `Leave it out, use a model that serves ${endpoint} natively, or have the operator list \`${drop}\` under translation.drop.`;
  const message = `\`${path}\` can't be expressed${why === undefined ? '' : ` (${why})`}: ${model ?? deployment.model} serves ${endpoint} by translation to ${translation.to}. ${hint}`;
  return { code: 'not_translatable', message, param: path };
}
