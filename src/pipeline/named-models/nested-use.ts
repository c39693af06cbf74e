/** What an answer counts as that several models took part in, where it says what each of them used. */
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

/** Who answered, and what the models that its request names are called there. */
export interface AnsweredBy {
  readonly backend: string;
  readonly upstreamModel: string;
  readonly price: PriceConfig | undefined;
  readonly names: NestedNames | undefined;
}

/** What the model counts as that was asked for, and each other one. */
export interface SplitUse {
  readonly own: CountedUse;
  readonly others: readonly NestedUse[];
}

/** A model that is not the one that was asked for. */
interface Other {
  /** The id that it was named by. */
  readonly asked: string;
  readonly deployment: DeploymentConfig;
  readonly certainty: Certainty;
}

interface Share extends Other {
  readonly tokens: MutableUsage;
  costNanoUsd: number;
}

/**
 * Splits what was counted by the models that `usage.iterations` lists: each run costs what it costs by itself. A run whose
 * model is not named is that of the one that was asked for. What an attempt used that declined counts as if it were
 * billed. Of names that nobody has, an advisor or a fallback is taken for the dearest that the request could mean, and
 * what was counted is `estimated`; others are the one that was asked for, by another of its names.
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
    // The backend's own word is for all of it.
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
 * What the model used that was asked for. The figures of the whole are its own, of some of its runs at least ("Advisor
 * tool" in Anthropic's documentation), but where a fallback has answered, whose they are then.
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

/** Undefined for the model that was asked for. */
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
