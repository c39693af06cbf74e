import { described, named, oneOf, orNull, type TypeOf, text, time, truth, whole } from './shape.ts';

/** The body of `POST /api/session`. */
export const signIn = named('SignIn', whole({ token: described('The admin `token`.', text()) }));

/** The person or token that is signed in. */
export const sessionAnswer = named(
  'Session',
  whole({
    /** Null for nobody. */
    may: oneOf('read', 'change', null),
    /** May read contents that are kept, too. */
    contents: truth(),
    /** When the session ends at the latest; null for a token, which has no session, and for nobody. */
    ends_at: orNull(time()),
    /** The person that the issuer named; null after a sign-in with the token. */
    person: orNull(whole({ name: text(), subject: text() })),
    /** The ways to sign in here: with the token, at an OpenID provider, or both. */
    sign_in: whole({
      token: truth(),
      issuer: orNull(
        whole({
          name: text(),
          /** True while the issuer answers; null while that is unknown or nobody has to sign in. */
          answers: orNull(truth()),
        }),
      ),
    }),
  }),
);
export type SessionAnswer = TypeOf<typeof sessionAnswer>;

export const signedOutAnswer = named(
  'SignedOut',
  whole({
    /** The issuer's address for signing out there too; null if nothing is left to do. */
    continue_at: orNull(text()),
  }),
);
export type SignedOutAnswer = TypeOf<typeof signedOutAnswer>;
