/** The texts of requests and answers, in any place: for guards. */

export { answerTexts, requestTexts, walked } from './body-texts.ts';
export { fileTexts } from './file-texts.ts';
export { formTexts } from './form-texts.ts';
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
} from './found-texts.ts';
export { withoutEscapes } from './nested-json.ts';
export { labelled, leading, notText } from './places/non-text-fields.ts';
export { isId, isWord } from './places/string-forms.ts';
export { type ChangedText, signedAfter, spliced } from './splice-texts.ts';
export { streamTexts } from './stream-texts.ts';
export { addressTexts } from './url-texts.ts';
