import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types.ts';
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
  /** The key is taken as active, though it may be disabled or outside its dates. */
  readonly asActive?: true;
  /** Backend names or `MODEL/NAME`. */
  readonly down: readonly string[];
  /** The capabilities that the body evidently uses, where one is at hand. */
  readonly needs?: readonly string[];
  /** Estimates of what it costs, for strategies that weigh prices. */
  readonly tokens?: { readonly input: number; readonly output: number };
  /** What keeps requests of one session together; where it is absent, the key does. */
  readonly session?: string;
}

/**
 * What in a question names nothing of the configuration, as sentences. Unknown models and tags are none of it:
 * clients send such, and what they get is a fair question.
 */
export function questionProblems(config: Config, question: ExplainQuestion): readonly string[] {
  const problems: string[] = [];
  if (question.key !== undefined && !config.keys.has(question.key)) {
    problems.push(nothingNamed('key', question.key, config.keys.keys()));
  }
  if (question.down.length === 0) return problems;
  const deployments = [...config.models.values()].flatMap((model) => model.deployments.map(deploymentKey));
  const canBeDown = new Set([...config.backends.keys(), ...deployments]);
  for (const name of question.down) {
    if (!canBeDown.has(name)) problems.push(nothingNamed('backend or deployment', name, canBeDown));
  }
  return problems;
}

function nothingNamed(what: string, name: string, names: Iterable<string>): string {
  return `no ${what} is named "${name}"${didYouMean(name, names)}`;
}
