import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get, whenSignedOut } from './data/api.ts';
import { type PagePath, pages, usePage } from './data/router.ts';
import { Configuration } from './pages/configuration.tsx';
import { Costs } from './pages/costs.tsx';
import { Keys } from './pages/keys.tsx';
import { Live } from './pages/live.tsx';
import { Models } from './pages/models.tsx';
import { Overview } from './pages/overview.tsx';
import { Routing } from './pages/routing.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Frame } from './parts/frame.tsx';
import { Notice } from './parts/small.tsx';

const views: Readonly<Record<PagePath, () => JSX.Element>> = {
  '/dashboard': Overview,
  '/dashboard/models': Models,
  '/dashboard/keys': Keys,
  '/dashboard/costs': Costs,
  '/dashboard/routing': Routing,
  '/dashboard/configuration': Configuration,
  '/dashboard/live': Live,
};

type Standing = 'asking' | 'out' | 'in' | { readonly failed: string };

/** Signs in whoever isn't, and shows the page that the address names. */
export function App(): JSX.Element {
  const [standing, setStanding] = useState<Standing>('asking');
  const [wasIn, setWasIn] = useState(false);
  const { path } = usePage();

  const ask = () => {
    get('/api/session').then(
      ({ may }) => {
        setStanding(may === null ? 'out' : 'in');
        if (may !== null) setWasIn(true);
      },
      (error: unknown) => setStanding({ failed: error instanceof Error ? error.message : String(error) }),
    );
  };

  useEffect(() => {
    whenSignedOut(() => setStanding('out'));
    ask();
  }, []);
  useEffect(() => {
    document.title = standing === 'in' ? `${pages[path]} · Gateway` : 'Gateway';
  }, [path, standing]);

  if (standing === 'asking') return <p class="splash">Gateway</p>;
  if (standing === 'out') return <SignIn isOver={wasIn} onSignedIn={ask} />;
  if (typeof standing === 'object') {
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
  const Page = views[path];
  return (
    <Frame
      path={path}
      onSignedOut={() => {
        setWasIn(false);
        setStanding('out');
      }}
    >
      <Page key={path} />
    </Frame>
  );
}
