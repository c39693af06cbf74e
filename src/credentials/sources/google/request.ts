import type { SourceEnvironment } from '../source-environment.ts';

/** The content of a token request, for any kind of key. */
export interface Request {
  /** Names, with spaces between them. */
  readonly scope: string;
  readonly signal: AbortSignal;
  readonly now: SourceEnvironment['now'];
}

/** All that a token needs which is used to impersonate an account: what may be done is said of the account's own. */
export const iamScope = 'https://www.googleapis.com/auth/iam';

export function scopesOf(scope: string): readonly string[] {
  return scope.split(/[\s,]+/).filter((name) => name !== '');
}
