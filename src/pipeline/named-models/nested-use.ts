/** Splits the usage of an answer in which several models took part, if it reports each one's share. */
import type { CountedUse } from '../../api/answer-usage.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import type { PriceConfig } from '../../config/types/prices.ts';
import { costNanoUsd } from '../../observe/cost.ts';
import type { NestedUse } from '../../observe/request-event.ts';
import {
  addUsage,
  type Certainty,
  type IterationUse,
  type MutableUsage,
  noCounts,
  noUsage,
  type TokenCounter,
  tokenCounters,
  type Usage,
} from '../../observe/usage.ts';
import { isSameModel } from '../../routing/batch-prices.ts';
import type { NestedNames, NestingRules } from '../../routing/nested-models.ts';

/** The deployment that answered, and its names for the models that the request names. */
export interface AnsweredBy {
  readonly backend: string;
  readonly upstreamModel: string;
  readonly price: PriceConfig | undefined;
  readonly names: NestedNames | undefined;
}

/** The usage of the requested model, and of each other one. */
export interface SplitUse {
  readonly own: CountedUse;
  readonly others: readonly NestedUse[];
}

/** A model other than the requested one. */
interface Other {
  /** The id in the request. */
  readonly asked: string;
  readonly deployment: DeploymentConfig;
  readonly certainty: Certainty;
}

interface Share extends Other {
  readonly tokens: MutableUsage;
  costNanoUsd: number;
}

/**
 * Splits the count by the models that `usage.iterations` lists: each run has its own cost. A run without a model
 * belongs to the requested one. The usage of an attempt that declined counts as if it were billed. For an unknown name,
 * an advisor or a fallback counts as the dearest that the request could mean, and the count is `estimated`; any other
 * unknown name counts as another name of the requested model.
 */
export function splitUse(counted: CountedUse, by: AnsweredBy, rules: NestingRules): SplitUse {
  const { iterations = [], ...whole } = counted.usage;
  const { serviceTier, reportedUsd } = whole;
  const ownRuns: Usage[] = [];
  const shares = new Map<string, Share>();
  for (const iteration of iterations) {
    const usage: Usage = { ...iteration.usage, serviceTier: iteration.usage.serviceTier ?? serviceTier };
    const other = otherOf(iteration, by, rules);
    if (other === undefined) {
      ownRuns.push(usage);
      continue;
    }
    const { model, name, price } = other.deployment;
    const key = `${other.asked} ${model}/${name} ${other.certainty}`;
    const share = shares.get(key) ?? { ...other, tokens: { ...noCounts }, costNanoUsd: 0 };
    shares.set(key, share);
    addUsage(share.tokens, usage);
    // The backend's own figure covers all of it.
    if (price !== undefined && reportedUsd === undefined) share.costNanoUsd += costNanoUsd(price, usage);
  }
  const isReplaced = iterations.some(({ type }) => type === 'fallback_message');
  return {
    own: ownUse(counted, whole, ownRuns, isReplaced, by.price),
    others: [...shares.values()].map(({ deployment, ...share }) => ({
      ...share,
      model: deployment.model,
      deployment: deployment.name,
      backend: by.backend,
      upstreamModel: deployment.upstreamModel,
    })),
  };
}

/**
 * The usage of the requested model. The figures of the whole are its own, of some of its runs at least ("Advisor tool"
 * in Anthropic's documentation), except if a fallback has answered, which they belong to then.
 */
function ownUse(
  counted: CountedUse,
  whole: Usage,
  runs: readonly Usage[],
  isReplaced: boolean,
  price: PriceConfig | undefined,
): CountedUse {
  const sum = { ...noCounts };
  for (const run of runs) addUsage(sum, run);
  const isMore = ({ input, output }: Pick<Usage, 'input' | 'output'>) =>
    sum.input < input || sum.output < output;
  const tokens: Partial<Record<TokenCounter, number>> = {};
  for (const counter of tokenCounters)
    tokens[counter] = isReplaced ? sum[counter] : Math.max(whole[counter], sum[counter]);
  const own = { ...counted, usage: { ...whole, ...tokens } };
  if (price?.tiers === undefined || whole.reportedUsd !== undefined || (!isReplaced && isMore(whole))) {
    return own;
  }
  const [first = noUsage, ...others] = runs;
  const perRequest = costNanoUsd(price, noUsage);
  let cost = costNanoUsd(price, { ...first, toolCalls: whole.toolCalls });
  for (const run of others) cost += costNanoUsd(price, run) - perRequest;
  return { ...own, costNanoUsd: cost };
}

/** Undefined for the requested model. */
function otherOf(
  { type, model, usage }: IterationUse,
  by: AnsweredBy,
  rules: NestingRules,
): Other | undefined {
  const isOther = type === 'advisor_message' || type === 'fallback_message' || type === 'rest';
  if (model === undefined) return isOther ? dearest(by, usage) : undefined;
  if (isSameModel(model, by.upstreamModel)) return undefined;
  for (const [asked, { deployment }] of by.names ?? []) {
    if (isSameModel(model, deployment.upstreamModel)) return { asked, deployment, certainty: 'measured' };
  }
  const deployment = rules.deploymentOn(by.backend, model);
  if (deployment !== undefined) return { asked: deployment.model, deployment, certainty: 'measured' };
  return isOther ? dearest(by, usage) : undefined;
}

function dearest({ names }: AnsweredBy, usage: Usage): Other | undefined {
  let found: Other | undefined;
  let most = -1;
  for (const [asked, { deployment }] of names ?? []) {
    const cost = deployment.price === undefined ? 0 : costNanoUsd(deployment.price, usage);
    if (cost <= most) continue;
    most = cost;
    found = { asked, deployment, certainty: 'estimated' };
  }
  return found;
}
