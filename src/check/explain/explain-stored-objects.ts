/** Where requests go that name no model, such as those for what backends keep: by the endpoint alone. */
import { type BuiltInName, endpoints } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types.ts';
import { catalog, type ErrorCode, publicCode } from '../../errors.ts';
import type { ExplainedDeployment, ExplainedOutcome, Explanation, Reason } from './explanation.ts';
import type { ExplainQuestion } from './question.ts';
import { keptText } from './stored-objects-text.ts';

export interface Refused {
  readonly code: ErrorCode;
  readonly message: string;
  /** The field of the body that is at fault. */
  readonly param?: string;
}

/**
 * Explains a request that has something new kept, as one for a model is explained: each backend stands there as a
 * deployment of its name, of the model ''.
 *
 * @param keyRefusal Why the key may not ask.
 */
export function explainKept(
  config: Config,
  question: ExplainQuestion,
  keyRefusal: Refused | undefined,
): Explanation {
  const { stateful } = config;
  const { endpoint } = question;
  const isThere = stateful?.endpoints.includes(endpoint) === true;
  const backends = isThere ? (stateful.backends[endpoint] ?? []) : [];
  const refusal = isThere
    ? (keyRefusal ?? refusedForModels(config, question) ?? nothingNew(backends))
    : { code: 'unknown_path' as const, message: sentence(keptText(config, endpoint)) };
  return explainBackends(question, backends, refusal);
}

/** The same of an endpoint that the configuration declares, whose requests name no model. */
export function explainWithoutModel(
  { endpoints: said }: Config,
  question: ExplainQuestion,
  keyRefusal: Refused | undefined,
): Explanation {
  const backends = (said[question.endpoint]?.deployments ?? []).map(({ backend }) => backend);
  return explainBackends(question, backends, keyRefusal);
}

/** @param refused Why nothing is asked of any of them. */
function explainBackends(
  question: ExplainQuestion,
  backends: readonly string[],
  refused: Refused | undefined,
): Explanation {
  const isDown = (backend: string) => question.down.includes(backend);
  const refusal = refused ?? (backends.every(isDown) ? allDown : undefined);
  let place = 0;
  const deployments = backends.map((backend, priority): ExplainedDeployment => {
    const reasons: Reason[] = [];
    if (refusal !== undefined && refusal.code !== 'no_healthy_deployment')
      reasons.push({ kind: 'key', text: refusal.message.replace(/\.$/, '') });
    if (isDown(backend)) reasons.push({ kind: 'down', text: 'down' });
    if (reasons.length === 0) place += 1;
    return {
      deployment: backend,
      backend,
      priority,
      place: reasons.length === 0 ? place : null,
      balance: null,
      lacks: [],
      reasons,
    };
  });
  const first = deployments.find((one) => one.place === 1);
  const outcome: ExplainedOutcome =
    refusal === undefined
      ? { status: 200, deployment: first!.deployment, or: [] }
      : {
          status: catalog[refusal.code].status,
          code: publicCode(refusal.code),
          message: refusal.message,
        };
  return { question, outcome, models: [{ model: '', kind: 'usable', deployments }] };
}

/** A batch names its models in a file: whoever may use some only may make none. */
function refusedForModels({ keys }: Config, { endpoint, key }: ExplainQuestion): Refused | undefined {
  const needsAll =
    endpoints[endpoint as BuiltInName].operations?.some(({ needsAllModels }) => needsAllModels) === true;
  const isNarrow = key !== undefined && keys.get(key)?.models !== undefined;
  if (!needsAll || !isNarrow) return undefined;
  return {
    code: 'model_not_allowed',
    message: 'This key may use some models only, and nobody looks into the file of a batch.',
  };
}

const allDown: Refused = {
  code: 'no_healthy_deployment',
  message: 'Every backend that could answer is down.',
};

function nothingNew(backends: readonly string[]): Refused | undefined {
  if (backends.length > 0) return undefined;
  return {
    code: 'object_not_found',
    message: 'Nothing new is taken: what is there is asked for where it is.',
  };
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
