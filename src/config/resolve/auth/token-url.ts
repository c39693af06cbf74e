import { tokenUrlFault } from '../../backend-url.ts';
import { nodeAt, type Path } from '../../text/tree.ts';
import { type AuthPlace, refuse } from './place.ts';

/** Checks a URL that a field gives, and at which tokens are asked for. */
export function checkTokenUrl(place: AuthPlace, steps: Path, url: string): void {
  const fault = tokenUrlFault(url);
  if (fault === undefined) return;
  const isOwnText = nodeAt(place.context.tree, [...place.path, ...steps])?.expansion === undefined;
  // A query may hold a key.
  const isPlain = /^http:\/\/[^@?#\s]+$/i.test(url) && fault.name === 'bad_url' && fault.hint === undefined;
  const hint = isOwnText && isPlain ? `write ${url.replace(/^http:/i, 'https:')}` : fault.hint;
  refuse(place, steps, fault.name, fault.message, { hint });
}

/** Checks one that a variable gives, for the form of `auth` that asks for it. */
export function checkTokenUrlOf(place: AuthPlace, steps: Path, variable: string, url: string): void {
  const fault = tokenUrlFault(url);
  if (fault !== undefined) refuse(place, steps, fault.name, `the variable ${variable} ${fault.message}`);
}
