import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionAnswer } from '../../src/admin/contract/session.ts';
import type { SignInFaultCode } from '../../src/admin/sign-in/sign-in-fault.ts';
import { change, get } from '../data/api.ts';
import { useInAddress } from '../data/router.ts';
import { Notice } from '../parts/elements.tsx';

const cookieRefused =
  'This browser did not keep the session cookie: some refuse secure cookies over plain HTTP. Use another one, or give `admin.tls`.';

type Ways = SessionAnswer['sign_in'];

/** The result of a sign-in at the issuer, by the word that the gateway leaves in the address. */
const outcomes: Readonly<Record<Exclude<SignInFaultCode, 'issuer_unavailable'>, string>> = {
  client_refused:
    "The issuer refused the gateway's own credential: see the gateway's log. Until that is fixed, sign in with the admin token.",
  begin_again: 'That sign-in took more than ten minutes, or was begun in another browser. Begin again.',
  refused: 'The issuer refused the sign-in, or its answer was used before.',
  not_valid: "The issuer's answer is not valid, so you are not signed in. Begin again.",
  no_role: 'The issuer knows you, but you have no role here: ask the operator of this gateway for one.',
  too_many: 'Too many sign-ins from here have failed. Try again in a minute.',
};

interface SignInProps {
  /** There was a session, and it has ended. */
  readonly isOver: boolean;
  readonly ways: Ways;
  onSignedIn(): void;
}

/** Sends people to the issuer, or asks for the admin token. */
export function SignIn({ isOver, ways, onSignedIn }: SignInProps): JSX.Element {
  const [outcome] = useInAddress('sign_in');
  const [error, setError] = useState<string>();
  const { issuer, token } = ways;
  const isDown = issuer !== null && (issuer.answers === false || outcome === 'issuer_unavailable');
  const told = outcome in outcomes ? outcomes[outcome as keyof typeof outcomes] : undefined;
  return (
    <main class="alone">
      <div class="sign-in">
        <img src="/dashboard/icon.svg" alt="" width="40" height="40" />
        <h1>Gateway</h1>
        {isOver && error === undefined && told === undefined && (
          <Notice tone="quiet">You have been signed out.</Notice>
        )}
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {issuer !== null && told !== undefined && error === undefined && <Notice tone="bad">{told}</Notice>}
        {isDown && (
          <Notice tone="warn">
            {issuer.name} does not answer.{' '}
            {token ? 'Until it does, sign in with the admin token.' : 'Try again in a moment.'}
          </Notice>
        )}
        {issuer !== null && (
          <a class={isDown ? 'button' : 'button primary'} href={`/dashboard/login?return=${whereTo()}`}>
            Sign in with {issuer.name}
          </a>
        )}
        {issuer === null || isDown
          ? token && <TokenForm onError={setError} onSignedIn={onSignedIn} />
          : token && (
              <details>
                <summary>Use the admin token</summary>
                <TokenForm isSecond onError={setError} onSignedIn={onSignedIn} />
              </details>
            )}
        {issuer === null && !token && (
          <Notice tone="warn">
            Nobody can sign in here: set <code>admin.token</code>, <code>admin.read_token</code> or{' '}
            <code>admin.oidc</code>.
          </Notice>
        )}
      </div>
    </main>
  );
}

/** The page that is open, to come back to. */
function whereTo(): string {
  const words = new URLSearchParams(location.search);
  words.delete('sign_in');
  const search = words.toString();
  return encodeURIComponent(location.pathname + (search === '' ? '' : `?${search}`));
}

interface TokenFormProps {
  /** It is not what people usually sign in with. */
  readonly isSecond?: boolean;
  onError(error: string | undefined): void;
  onSignedIn(): void;
}

function TokenForm({ isSecond = false, onError, onSignedIn }: TokenFormProps): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isSecond) field.current?.focus();
  }, []);

  const signIn = async (token: string) => {
    setBusy(true);
    onError(undefined);
    try {
      await change('POST', '/api/session', { token });
      const { may } = await get('/api/session');
      if (may === null) throw new Error(cookieRefused);
      onSignedIn();
    } catch (refused) {
      onError(refused instanceof Error ? refused.message : String(refused));
      setBusy(false);
      field.current?.select();
    }
  };

  return (
    <form
      class="token-form"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn(field.current?.value ?? '');
      }}
    >
      {/* For password managers, which keep a password by the name it belongs to. */}
      <input type="text" name="username" autocomplete="username" value="admin" hidden readOnly />
      <label class="field">
        <span>Token</span>
        <input ref={field} type="password" name="token" autocomplete="current-password" required />
        <small>
          <code>admin.token</code> of the configuration, or <code>admin.read_token</code> for read access
        </small>
      </label>
      <button type="submit" class={isSecond ? 'button' : 'button primary'} disabled={isBusy}>
        {isSecond ? 'Sign in with the token' : 'Sign in'}
      </button>
    </form>
  );
}
