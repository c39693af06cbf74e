/** What of a request or an answer a guard is shown, and what of it can't be shown. */
import type { FoundTexts, TextPiece, Unseen } from '../../api/text/index.ts';
import type { GuardConfig } from '../../config/types/guards.ts';
import type { ShownText } from './forms/guard-form.ts';

/** A text as it is shown, and what it is made of. */
export interface ShownPiece extends ShownText {
  /** The pieces that it is made of, by their places among those found. */
  readonly of: readonly number[];
}

export interface ShownTexts {
  readonly texts: readonly ShownPiece[];
  readonly unseen: readonly Unseen[];
}

/**
 * What one guard is shown of what was found. Models read the parts of a message as one text: so these are shown together,
 * too, and what is split over them is seen.
 *
 * @param isAll What was there before the last answer is shown as well.
 */
export function shownTo(
  { scan, maxTextBytes }: Pick<GuardConfig, 'scan' | 'maxTextBytes'>,
  { texts: found, unseen: hidden }: FoundTexts,
): ShownTexts {
  const isWanted = scan === 'all' ? () => true : ({ isNew }: { readonly isNew: boolean }) => isNew;
  const texts: ShownPiece[] = [];
  const unseen = hidden.filter(isWanted);
  let bytes = 0;
  let message: number[] = [];
  const joinMessage = () => {
    if (message.length > 1) {
      const text = message.map((place) => found[place]!.text).join('');
      texts.push({ text, role: found[message[0]!]!.role, of: message });
    }
    message = [];
  };
  for (const [place, piece] of found.entries()) {
    if (!isWanted(piece)) continue;
    const length = Buffer.byteLength(piece.text);
    if (bytes + length > maxTextBytes) {
      unseen.push({ kind: 'max_text', at: piece.at, isNew: piece.isNew });
      break;
    }
    bytes += length;
    const before = message.length === 0 ? undefined : found[message[0]!];
    if (before !== undefined && !isOfOneMessage(before, piece)) joinMessage();
    texts.push({ text: piece.text, role: piece.role, of: [place] });
    if (piece.kind === 'text' && (piece.message >= 0 || piece.role === 'system')) message.push(place);
  }
  joinMessage();
  return { texts, unseen };
}

function isOfOneMessage(a: TextPiece, b: TextPiece): boolean {
  return a.message === b.message && a.role === b.role;
}
