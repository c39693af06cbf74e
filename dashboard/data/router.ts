import { useEffect, useState } from 'preact/hooks';
import type { PagePath } from '../../src/admin/contract/pages.ts';

/** The names of the pages, by their paths, in the order in which they are offered. */
export const pages = {
  '/dashboard': 'Overview',
  '/dashboard/models': 'Models',
  '/dashboard/keys': 'Keys',
  '/dashboard/costs': 'Costs',
  '/dashboard/routing': 'Routing',
  '/dashboard/configuration': 'Configuration',
  '/dashboard/live': 'Live',
} as const satisfies Readonly<Record<PagePath, string>>;

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

/**
 * A word of a page's state, kept in its address, so that it outlives a reload and can be sent to somebody. Typing leaves
 * no trail of addresses to go back through.
 */
export function useInAddress(
  name: string,
  otherwise = '',
): readonly [value: string, set: (value: string) => void] {
  const { search } = usePage();
  const value = search.get(name) ?? otherwise;
  const set = (next: string) => {
    const now = new URLSearchParams(location.search);
    if (next === otherwise) now.delete(name);
    else now.set(name, next);
    const words = now.toString();
    history.replaceState(null, '', words === '' ? location.pathname : `?${words}`);
    dispatchEvent(new Event(moved));
  };
  return [value, set];
}

/** The same for one of several words; what else stands in the address is the first of them. */
export function useChoiceInAddress<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): readonly [value: Word, set: (value: Word) => void] {
  const [value, set] = useInAddress(name, words[0]);
  return [words.find((word) => word === value) ?? words[0], set];
}

/** The same for a list of words without commas. */
export function useListInAddress(
  name: string,
): readonly [values: readonly string[], set: (values: readonly string[]) => void] {
  const [value, set] = useInAddress(name);
  return [value === '' ? [] : value.split(','), (values) => set(values.join(','))];
}

/** Follows a link without loading the document anew; what opens a new tab is left to the browser. */
export function follow(event: MouseEvent, path: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(path);
}
