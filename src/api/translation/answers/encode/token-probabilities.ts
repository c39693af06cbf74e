import { type JsonObject, objectsOf } from '../../../../lib/json.ts';
import type { Raw } from '../../json/json-node.ts';

/** A token that might have stood there. */
interface Alternative {
  readonly token: string;
  readonly logprob: number;
  /** Undefined where the backend does not give them. */
  readonly bytes: readonly unknown[] | undefined;
}

/** A token of an answer, with those that might have stood in its place. */
export interface TokenProbability extends Alternative {
  readonly top: readonly Alternative[];
}

/** A backend's probabilities of a text's tokens, without those of no token. */
export function probabilitiesIn(tokens: Raw): readonly TokenProbability[] {
  return alternatives(JSON.parse(tokens)).map(({ token, logprob, bytes, top }) => ({
    token,
    logprob,
    bytes,
    top: alternatives(top),
  }));
}

function alternatives(list: unknown): readonly (Alternative & { readonly top: unknown })[] {
  return objectsOf(list).flatMap(({ token, logprob, bytes, top_logprobs: top }: JsonObject) => {
    if (typeof token !== 'string' || typeof logprob !== 'number') return [];
    const isList = Array.isArray(bytes) && bytes.every((byte) => typeof byte === 'number');
    return [{ token, logprob, bytes: isList ? (bytes as readonly unknown[]) : undefined, top }];
  });
}
