import { count, described, list, named, number, oneOf, orNull, type TypeOf, text, whole } from './shape.ts';

/** The source of a credential that is renewed while the gateway runs. The value itself appears nowhere. */
export const credential = named(
  'Credential',
  whole({
    /** The first backend that uses it; in metrics the label `source`. */
    name: text(),
    backends: list(text()),
    kind: oneOf('file', 'exec', 'oauth2', 'aws', 'google', 'azure'),
    /** The identity behind the credential: a role's ARN, a service account, a client id, the path of a file. */
    subject: orNull(text()),
    region: orNull(text()),
    state: described(
      '`starting` before its first value; `failing` while the last renewal failed and the value before is good; `out` once that has run out.',
      oneOf('starting', 'valid', 'failing', 'out'),
    ),
    valid_for_s: described(
      'How long it may still be used, in seconds; null where there is none, and for one that does not run out.',
      orNull(number()),
    ),
    /** The number of the current value, counted from 1. */
    generation: count(),
    /** Why the last renewal failed; null where it did not. */
    error: orNull(whole({ code: text(), reason: text() })),
  }),
);
export type Credential = TypeOf<typeof credential>;

export const credentialsAnswer = named('Credentials', whole({ credentials: list(credential) }));
export type CredentialsAnswer = TypeOf<typeof credentialsAnswer>;
