import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PagePath } from '../src/admin/contract/pages.ts';
import type { SessionAnswer } from '../src/admin/contract/session.ts';
import { get, whenSignedOut } from './data/api.ts';
import { pages, usePage } from './data/router.ts';
import { SessionContext } from './data/session.ts';
import { Configuration } from './pages/configuration.tsx';
import { Costs } from './pages/costs.tsx';
import { Keys } from './pages/keys.tsx';
import { Live } from './pages/live.tsx';
import { Models } from './pages/models.tsx';
import { Overview } from './pages/overview.tsx';
import { Routing } from './pages/routing.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Notice } from './parts/elements.tsx';
import { Frame } from './parts/frame.tsx';

const views: Readonly<Record<PagePath, () => JSX.Element>> = {
  '/dashboard': Overview,
  '/dashboard/models': Models,
  '/dashboard/keys': Keys,
  '/dashboard/costs': Costs,
  '/dashboard/routing': Routing,
  '/dashboard/configuration': Configuration,
  '/dashboard/live': Live,
};

type Standing = 'asking' | { readonly failed: string } | SessionAnswer;

/** Signs in whoever isn't, and shows the page that the address names. */
export function App(): JSX.Element {
  const [standing, setStanding] = useState<Standing>('asking');
  const [wasIn, setWasIn] = useState(false);
  const { path } = usePage();
  const isIn = typeof standing === 'object' && 'may' in standing && standing.may !== null;

  const ask = () => {
    get('/api/session').then(
      (session) => {
        setStanding(session);
        if (session.may === null) return;
        setWasIn(true);
        forgetSignIn();
      },
      (error: unknown) => setStanding({ failed: error instanceof Error ? error.message : String(error) }),
    );
  };

  useEffect(() => {
    whenSignedOut(ask);
    ask();
  }, []);
  useEffect(() => {
    document.title = isIn ? `${pages[path]} · Gateway` : 'Gateway';
  }, [path, isIn]);

  if (standing === 'asking') return <p class="splash">Gateway</p>;
  if ('failed' in standing) {
    return (
      <main class="alone">
        <Notice tone="bad">
          <p>{standing.failed}</p>
          <button type="button" class="button" onClick={ask}>
            Try again
          </button>
        </Notice>
      </main>
    );
  }
  if (standing.may === null) return <SignIn isOver={wasIn} ways={standing.sign_in} onSignedIn={ask} />;
  const Page = views[path];
  return (
    <SessionContext.Provider value={standing}>
      <Frame
        path={path}
        onSignedOut={() => {
          setWasIn(false);
          ask();
        }}
      >
        <Page key={path} />
      </Frame>
    </SessionContext.Provider>
  );
}

/** The result of a sign-in is shown once. */
function forgetSignIn(): void {
  const words = new URLSearchParams(location.search);
  if (!words.has('sign_in')) return;
  words.delete('sign_in');
  const search = words.toString();
  history.replaceState(null, '', search === '' ? location.pathname : `?${search}`);
}
