/** The texts of requests and answers, in any place: for guards. */

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
} from './extracted-text-types.ts';
export { labelled, leading, notText } from './field-rules/non-text-fields.ts';
export { isId, isWord } from './field-rules/string-formats.ts';
export { fileTexts, mediaKindOf } from './file-texts.ts';
export { answerTexts, requestTexts, walked } from './json-body-texts.ts';
export { withoutEscapes } from './json-in-strings.ts';
export { formTexts } from './multipart-texts.ts';
export { type ChangedText, signedAfter, spliced } from './replace-texts.ts';
export { streamTexts } from './stream-texts.ts';
export { addressTexts } from './url-texts.ts';
