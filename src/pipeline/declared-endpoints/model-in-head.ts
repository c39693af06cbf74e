/** The model of requests to declared endpoints, if it is in the head. */
import { checkedModel, modelMissing } from '../../api/body/declared-endpoints/model-name.ts';
import { idsIn, withIds } from '../../api/endpoints/declared-endpoints/ids-in-path.ts';
import type { ModelPlace } from '../../api/endpoints/endpoint.ts';
import { GatewayError } from '../../errors.ts';
import { type FlatHeaders, headerValue, withoutHeaders } from '../../http/flat-headers.ts';
import type { Exchange } from '../exchange.ts';

/**
 * The model that the head of a request names, otherwise the configuration's for requests without one.
 *
 * @throws GatewayError `invalid_value`
 */
export function modelInHead(
  exchange: Exchange,
  place: ModelPlace,
  otherwise: string | undefined,
): string | undefined {
  if (place.in === 'none') return undefined;
  const named = namedIn(exchange, place);
  const isInBody = place.in === 'body' || place.in === 'form';
  if (named === undefined && otherwise === undefined && !isInBody) throw modelMissing(place);
  return named ?? otherwise;
}

function namedIn({ query, head, pathModel }: Exchange, place: ModelPlace): string | undefined {
  switch (place.in) {
    case 'body':
    case 'form':
    case 'none':
      return undefined;
    case 'path':
      return checkedModel(pathModel, 'model');
    case 'header': {
      requireOneSpelling(head.forward, place.field);
      const value = headerValue(head.forward, place.field);
      return value === undefined ? undefined : checkedModel(value, place.field);
    }
    case 'query': {
      const values = membersOf(query).filter(({ name }) => name === place.field);
      if (values.length > 1) throw twice(place.field);
      return values.length === 0 ? undefined : checkedModel(values[0]!.value, place.field);
    }
  }
}

/**
 * Backends behind CGI or WSGI read an underscore as a hyphen, and so could read another header than the gateway did.
 */
function requireOneSpelling(headers: FlatHeaders, field: string): void {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!.toLowerCase();
    if (name === field || name.replaceAll('_', '-') !== field.replaceAll('_', '-')) continue;
    throw new GatewayError(
      'invalid_value',
      `A header is \`${field}\` but for its spelling; name it \`${field}\`, or leave it out.`,
      { param: field },
    );
  }
}

function twice(field: string): GatewayError {
  return new GatewayError('invalid_value', `\`${field}\` occurs twice in the query; send it once.`, {
    param: field,
  });
}

interface Member {
  readonly text: string;
  readonly name: string;
  readonly value: string;
}

/** The members of a query as they were sent, with their decoded values. */
function membersOf(query: string): readonly Member[] {
  if (query.length < 2) return [];
  return query
    .slice(1)
    .split('&')
    .map((text) => {
      const [[name, value] = ['', '']] = [...new URLSearchParams(text)];
      return { text, name, value };
    });
}

/** The query for a backend: with its name of the model, if the query holds the model, and otherwise unchanged. */
export function queryFor(query: string, place: ModelPlace, sent: string | undefined, model: string): string {
  if (place.in !== 'query') return query;
  const members = membersOf(query);
  const isNamed = members.some(({ name }) => name === place.field);
  if (isNamed && sent === model) return query;
  const own = `${encodeURIComponent(place.field)}=${encodeURIComponent(model)}`;
  const texts = members.map(({ text, name }) => (name === place.field ? own : text));
  return `?${(isNamed ? texts : [...texts, own]).join('&')}`;
}

/** True if a query has a member of a name. */
export function hasMember(query: string, field: string): boolean {
  return membersOf(query).some(({ name }) => name === field);
}

/** The headers for a backend, likewise. */
export function headersFor(headers: FlatHeaders, place: ModelPlace, model: string): FlatHeaders {
  if (place.in !== 'header') return headers;
  return [...withoutHeaders(headers, (name) => name === place.field), place.field, model];
}

/** The path for a backend, with the ids that the client sent; it includes the model. */
export function pathFor(path: string, { objectIds }: Exchange): string {
  return idsIn(path) === 0 ? path : withIds(path, objectIds);
}
