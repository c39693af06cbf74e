/** Names in a query that a backend could read in place of the gateway's reading. */
import type { ServedEndpoint } from '../api/endpoints/index.ts';
import { GatewayError } from '../errors.ts';
import type { Exchange } from './exchange.ts';

/** Fields that decide the destination of a form, or its count. */
const ofForms: readonly string[] = ['model', 'models', 'tags', 'stream', 'n'];

/**
 * Refuses fields of the body in the query: Go's `FormValue` and Flask's `values` take the query first. Reads of an
 * endpoint keep the vendor's own fields, such as `?stream=true`.
 *
 * @throws GatewayError `invalid_value`
 */
export function refuseNamesInQuery({ query, served, request: { method } }: Exchange): void {
  if (query.length < 2) return;
  const place = served.model;
  const read = place?.in === 'query' ? place.field : undefined;
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && read === undefined) return;
  const names = new Set((isRead ? [read!] : guardedIn(served)).map(folded));
  // Some readers divide at semicolons too.
  for (const text of query.slice(1).split(/[&;]/)) {
    const name = nameOf(text);
    if (name === read || !names.has(folded(name))) continue;
    const field = folded(name);
    if (read !== undefined && field === folded(read)) {
      throw invalid(
        read,
        `A name in the query is \`${read}\` but for its spelling; name it \`${read}\`, or leave it out.`,
      );
    }
    throw invalid(
      field,
      `\`${field}\` can not be sent in the query; send it where the endpoint has it, or leave it out.`,
    );
  }
  if (read !== undefined) requirePlain(query, read);
}

/** Refuses unusual spellings of the model's field, which readers could take apart, or leave out, in different ways. */
function requirePlain(query: string, field: string): void {
  for (const text of query.slice(1).split('&')) {
    if (text.split(';').some((one) => nameOf(one) === field) && (/;|^\?/.test(text) || !isDecodable(text))) {
      throw invalid(
        field,
        `\`${field}\` in the query has a \`;\`, \`%\` or \`?\` that is not escaped, or bytes that are no UTF-8; escape it.`,
      );
    }
  }
}

/** True if each `%` begins an escape, and all of them together are UTF-8: readers differ on others. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function guardedIn({
  model: place,
  answer,
  estimate: { copies = [], times = [] },
}: ServedEndpoint): string[] {
  const counted = [...copies, ...times];
  if (place === undefined) return [...ofForms, ...counted];
  const events = answer.includes('events') ? ['stream'] : [];
  return [...('field' in place ? [place.field] : ['model']), ...events, ...counted];
}

function nameOf(text: string): string {
  const [name = ''] = [...new URLSearchParams(text).keys()];
  return name;
}

/** A name as readers see it that ignore case and brackets. Those of PHP take dots and spaces for underscores. */
function folded(name: string): string {
  const plain = name
    .replace(/\\/g, '')
    .replace(/(?!^)\[.*/s, '')
    .replace(/\0.*/s, '')
    .trim()
    .toLowerCase();
  return plain.replace(/[. ]/g, '_');
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', message, { param });
}
