import { outputTokens, type ServedEndpoint } from '../api/endpoints/index.ts';
import type { NestedModel, NestedModels } from '../api/endpoints/nested-models.ts';
import { bytesPerToken } from '../lib/token-size.ts';
import { mostOfOneRequest } from '../observe/usage.ts';

/** Tokens that a picture, a sound or a document of any size counts as. */
const tokensPerBlock = 1000;

/** The known size of a request before it is sent. */
export interface RequestSize {
  readonly endpoint: ServedEndpoint;
  readonly bytes: number;
  /** Data URLs and base64 files, and the number of their bytes. */
  readonly blocks: number;
  readonly blockBytes: number;
  /** The largest answer that the request allows, if it names one. */
  readonly maxTokens: number | undefined;
  /** The number of answers to make. */
  readonly copies: number;
}

export interface TokenEstimate {
  readonly input: number;
  readonly output: number;
  /** The request names no maximum: if less is left than `output`, less is reserved. */
  readonly isOpen: boolean;
  /** The tokens that named advisors may use, which are reserved as well. */
  readonly beside?: number;
}

/** The estimated tokens of a request, until its answer reports its real use. Whole numbers for any request. */
export function estimateTokens({
  endpoint,
  bytes,
  blocks,
  blockBytes,
  maxTokens,
  copies,
}: RequestSize): TokenEstimate {
  const { input, output } = endpoint.estimate;
  return {
    input: inputTokens(input, { bytes, blocks, blockBytes }),
    output: Math.min(mostOfOneRequest, Math.ceil(outputTokens(endpoint, maxTokens, copies))),
    isOpen: output > 0 && maxTokens === undefined,
  };
}

/** The most tokens of an advisor's answer that are reserved; 1,400 to 1,800 is usual ("Advisor tool", Anthropic). */
const mostAdvice = 4096;

type Advice = NonNullable<NestedModel['advises']>;

/** The reserved tokens of an advisor's answer, for each question to it. */
export function adviceTokens({ maxTokens = mostAdvice }: Advice): number {
  return Math.min(mostAdvice, maxTokens);
}

/** An estimate with the use of the request's advisors: each gets all of the request, every time. */
export function withAdvisors(estimate: TokenEstimate, nested: NestedModels | undefined): TokenEstimate {
  let beside = 0;
  for (const { advises } of nested?.named ?? []) {
    if (advises === undefined) continue;
    beside += advises.uses * (estimate.input + adviceTokens(advises));
  }
  if (beside === 0) return estimate;
  return { ...estimate, beside: Math.min(mostOfOneRequest, Math.ceil(beside)) };
}

function inputTokens(
  input: ServedEndpoint['estimate']['input'],
  { bytes, blocks, blockBytes }: Pick<RequestSize, 'bytes' | 'blocks' | 'blockBytes'>,
): number {
  if (input === 'none') return 0;
  return input === 'by_size'
    ? blocks * tokensPerBlock + Math.ceil((bytes - blockBytes) / bytesPerToken)
    : input;
}
