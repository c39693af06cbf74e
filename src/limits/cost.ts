import { outputTokens, type ServedEndpoint } from '../api/endpoints/index.ts';
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

function inputTokens(
  input: ServedEndpoint['estimate']['input'],
  { bytes, blocks, blockBytes }: Pick<RequestSize, 'bytes' | 'blocks' | 'blockBytes'>,
): number {
  if (input === 'none') return 0;
  return input === 'by_size'
    ? blocks * tokensPerBlock + Math.ceil((bytes - blockBytes) / bytesPerToken)
    : input;
}
