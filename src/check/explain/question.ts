import { endpointsOf, isDeployed } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { NestedModels } from '../../api/endpoints/nested-models.ts';
import type { Config } from '../../config/types/gateway.ts';
import { claimsFault } from '../../identity/key-for-claims.ts';
import type { Claims } from '../../lib/claims.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { deploymentKey } from '../../routing/routing-table.ts';

/** A request as an operator states it, with what is to be thought away. */
export interface ExplainQuestion {
  readonly endpoint: EndpointName;
  readonly model: string | undefined;
  readonly models: readonly string[];
  readonly tags: readonly string[];
  /** Key id; undefined stands for a key that may use everything. */
  readonly key: string | undefined;
  /** Of a token that was checked, in place of the key that a rule leads them to. */
  readonly claims?: Claims | undefined;
  /** The key is taken as active, though it may be disabled or outside its dates. */
  readonly asActive?: true;
  /** Backend names or `MODEL/NAME`. */
  readonly down: readonly string[];
  /** The capabilities that the body evidently uses, where one is at hand. */
  readonly needs?: readonly string[];
  /** The models that the body names beside its own, where one is at hand. */
  readonly nested?: NestedModels;
  /** Estimates of what it costs, for strategies that weigh prices. */
  readonly tokens?: { readonly input: number; readonly output: number };
  /** What keeps requests of one session together; where it is absent, the key does. */
  readonly session?: string;
  /** It is asked on a WebSocket: a turn of one, or what opens a session. Left out for a plain request. */
  readonly socket?: AskedSocket | undefined;
}

/** The WebSocket that a request comes on. */
export interface AskedSocket {
  /** The site whose page opens it; left out for a program. */
  readonly origin?: string | undefined;
  /** What the event says of how it is carried, where one is at hand. */
  readonly turn?: AskedTurn | undefined;
}

/** What a client's event says beside the request that it is. */
export interface AskedTurn {
  /** Its `stream_id`; left out for the turns without one. */
  readonly lane?: string | undefined;
  /** `generate: false`. */
  readonly isWarmUp: boolean;
  /** `store: false`. */
  readonly isUnstored: boolean;
  /** The gateway asks for encrypted reasoning, which the client did not. */
  readonly asksReasoning: boolean;
  /** Its `previous_response_id`. */
  readonly previous?: string | undefined;
}

/**
 * What in a question names nothing of the configuration, as sentences. Unknown models and tags are none of it:
 * clients send such, and what they get is a fair question.
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

/** Whether there is such a `MODEL/NAME`. */
function isDeployment({ models }: Config, name: string): boolean {
  const { deployments = [] } = models.get(name.slice(0, Math.max(0, name.lastIndexOf('/')))) ?? {};
  return deployments.some((deployment) => deploymentKey(deployment) === name);
}

function nothingNamed(what: string, name: string, names: Iterable<string>): string {
  return `no ${what} is named "${name}"${didYouMean(name, names)}`;
}
