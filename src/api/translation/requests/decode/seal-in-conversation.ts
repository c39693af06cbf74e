import { type Literal, textOf } from '../../json/json-node.ts';
import type { Seal } from '../../neutral/seal.ts';
import type { Block } from '../../neutral/turn-request.ts';
import { openSeal } from '../../shared/seals.ts';
import type { Draft } from './draft.ts';

/**
 * The seal of the gateway's that stands in the place of a signature or of encrypted content. What is none, or is malformed,
 * is dropped: it belongs to the client's own dialect, whose vendor alone can read it.
 *
 * @param path Of the signature or the encrypted content.
 */
export function sealIn(literal: Literal | undefined, path: string, draft: Draft): Seal | undefined {
  if (literal === undefined || literal.length === 2) return undefined;
  const seal = literal.startsWith('"gw1.') ? openSeal(textOf(literal)) : undefined;
  if (seal !== undefined && seal !== 'malformed') return seal;
  draft.drop(path);
  return undefined;
}

/** Blocks in which the seal of a call is at its call, not before it. */
export function withSealsAtCalls(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some((block) => block.kind === 'reasoning' && block.seal?.isOfCall)) return blocks;
  const kept: Block[] = [];
  for (const block of blocks) {
    const before = kept.at(-1);
    if (block.kind === 'call' && before?.kind === 'reasoning' && before.seal?.isOfCall) {
      kept[kept.length - 1] = { ...block, seal: before.seal };
    } else kept.push(block);
  }
  return kept;
}
