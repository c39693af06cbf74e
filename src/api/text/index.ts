/**
 * What the rest of the code calls:
 *
 * - `requestTexts(endpoint, bytes, bounds)`, `answerTexts(endpoint, bytes, bounds)`: a `TextWalk` over a JSON body;
 * - `formTexts(form, bounds)`: the same of a form, `lineTexts(bytes, bounds)` of JSON lines (results of batches);
 * - `walked(walk)`: what it finds, at once where it takes less than 2 ms, else as a promise;
 * - `streamTexts(endpoint)`: a `StreamTexts`;
 * - `spliced(bytes, changes)`: the body with other texts in the places of some pieces;
 * - `signedAfter(found, piece)`: the first signed block that follows on a piece.
 */
export type {
  AddedText,
  EventTexts,
  FoundTexts,
  SignedBlock,
  StreamTexts,
  TextBounds,
  TextKind,
  TextPiece,
  TextRole,
  TextSpan,
  TextWalk,
  Unseen,
  UnseenKind,
} from './texts.ts';
