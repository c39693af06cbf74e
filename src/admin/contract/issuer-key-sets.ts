import { count, described, list, named, number, orNull, type TypeOf, text, whole } from './shape.ts';

/** The keys of an issuer, which its tokens are checked with. */
export const keySet = named(
  'KeySet',
  whole({
    /** By its name in the file; in metrics the label `issuer`. */
    issuer: text(),
    keys: described('How many can check tokens; 0 where they were never had.', count()),
    age_s: described(
      'How long ago they were fetched, in seconds; null where they were never had.',
      orNull(number()),
    ),
    /** Why they could not be renewed the last time; null where they could. */
    error: orNull(text()),
  }),
);
export type KeySet = TypeOf<typeof keySet>;

export const keySetsAnswer = named('KeySets', whole({ key_sets: list(keySet) }));
export type KeySetsAnswer = TypeOf<typeof keySetsAnswer>;
