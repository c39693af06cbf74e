import { isLoopback } from '../../addresses.ts';
import { parseHttpUrl } from '../../backend-url.ts';

/** The fault of a URL that is not trustworthy; undefined for none. */
export function httpsFault(
  text: string,
): { readonly message: string; readonly hint?: string | undefined } | undefined {
  const url = parseHttpUrl(text);
  if ('message' in url) return url;
  if (url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) return undefined;
  return {
    message:
      'must begin with https:// (http:// only on this host): anybody on the way could replace the keys',
    hint: `write ${url.href.replace(/^http:/, 'https:').replace(/\/$/, text.endsWith('/') ? '/' : '')}`,
  };
}
