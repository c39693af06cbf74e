/**
 * The form of a request that is signed: both sides write it down alike, whatever proxies did to it on the way (Signature
 * Version 4, "Create a canonical request").
 */

export interface SignableRequest {
  readonly method: string;
  /** As it is sent, without the query. */
  readonly path: string;
  /** As it is sent, without its `?`; empty for none. */
  readonly query: string;
  /** Of the headers those that are signed, with `host`. One name may stand several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** SHA-256 of the body in lower-case hex. */
  readonly bodySha256: string;
}

export interface CanonicalRequest {
  readonly text: string;
  /** Lower-case names in order, with `;` between. */
  readonly signedHeaders: string;
}

/** @param pathOf Of all of Amazon's services but those for objects, `canonicalPath`. */
export function canonicalRequest(
  request: SignableRequest,
  pathOf: (path: string) => string = canonicalPath,
): CanonicalRequest {
  const { method, path, query, headers, bodySha256 } = request;
  const { lines, names } = canonicalHeaders(headers);
  const text = `${method}\n${pathOf(path)}\n${canonicalQuery(query)}\n${lines}\n${names}\n${bodySha256}`;
  return { text, signedHeaders: names };
}

/** Each segment as it is sent is encoded once more: `:` is signed as `%3A`, and a sent `%3A` as `%253A`. */
export function canonicalPath(path: string): string {
  return encodedPath(hasEmptySegments.test(path) ? withoutEmptySegments(path) : path);
}

const hasEmptySegments = /\/\.{0,2}(?=\/|$)/;

/** As a server understands it: without `.`, `..` and doubled slashes. */
function withoutEmptySegments(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  const inside = kept.join('/');
  return inside !== '' && path.endsWith('/') ? `/${inside}/` : `/${inside}`;
}

const isPlainPath = /^[\w\-.~/]*$/;

export function encodedPath(path: string): string {
  return isPlainPath.test(path) ? path : path.split('/').map(encoded).join('/');
}

/** Parameters in the order of their encoded names, then values. Each has a `=`. */
export function canonicalQuery(query: string): string {
  if (query === '') return '';
  const pairs: (readonly [string, string])[] = [];
  for (const parameter of query.split('&')) {
    if (parameter === '') continue;
    const at = parameter.indexOf('=');
    const name = at === -1 ? parameter : parameter.slice(0, at);
    const value = at === -1 ? '' : parameter.slice(at + 1);
    pairs.push([encoded(decoded(name)), encoded(decoded(value))]);
  }
  pairs.sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)));
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
}

/** A line each, the names in order; of a name that stands several times the values are joined. */
function canonicalHeaders(headers: SignableRequest['headers']): { lines: string; names: string } {
  const values = new Map<string, string>();
  for (const [header, value] of headers) {
    const name = header.toLowerCase();
    const before = values.get(name);
    const trimmed = value.trim().replace(/\s+/g, ' ');
    values.set(name, before === undefined ? trimmed : `${before},${trimmed}`);
  }
  const names = [...values.keys()].sort();
  let lines = '';
  for (const name of names) lines += `${name}:${values.get(name)}\n`;
  return { lines, names: names.join(';') };
}

/** All but the unreserved characters of RFC 3986, which `encodeURIComponent` leaves five more of. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Decodes percent-encoding; other text stays as it is. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
