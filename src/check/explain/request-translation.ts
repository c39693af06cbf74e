import type { EndpointName } from '../../api/endpoints/index.ts';
import type { ClientDialect } from '../../api/translation/neutral/dialects.ts';
import { refusedTranslationMessage } from '../../api/translation/refused-translation-message.ts';
import type { Refusal } from '../../api/translation/report.ts';
import { UndecodableRequest } from '../../api/translation/requests/request-codec.ts';
import { TranslatedRequest } from '../../api/translation/translated-request.ts';
import { translationAt } from '../../config/derived/endpoint-translation.ts';
import type { Translation } from '../../config/translation-settings.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import type { Question } from '../../routing/chain.ts';
import type { PlannedModel } from '../../routing/routing-table.ts';
import type { Refused } from './explain-stored-objects.ts';

/** The outcome of a request's translation. */
export interface Said {
  /** With any refusal the deployment is not asked. */
  readonly refused: readonly Refusal[];
  /** Paths without indices. */
  readonly dropped: readonly string[];
  readonly changed: readonly string[];
  /** The fault of an unreadable request of its endpoint: then nothing else is known. */
  readonly invalid?: { readonly path: string; readonly message: string };
}

/** Translates a request for a deployment. */
export type RequestTranslation = (translation: Translation, deployment: DeploymentConfig) => Said;

/** A deployment that is not asked, and the reason. */
interface Untold {
  readonly deployment: DeploymentConfig;
  readonly translation: Translation;
  readonly said: Said;
}

/** True if a deployment can be told all that matters of a request. */
export function isTold({ refused, invalid }: Said): boolean {
  return refused.length === 0 && invalid === undefined;
}

/** The translation of a body. The body is read with the first question. */
export function requestTranslation(bytes: Buffer, endpoint: EndpointName): RequestTranslation {
  let read: TranslatedRequest | UndecodableRequest | undefined;
  return (translation, { upstreamModel }) => {
    read ??= readRequest(bytes, endpoint as ClientDialect);
    if (read instanceof TranslatedRequest) return read.said(translation, upstreamModel);
    const { path, message } = read;
    return { refused: [], dropped: [], changed: [], invalid: { path, message } };
  };
}

function readRequest(bytes: Buffer, client: ClientDialect): TranslatedRequest | UndecodableRequest {
  try {
    return TranslatedRequest.read(client, bytes);
  } catch (error) {
    if (error instanceof UndecodableRequest) return error;
    throw error;
  }
}

/** The reason why a deployment is not asked, in words that follow its name. */
export function untoldText({ refused, invalid }: Said, { to }: Translation): string {
  if (invalid !== undefined) return invalid.message.replace(/\.$/, '');
  return refused
    .map(({ path, drop, why, setting }) => {
      const about = why === undefined ? '' : ` (${why})`;
      const listed = drop === path ? '' : ` as ${drop}`;
      const dropped = drop === undefined ? '' : ` (may be listed under translation.drop${listed})`;
      const remedy = setting === undefined ? dropped : ` (set \`${setting}\` under translation)`;
      return `${path} can't be expressed in ${to}${about}${remedy}`;
    })
    .join('; ');
}

/** The plan without deployments in whose dialect the body cannot be said. */
export function tellable(
  { endpoint }: Question,
  requestTranslation: RequestTranslation | undefined,
  planned: readonly PlannedModel[],
): { readonly models: readonly PlannedModel[]; readonly untold: readonly Untold[] } {
  if (requestTranslation === undefined) return { models: planned, untold: [] };
  const untold: Untold[] = [];
  const models = planned.map((one) => ({
    ...one,
    eligible: one.eligible.filter(({ deployment }) => {
      const translation = translationAt(deployment, endpoint);
      const said = translation && requestTranslation(translation, deployment);
      if (said === undefined || isTold(said)) return true;
      untold.push({ deployment, translation: translation!, said });
      return false;
    }),
  }));
  return { models: models.filter(({ eligible }) => eligible.length > 0), untold };
}

/** The refusal of a request that no deployment can be told; `asked` is its question. */
export function untoldRefusal(
  { model, endpoint }: Question,
  { deployment, translation, said }: Untold,
): Refused {
  const { invalid, refused } = said;
  if (invalid !== undefined) return { code: 'invalid_value', message: invalid.message, param: invalid.path };
  const first = refused[0]!;
  const place = { model: model ?? deployment.model, endpoint, to: translation.to };
  const message = refusedTranslationMessage(first, place);
  return { code: 'not_translatable', message, param: first.path };
}
