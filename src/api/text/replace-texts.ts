/** Puts other texts into a body, each in the place of one that was found there. All other bytes stay as they are. */
import type { FoundTexts, SignedBlock, TextPiece, TextSpan } from './extracted-text-types.ts';

/** The change of a piece. */
export interface ChangedText {
  readonly piece: TextPiece;
  readonly text: string;
}

/**
 * The body with the changed texts in it; undefined where one of them can't be put there.
 *
 * @param bytes Those that the pieces were found in.
 */
export function spliced(bytes: Buffer, changes: readonly ChangedText[]): Buffer | undefined {
  if (changes.some(({ piece }) => piece.span.isFixed === true)) return undefined;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { span, changes: inSpan } of bySpan(changes)) {
    const literal = literalOf(bytes, span, inSpan);
    if (literal === undefined || span.from < at) return undefined;
    pieces.push(bytes.subarray(at, span.from), Buffer.from(literal));
    at = span.to;
  }
  pieces.push(bytes.subarray(at));
  return Buffer.concat(pieces);
}

interface OfSpan {
  readonly span: TextSpan;
  readonly changes: ChangedText[];
}

/** Changes by the strings that they are in, in their order. */
function bySpan(changes: readonly ChangedText[]): readonly OfSpan[] {
  const spans = new Map<number, OfSpan>();
  for (const change of changes) {
    const { span } = change.piece;
    const known = spans.get(span.from);
    if (known === undefined) spans.set(span.from, { span, changes: [change] });
    else known.changes.push(change);
  }
  return [...spans.values()].sort((a, b) => a.span.from - b.span.from);
}

/** The string as JSON has it. */
function literalOf(bytes: Buffer, span: TextSpan, changes: readonly ChangedText[]): string | undefined {
  const [first] = changes;
  if (first!.piece.span.within === undefined)
    return changes.length === 1 ? JSON.stringify(first!.text) : undefined;
  const text = JSON.parse(bytes.toString('utf8', span.from, span.to)) as string;
  let changed = '';
  let at = 0;
  const inOrder = [...changes].sort((a, b) => a.piece.span.within!.from - b.piece.span.within!.from);
  for (const { piece, text: other } of inOrder) {
    const { from, to } = piece.span.within!;
    if (from < at) return undefined;
    changed += text.slice(at, from) + JSON.stringify(other);
    at = to;
  }
  return JSON.stringify(changed + text.slice(at));
}

/** The signed block that follows on a piece, and would no longer hold if that changed; undefined for none. */
export function signedAfter({ lastSigned }: FoundTexts, piece: TextPiece): SignedBlock | undefined {
  if (lastSigned === undefined) return undefined;
  // Texts outside turns, such as instructions, come before all of them, wherever they are written.
  if (piece.message < 0 || piece.message < lastSigned.message) return lastSigned;
  const isBefore = piece.message === lastSigned.message && piece.span.from < lastSigned.from;
  return isBefore ? lastSigned : undefined;
}
