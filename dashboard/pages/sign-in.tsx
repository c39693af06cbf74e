import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { change, get } from '../data/api.ts';
import { Notice } from '../parts/small.tsx';

const cookieRefused =
  'This browser did not keep the session cookie: some refuse secure cookies over plain HTTP. Use another one, or give `admin.tls`.';

interface SignInProps {
  /** There was a session, and it has ended. */
  readonly isOver: boolean;
  onSignedIn(): void;
}

/** Asks for the admin token. */
export function SignIn({ isOver, onSignedIn }: SignInProps): JSX.Element {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const signIn = async (token: string) => {
    setBusy(true);
    setError(undefined);
    try {
      await change('POST', '/api/session', { token });
      const { may } = await get('/api/session');
      if (may === null) throw new Error(cookieRefused);
      onSignedIn();
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
      setBusy(false);
      field.current?.select();
    }
  };

  return (
    <main class="alone">
      <form
        class="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn(field.current?.value ?? '');
        }}
      >
        <img src="/dashboard/icon.svg" alt="" width="40" height="40" />
        <h1>Gateway</h1>
        {isOver && error === undefined && <Notice tone="quiet">You have been signed out.</Notice>}
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {/* For password managers, which keep a password by the name it belongs to. */}
        <input type="text" name="username" autocomplete="username" value="admin" hidden readOnly />
        <label class="field">
          <span>Admin token</span>
          <input ref={field} type="password" name="token" autocomplete="current-password" required />
          <small>
            <code>admin.token</code> of the configuration
          </small>
        </label>
        <button type="submit" class="button primary" disabled={isBusy}>
          Sign in
        </button>
      </form>
    </main>
  );
}
