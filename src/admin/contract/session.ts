import { described, named, oneOf, orNull, type TypeOf, text, time, whole } from './shape.ts';

/** The body of `POST /api/session`. */
export const signIn = named('SignIn', whole({ token: described('The admin `token`.', text()) }));

/** Who is signed in. */
export const sessionAnswer = named(
  'Session',
  whole({
    /** Null for nobody. */
    may: oneOf('read', 'change', null),
    /** When the session ends at the latest; null for a token, which has no session, and for nobody. */
    ends_at: orNull(time()),
  }),
);
export type SessionAnswer = TypeOf<typeof sessionAnswer>;
