/** Request paths that name the model: `{model}` stands for it, as one segment or as a part of one. */

const place = '{model}';

/** True for a path that depends on the model. */
export function namesModel(path: string): boolean {
  return path.includes(place);
}

/** True if a path has no braces but those of one `{model}`. */
export function hasSoundBraces(path: string): boolean {
  return !/[{}]/.test(path.replace(place, ''));
}

/** A path with the model in its place. */
export function pathFor(path: string, model: string): string {
  const at = path.indexOf(place);
  return at === -1 ? path : path.slice(0, at) + asSegment(model) + path.slice(at + place.length);
}

/** An ARN as it stands in paths of Amazon's own console and other gateways' files: encoded already. */
const encodedArn = /^arn(?:%3A|:)[^%]*%(?:3A|2F)/i;

function decodedArn(text: string): string {
  if (!encodedArn.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The characters that `encodeURIComponent` keeps although RFC 3986, 2.2 reserves them. */
const reserved = /[!'()*]/g;
const surrogate = /\p{Surrogate}/gu;

/**
 * A text percent-encoded as one segment. `:` and `@`, which a segment may hold, stay as they are: vendors' clients send
 * them so, and a signature is made of what is sent.
 */
function asSegment(text: string): string {
  // No server may take it for a step up: encoded once, as some decode before they look for such steps, it would be.
  if (text === '.' || text === '..') return text.replaceAll('.', '%252E');
  return encodeURIComponent(decodedArn(text).replace(surrogate, '\ufffd'))
    .replace(reserved, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':')
    .replaceAll('%40', '@');
}
