import { endpointsOf, isDeployed } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { NestedModels } from '../../api/endpoints/nested-models.ts';
import type { Config } from '../../config/types/gateway.ts';
import { claimsFault } from '../../identity/key-for-claims.ts';
import type { Claims } from '../../lib/claims.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { deploymentKey } from '../../routing/routing-table.ts';

/** A request in an operator's words, with the simulated outage. */
export interface ExplainQuestion {
  readonly endpoint: EndpointName;
  readonly model: string | undefined;
  readonly models: readonly string[];
  readonly tags: readonly string[];
  /** Key id; undefined for a key that may use everything. */
  readonly key: string | undefined;
  /** Claims of a verified token, in place of the key that a rule gives them. */
  readonly claims?: Claims | undefined;
  /** The key counts as active, though it may be disabled or outside its dates. */
  readonly asActive?: true;
  /** Backend names or `MODEL/NAME`. */
  readonly down: readonly string[];
  /** The capabilities that the body evidently uses, if there is a body. */
  readonly needs?: readonly string[];
  /** The models that the body names beside its own, if there is a body. */
  readonly nested?: NestedModels;
  /** Estimates of its tokens, for strategies that weigh prices. */
  readonly tokens?: { readonly input: number; readonly output: number };
  /** The session whose requests stay together; if absent, the key takes its place. */
  readonly session?: string;
  /** It comes on a WebSocket: as a turn, or as the opening of a session. Absent for a plain request. */
  readonly socket?: AskedSocket | undefined;
}

/** The WebSocket that a request comes on. */
export interface AskedSocket {
  /** The site whose page opens it; absent for a program. */
  readonly origin?: string | undefined;
  /** The event's own words on how it is carried, if there is an event. */
  readonly turn?: AskedTurn | undefined;
}

/** The parts of a client's event beside the request in it. */
export interface AskedTurn {
  /** Its `stream_id`; absent for turns without one. */
  readonly lane?: string | undefined;
  /** `generate: false`. */
  readonly isWarmUp: boolean;
  /** `store: false`. */
  readonly isUnstored: boolean;
  /** The gateway asks for encrypted reasoning, which the client did not ask for. */
  readonly asksReasoning: boolean;
  /** Its `previous_response_id`. */
  readonly previous?: string | undefined;
}

/**
 * Names in a question that the configuration does not have, as sentences. Unknown models and tags are not among them:
 * clients send such, and the answer to them is a fair question.
 */
export function questionProblems(config: Config, question: ExplainQuestion): readonly string[] {
  const problems: string[] = [];
  const endpoints = endpointsOf(config);
  const { names } = endpoints;
  const { endpoint } = question;
  if (!names.includes(endpoint)) problems.push(nothingNamed('endpoint', endpoint, names));
  else if (isDeployed(endpoints.of(endpoint)) && modelOf(config, question) === undefined)
    problems.push('name the "model" of the request');
  if (question.key !== undefined && !config.keys.has(question.key)) {
    problems.push(nothingNamed('key', question.key, config.keys.keys()));
  }
  const fault = question.claims && claimsFault(config.identity, question.claims);
  if (fault !== undefined) problems.push(fault);
  for (const name of question.down) {
    if (config.backends.has(name) || isDeployment(config, name)) continue;
    const deployments = [...config.models.values()].flatMap((model) => model.deployments.map(deploymentKey));
    problems.push(nothingNamed('backend or deployment', name, [...config.backends.keys(), ...deployments]));
  }
  return problems;
}

function modelOf(
  { endpoints: said }: Config,
  { endpoint, model, models }: ExplainQuestion,
): string | undefined {
  return model ?? models[0] ?? said[endpoint]?.defaultModel;
}

/** True if `MODEL/NAME` exists. */
function isDeployment({ models }: Config, name: string): boolean {
  const { deployments = [] } = models.get(name.slice(0, Math.max(0, name.lastIndexOf('/')))) ?? {};
  return deployments.some((deployment) => deploymentKey(deployment) === name);
}

function nothingNamed(what: string, name: string, names: Iterable<string>): string {
  return `no ${what} is named "${name}"${didYouMean(name, names)}`;
}
