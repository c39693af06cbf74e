import { described, named, oneOf, orNull, type TypeOf, text, time, truth, whole } from './shape.ts';

/** The body of `POST /api/session`. */
export const signIn = named('SignIn', whole({ token: described('The admin `token`.', text()) }));

/** Who is signed in. */
export const sessionAnswer = named(
  'Session',
  whole({
    /** Null for nobody. */
    may: oneOf('read', 'change', null),
    /** May read contents that are kept, too. */
    contents: truth(),
    /** When the session ends at the latest; null for a token, which has no session, and for nobody. */
    ends_at: orNull(time()),
    /** Whom the issuer named; null for whoever signed in with the token. */
    person: orNull(whole({ name: text(), subject: text() })),
    /** How people sign in here: with the token, at an OpenID provider, or both. */
    sign_in: whole({
      token: truth(),
      issuer: orNull(
        whole({
          name: text(),
          /** Whether it answers just now; null where that is not known yet, or nobody has to sign in. */
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
    /** Where a browser goes to sign out at the issuer, too; null where it is done. */
    continue_at: orNull(text()),
  }),
);
export type SignedOutAnswer = TypeOf<typeof signedOutAnswer>;
