import { outputTokens, type ServedEndpoint } from '../api/endpoints/index.ts';
import type { NestedModel, NestedModels } from '../api/endpoints/nested-models.ts';
import { bytesPerToken } from '../lib/token-size.ts';
import { mostOfOneRequest } from '../observe/usage.ts';

/** A picture, a sound or a document counts as so many tokens, however many bytes it has. */
const tokensPerBlock = 1000;

/** What is known of a request's size before it is sent. */
export interface RequestSize {
  readonly endpoint: ServedEndpoint;
  readonly bytes: number;
  /** Data URLs and base64 files, and how many of the bytes are theirs. */
  readonly blocks: number;
  readonly blockBytes: number;
  /** The largest answer that the request allows, where it says so. */
  readonly maxTokens: number | undefined;
  /** How many answers are to be made. */
  readonly copies: number;
}

export interface TokenEstimate {
  readonly input: number;
  readonly output: number;
  /** The request names no maximum: where less is left than `output`, less is reserved. */
  readonly isOpen: boolean;
  /** What advisors may use that the request names, which is reserved besides. */
  readonly beside?: number;
}

/** The tokens that a request is taken to use, until its answer says what it used. Whole numbers, whatever it asks for. */
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

/** The most of an advisor's answer that is reserved; 1,400 to 1,800 is usual ("Advisor tool", Anthropic). */
const mostAdvice = 4096;

type Advice = NonNullable<NestedModel['advises']>;

/** The tokens of an advisor's answer that are reserved, each time that it is asked. */
export function adviceTokens({ maxTokens = mostAdvice }: Advice): number {
  return Math.min(mostAdvice, maxTokens);
}

/** An estimate with what the advisors of a request may use: each is sent all of the request, every time. */
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
