/** Why somebody is not signed in, as the sign-in page tells it; the dashboard has a sentence for each. */
export const signInFaults = [
  'issuer_unavailable',
  'client_refused',
  'begin_again',
  'refused',
  'not_valid',
  'no_role',
  'too_many',
] as const;
export type SignInFaultCode = (typeof signInFaults)[number];

/** A sign-in that comes to nothing. The message is for the log, and holds no token. */
export class SignInFault extends Error {
  override readonly name = 'SignInFault';
  readonly code: SignInFaultCode;

  constructor(code: SignInFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
