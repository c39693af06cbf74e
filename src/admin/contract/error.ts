import { named, type TypeOf, text, whole } from './shape.ts';

/** The form of every error. */
export const errorAnswer = named(
  'Error',
  whole({ error: whole({ message: text(), type: text(), code: text() }) }),
);
export type ErrorAnswer = TypeOf<typeof errorAnswer>;
