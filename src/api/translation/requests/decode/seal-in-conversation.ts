import { type Literal, textOf } from '../../json/json-node.ts';
import type { Seal } from '../../neutral/seal.ts';
import { openSeal } from '../../shared/seals.ts';
import type { Draft } from './request-draft.ts';

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
