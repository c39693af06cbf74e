import { useEffect, useState } from 'preact/hooks';

/** The pages by their paths: the same that the server answers. */
export const pages = {
  '/dashboard': 'Overview',
  '/dashboard/models': 'Models',
  '/dashboard/keys': 'Keys',
  '/dashboard/routing': 'Routing',
  '/dashboard/configuration': 'Configuration',
  '/dashboard/live': 'Live',
} as const;
export type PagePath = keyof typeof pages;

const moved = 'pagechange';

export function navigate(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new Event(moved));
  scrollTo(0, 0);
}

/** The page that is shown, and the search of its address. */
export function usePage(): { readonly path: PagePath; readonly search: URLSearchParams } {
  const read = () => ({ pathname: location.pathname, search: location.search });
  const [at, setAt] = useState(read);
  useEffect(() => {
    const follow = () => setAt(read());
    addEventListener('popstate', follow);
    addEventListener(moved, follow);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener(moved, follow);
    };
  }, []);
  const path = at.pathname in pages ? (at.pathname as PagePath) : '/dashboard';
  return { path, search: new URLSearchParams(at.search) };
}

/** Follows a link without loading the document anew; what opens a new tab is left to the browser. */
export function follow(event: MouseEvent, path: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(path);
}
