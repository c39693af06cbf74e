/** The texts of a request or an answer that a guard is shown, and the content that it can't be shown. */
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
 * The found texts in the form that one guard is shown. Models read the parts of a message as one text, and some vendors
 * merge consecutive messages of one role. So these are shown together, too, and a text split over them is seen.
 *
 * @param areOfOne Texts outside of messages are parts of one, like those of a whole answer.
 */
export function shownTo(
  { scan, maxTextBytes }: Pick<GuardConfig, 'scan' | 'maxTextBytes'>,
  { texts: found, unseen: hidden }: FoundTexts,
  areOfOne = false,
): ShownTexts {
  const isWanted = scan === 'all' ? () => true : ({ isNew }: { readonly isNew: boolean }) => isNew;
  const texts: ShownPiece[] = [];
  const unseen = hidden.filter(isWanted);
  let bytes = 0;
  const show = (of: readonly number[]) => {
    const text = of.map((place) => found[place]!.text).join('');
    texts.push({ text, role: found[of[0]!]!.role, of });
  };
  const parts = new Together(found, isOfOneMessage, show);
  const turns = new Together(found, isOfOneRole, (of) => {
    // The parts of one message are shown as such.
    if (found[of[0]!]!.message !== found[of.at(-1)!]!.message) show(of);
  });
  for (const [place, piece] of found.entries()) {
    if (!isWanted(piece)) continue;
    const length = Buffer.byteLength(piece.text);
    if (bytes + length > maxTextBytes) {
      unseen.push({ kind: 'max_text', at: piece.at, isNew: piece.isNew });
      break;
    }
    bytes += length;
    parts.meet(piece);
    turns.meet(piece);
    texts.push({ text: piece.text, role: piece.role, of: [place] });
    if (piece.kind !== 'text') continue;
    if (areOfOne || piece.message >= 0 || piece.role === 'system') parts.add(place);
    if (piece.message >= 0 && areMerged.has(piece.role)) turns.add(place);
  }
  parts.end();
  turns.end();
  return { texts, unseen };
}

/** Texts that follow each other and are read as one, as long as they do. */
class Together {
  readonly #found: readonly TextPiece[];
  readonly #goOn: (before: TextPiece, piece: TextPiece) => boolean;
  readonly #show: (of: readonly number[]) => void;
  #of: number[] = [];

  constructor(
    found: readonly TextPiece[],
    goOn: (before: TextPiece, piece: TextPiece) => boolean,
    show: (of: readonly number[]) => void,
  ) {
    this.#found = found;
    this.#goOn = goOn;
    this.#show = show;
  }

  /** Ends the texts that a piece does not continue. */
  meet(piece: TextPiece): void {
    const last = this.#of.at(-1);
    if (last !== undefined && !this.#goOn(this.#found[last]!, piece)) this.end();
  }

  add(place: number): void {
    this.#of.push(place);
  }

  end(): void {
    if (this.#of.length > 1) this.#show(this.#of);
    this.#of = [];
  }
}

const areMerged: ReadonlySet<TextPiece['role']> = new Set(['system', 'user', 'assistant']);
/** A part of a message; an item of a list, such as an input of embeddings, is a text by itself. */
const inMessage = /^\w+\[\d+\]\./;

function isOfOneMessage(a: TextPiece, b: TextPiece): boolean {
  return a.message === b.message && a.role === b.role;
}

function isOfOneRole(a: TextPiece, b: TextPiece): boolean {
  if (a.message === b.message) return a.role === b.role;
  return a.role === b.role && inMessage.test(b.at);
}
