import { bodyText } from '../api/body/text-at-path.ts';
import type { EndUserSource } from '../config/types/keys.ts';
import { shortName } from '../lib/short-name.ts';
import type { Exchange } from './exchange.ts';

/** The end user of a request, from the first place that names one; undefined for none. */
export function endUserOf(exchange: Exchange, from: readonly EndUserSource[]): string | undefined {
  for (const source of from) {
    const value =
      source.in === 'header' ? headerOf(exchange, source.name) : fieldOf(exchange, source.field.split('.'));
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** Characters that end lines, move a terminal's cursor or turn text around, and halves of characters. */
const unprintable = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** An end user's name in the usage records: a long one is replaced by its digest. */
export function keptEndUser(name: string): string {
  return shortName(name).replace(unprintable, '?');
}

/** As the client sent it, whether or not it goes on to a backend. */
function headerOf({ request: { rawHeaders } }: Exchange, name: string): string | undefined {
  let value: string | undefined;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const written = rawHeaders[place]!;
    if (written.length !== name.length || written.toLowerCase() !== name) continue;
    value = value === undefined ? rawHeaders[place + 1]! : `${value}, ${rawHeaders[place + 1]!}`;
  }
  return value;
}

function fieldOf({ body }: Exchange, path: readonly string[]): string | undefined {
  return body?.kind === 'json' ? bodyText(body, path) : undefined;
}
