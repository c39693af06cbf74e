// Made by scripts/generate-bodies.ts from the list of endpoints. Do not edit.

/** The first rule that a body breaks. */
export interface BodyProblem {
  /** JSON pointer to the value at fault, or to the object that lacks a field. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** True if a parsed body keeps the rules; otherwise `errors` holds one problem until the next call. */
export interface BodyValidator {
  (body: unknown): boolean;
  errors?: readonly BodyProblem[] | null;
}

export const chat_completions: BodyValidator;
export const completions: BodyValidator;
export const count_tokens: BodyValidator;
export const decisions: BodyValidator;
export const embeddings: BodyValidator;
export const image_edits: BodyValidator;
export const images: BodyValidator;
export const messages: BodyValidator;
export const moderations: BodyValidator;
export const realtime: BodyValidator;
export const realtime_client_secrets: BodyValidator;
export const rerank: BodyValidator;
export const responses: BodyValidator;
export const responses_compact: BodyValidator;
export const responses_input_tokens: BodyValidator;
export const speech: BodyValidator;
