/**
 * The destinations of requests that name no model, such as those for objects that backends keep: the endpoint alone
 * decides.
 */
import { type BuiltInName, endpoints } from '../../api/endpoints/index.ts';
import { isBoundToModels } from '../../config/derived/allowed-models.ts';
import type { Config } from '../../config/types/gateway.ts';
import { catalog, type ErrorCode, publicCode } from '../../errors.ts';
import { BackendTags, unmetByBackends } from '../../routing/backend-tags.ts';
import type { ExplainedDeployment, ExplainedOutcome, Explanation, Reason } from './explanation.ts';
import type { ExplainQuestion } from './question.ts';
import { keptText } from './text/stored-objects-text.ts';

export interface Refused {
  readonly code: ErrorCode;
  readonly message: string;
  /** The faulty field of the body. */
  readonly param?: string;
}

/**
 * Explains a request that makes a new stored object, in the form of one for a model: each backend appears as a
 * deployment of its own name, of the model ''.
 *
 * @param tags All wanted tags, including those of the key.
 * @param keyRefusal The reason why the key may not ask.
 */
export function explainKept(
  config: Config,
  question: ExplainQuestion,
  tags: readonly string[],
  keyRefusal: Refused | undefined,
): Explanation {
  const { stateful } = config;
  const { endpoint } = question;
  const isThere = stateful?.endpoints.includes(endpoint) === true;
  const backends = isThere ? (stateful.backends[endpoint] ?? []) : [];
  const refusal = isThere
    ? (keyRefusal ?? refusedForModels(config, question) ?? nothingNew(backends))
    : { code: 'unknown_path' as const, message: sentence(keptText(config, endpoint)) };
  return explainBackends(config, question, backends, tags, refusal);
}

/** The same for an endpoint that the configuration declares, whose requests name no model. */
export function explainWithoutModel(
  config: Config,
  question: ExplainQuestion,
  tags: readonly string[],
  keyRefusal: Refused | undefined,
): Explanation {
  const backends = (config.endpoints[question.endpoint]?.deployments ?? []).map(({ backend }) => backend);
  return explainBackends(config, question, backends, tags, keyRefusal);
}

/** @param refused The reason why none of them is asked. */
function explainBackends(
  config: Config,
  question: ExplainQuestion,
  backends: readonly string[],
  tags: readonly string[],
  refused: Refused | undefined,
): Explanation {
  const tagsOf = new BackendTags(config);
  const isDown = (backend: string) => question.down.includes(backend);
  const meeting = backends.filter((backend) => tagsOf.unmet(backend, tags).length === 0);
  const unmet: Refused | undefined =
    meeting.length === 0 && backends.length > 0
      ? { code: 'routing_requirements_not_met', message: unmetByBackends(tags) }
      : undefined;
  const refusal = refused ?? unmet ?? (meeting.every(isDown) ? allDown : undefined);
  let place = 0;
  const deployments = backends.map((backend, priority): ExplainedDeployment => {
    const reasons: Reason[] = [];
    if (refused !== undefined) reasons.push({ kind: 'key', text: refused.message.replace(/\.$/, '') });
    for (const tag of tagsOf.unmet(backend, tags)) reasons.push(lacking(tag));
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

function lacking(tag: string): Reason {
  const text = `not every deployment of this backend has ${JSON.stringify(tag)} on each endpoint that it serves`;
  return { kind: 'endpoint', text };
}

/** A batch names its models in a file: a key that may use only some models may make none. */
function refusedForModels({ keys }: Config, { endpoint, key }: ExplainQuestion): Refused | undefined {
  const needsAll =
    endpoints[endpoint as BuiltInName].operations?.some(({ needsAllModels }) => needsAllModels) === true;
  const asking = key === undefined ? undefined : keys.get(key);
  if (!needsAll || asking === undefined || !isBoundToModels(asking)) return undefined;
  return {
    code: 'model_not_allowed',
    message: 'This key may use some models only, and the gateway does not read the file of a batch.',
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
    message: 'New objects are refused; requests for existing ones go to their backends.',
  };
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
