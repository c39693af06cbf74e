const home = '/dashboard';
/** Only its form is of interest. */
const anyOrigin = 'http://dashboard.invalid';

/**
 * The page after signing in: a page of the dashboard, with its query. Everything else, other hosts above all, leads to
 * the first page.
 */
export function returnPath(wanted: string | null): string {
  if (wanted === null || wanted.length > 2048 || !URL.canParse(wanted, anyOrigin)) return home;
  const { origin, pathname, search } = new URL(wanted, anyOrigin);
  const isPage = /^\/dashboard(?:\/[a-z]+)?$/.test(pathname);
  if (origin !== anyOrigin || !isPage || /^\/dashboard\/(?:login|callback)$/.test(pathname)) return home;
  return pathname + search;
}
