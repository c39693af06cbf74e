/** The addresses of the dashboard's pages: each is the same document, which shows what its address says. */
export const pagePaths = [
  '/dashboard',
  '/dashboard/models',
  '/dashboard/keys',
  '/dashboard/costs',
  '/dashboard/routing',
  '/dashboard/configuration',
  '/dashboard/live',
] as const;
export type PagePath = (typeof pagePaths)[number];
