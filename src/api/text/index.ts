/** What is said in requests and answers, wherever it stands: for whoever has to look at it. */

export { addressTexts } from './address-texts.ts';
export { fileTexts } from './file-texts.ts';
export { formTexts } from './form-texts.ts';
export { withoutEscapes } from './inner-json.ts';
export { labelled, leading, notText } from './places/not-text.ts';
export { type ChangedText, signedAfter, spliced } from './spliced.ts';
export { streamTexts } from './stream-texts.ts';
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
export { answerTexts, requestTexts, walked } from './whole-texts.ts';
