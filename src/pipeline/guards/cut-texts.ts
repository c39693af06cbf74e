/** Texts as a guard takes them: what is too long in pieces that overlap, and as many together as one call may have. */
import type { GuardForm, ShownText } from './forms/guard-form.ts';

/** A text, or a piece of one. */
export interface CutText extends ShownText {
  /** The place of its text among all. */
  readonly of: number;
  readonly isPiece: boolean;
}

/** The most characters of a piece that are in the next one, too. */
const longestOverlap = 1000;

/** The calls that some texts take, in their order. */
export function* callsFor(
  texts: readonly (readonly [of: number, text: ShownText])[],
  { textLength, callLength, callTexts }: Pick<GuardForm, 'textLength' | 'callLength' | 'callTexts'>,
): Generator<readonly CutText[]> {
  let call: CutText[] = [];
  let length = 0;
  for (const [of, text] of texts) {
    for (const cut of cutsOf(of, text, textLength)) {
      if (call.length === callTexts || (call.length > 0 && length + cut.text.length > callLength)) {
        yield call;
        call = [];
        length = 0;
      }
      call.push(cut);
      length += cut.text.length;
    }
  }
  if (call.length > 0) yield call;
}

function* cutsOf(of: number, { text: said, role }: ShownText, most: number): Generator<CutText> {
  const text = wellFormed(said);
  if (text.length <= most) {
    yield { text, role, of, isPiece: false };
    return;
  }
  const overlap = Math.min(longestOverlap, Math.floor(most / 10));
  for (let from = 0; ; ) {
    const to = wholeAt(text, Math.min(text.length, from + most));
    yield { text: text.slice(from, to), role, of, isPiece: true };
    if (to === text.length) return;
    from = wholeAt(text, to - overlap);
  }
}

const halves = /\p{Surrogate}/gu;

/**
 * A text with a mark in place of each half of a character that stands alone. JSON can say such halves and UTF-8 can't: services
 * fail over them, and whoever sends one would have the guard fail.
 */
export function wellFormed(text: string): string {
  return text.replace(halves, '\ufffd');
}

/** The place, or the one before it where a character would be cut in two. */
export function wholeAt(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at;
  const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const isHigh = (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return isLow && isHigh ? at - 1 : at;
}
