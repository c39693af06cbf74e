/** Puts texts that guards changed into a request. */
import { type FoundTexts, signedAfter, spliced, type TextPiece } from '../../api/text/index.ts';
import type { GatewayError } from '../../errors.ts';
import type { Exchange } from '../exchange.ts';
import { replaceBody } from '../reread-body.ts';
import { GuardRefusal } from './guard-refusal.ts';
import type { ShownPiece } from './shown-texts.ts';

/** The changes of one guard: the texts that it was shown, and those that it gave back changed, by their places. */
export interface Mask {
  readonly guard: string;
  readonly shown: readonly ShownPiece[];
  readonly texts: ReadonlyMap<number, string>;
}

/**
 * Puts the changed texts in their places.
 *
 * @returns The places, in words; a text that can't be changed is refused.
 * @throws GatewayError `guard_refused`
 */
export function applyMasks(exchange: Exchange, found: FoundTexts, masks: readonly Mask[]): readonly string[] {
  const { body, batched } = exchange;
  if ((body?.kind !== 'json' && body?.kind !== 'object') || batched !== undefined) {
    throw refusedMask(masks[0]!.guard, 'its form is one that nothing is put into');
  }
  const changed = new Map<number, string>();
  for (const { guard, shown, texts } of masks) {
    for (const [place, text] of texts) {
      const { of } = shown[place]!;
      if (of.length > 1) continue;
      const piece = of[0]!;
      if ((changed.get(piece) ?? text) !== text)
        throw refusedMask(guard, 'another guard changed it otherwise');
      changed.set(piece, text);
    }
    requireSame(guard, shown, texts, found.texts, changed);
  }
  const changes: { piece: TextPiece; text: string }[] = [];
  for (const [place, text] of changed) {
    const piece = found.texts[place]!;
    const signed = signedAfter(found, piece);
    if (signed !== undefined) {
      throw refusedMask(masks[0]!.guard, `what its model signed at ${signed.at} rests on ${piece.at}`);
    }
    changes.push({ piece, text });
  }
  const bytes = spliced(body.bytes, changes);
  if (bytes === undefined)
    throw refusedMask(masks[0]!.guard, 'what is changed is a name, or no text of its own');
  replaceBody(exchange, body, bytes);
  return changes.map(({ piece }) => piece.at);
}

/** A change of the parts of a message taken together has to be the change of each part. */
function requireSame(
  guard: string,
  shown: readonly ShownPiece[],
  texts: ReadonlyMap<number, string>,
  found: readonly TextPiece[],
  changed: ReadonlyMap<number, string>,
): void {
  for (const [place, text] of texts) {
    const { of } = shown[place]!;
    if (of.length < 2) continue;
    const made = of.map((piece) => changed.get(piece) ?? found[piece]!.text).join('');
    if (made !== text) throw refusedMask(guard, 'it is split over the parts of a message');
  }
}

function refusedMask(guard: string, why: string): GatewayError {
  return new GuardRefusal(
    `The guard ${guard} would change what the request says, and it can not be changed.`,
    `${guard}: a mask that can't be put in: ${why}`,
    { isStop: false },
  );
}
