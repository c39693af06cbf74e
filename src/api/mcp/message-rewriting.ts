/** Rewrites messages between a client and a server: names, URIs, and the members that their revisions require. */
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { McpMessage } from './client-messages.ts';
import { olderResourceNotFound, rpcCodes } from './json-rpc-errors.ts';
import {
  memberNamed,
  membersAt,
  objectText,
  type Place,
  stringAt,
  type TextEdit,
  valuesIn,
  withEdits,
} from './json-text-edits.ts';
import { isTooOld, olderResult, tooOld } from './older-revisions/older-client-answers.ts';
import { modernResult } from './older-revisions/older-server-messages.ts';
import { type Implementation, metaNames, metaWithoutCapabilities } from './protocol-versions.ts';
import {
  type RequestId,
  type ServerError,
  ServerFault,
  type ServerNotification,
  type ServerResponse,
} from './server-messages.ts';
import { markedUri, unmarkedUri } from './server-prefixed-uris.ts';

/** The two sides that a message goes between. */
export interface Passage {
  /** The server, if the client sees all of them together; undefined if names are the server's own. */
  readonly among: string | undefined;
  readonly isClientOlder: boolean;
  readonly isServerOlder: boolean;
  /** Replaces a client that has not named itself in this request. */
  readonly self: Implementation;
}

const contentUris: readonly Place[] = [['uri'], ['resource', 'uri']];

/** The places of resource URIs in results, and in requests for input. */
const resultUris: Readonly<Record<string, readonly Place[]>> = {
  'tools/call': inContent(['content', '*']),
  'prompts/get': inContent(['messages', '*', 'content']),
  'resources/read': [['contents', '*', 'uri']],
};
const askedUris = inMessages(['inputRequests', '*', 'params', 'messages', '*']);
const answeredUris = inMessages(['inputResponses', '*']);

function inContent(place: Place): readonly Place[] {
  return contentUris.map((uri) => [...place, ...uri]);
}

/** Messages for a model hold one block or several, and results of tools among them. */
function inMessages(place: Place): readonly Place[] {
  return [
    ...inContent([...place, 'content', 'content', '*']),
    ...inContent([...place, 'content', '*', 'content', '*']),
  ];
}

/** A member of that name may be in a text, also with escapes. */
const mayHoldUri = /"uri"|\\u/;

/**
 * The parameters of a request in the server's form; undefined for none.
 *
 * @param name The server's own name of the tool, prompt or resource; undefined if the method names nothing.
 */
export function upstreamParams(
  message: McpMessage,
  name: string | undefined,
  passage: Passage,
): string | undefined {
  const { paramsText: text, params, method } = message;
  if (text === undefined)
    return passage.isServerOlder ? undefined : objectText({ _meta: ownMeta({}, '{}', passage) });
  const edits: TextEdit[] = [];
  // A name that its server has as well stays unchanged: the check of the message allows it only once.
  if (name !== undefined && name !== message.name) edits.push(...namesIn(text, params, method, name));
  const { among } = passage;
  if (among !== undefined && isObject(params['inputResponses']) && mayHoldUri.test(text)) {
    edits.push(...uriEdits(text, answeredUris, (uri) => unmarkedUri(among, uri)));
  }
  return metaEdited(text, params, edits, passage);
}

/** Edits that put the server's own name into a request. */
function namesIn(text: string, params: JsonObject, method: string, name: string): readonly TextEdit[] {
  const literal = JSON.stringify(name);
  const inRef = method === 'completion/complete';
  const object = inRef ? memberNamed(text, 'ref')?.from : 0;
  const naming = inRef ? referring(params['ref']) : method.startsWith('resources/') ? 'uri' : 'name';
  if (object === undefined) return [];
  return membersAt(text, object)
    .filter((member) => member.name === naming)
    .map(({ from, to }) => ({ from, to, text: literal }));
}

function referring(ref: unknown): 'name' | 'uri' {
  return isObject(ref) && ref['type'] === 'ref/resource' ? 'uri' : 'name';
}

/** The prompt or the resource template that a completion is about; undefined if the request does not name it. */
export function completedRef(
  params: JsonObject,
): { readonly kind: 'prompt' | 'resource'; readonly name: string } | undefined {
  const { ref } = params;
  if (!isObject(ref)) return undefined;
  const kind =
    ref['type'] === 'ref/prompt' ? 'prompt' : ref['type'] === 'ref/resource' ? 'resource' : undefined;
  const name = ref[referring(ref)];
  return kind === undefined || typeof name !== 'string' ? undefined : { kind, name };
}

/** Members of `_meta` that only requests of the new revision have. */
const perRequest: ReadonlySet<string> = new Set([
  metaNames.protocolVersion,
  metaNames.clientInfo,
  metaNames.clientCapabilities,
  metaNames.logLevel,
]);

function metaEdited(text: string, params: JsonObject, edits: TextEdit[], passage: Passage): string {
  const { isClientOlder, isServerOlder } = passage;
  if (isClientOlder === isServerOlder) return withEdits(text, edits);
  const place = memberNamed(text, '_meta');
  const metaText = place === undefined ? '{}' : text.slice(place.from, place.to);
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const other = isServerOlder ? withoutPerRequest(metaText) : ownMeta(meta, metaText, passage);
  if (place !== undefined) return withEdits(text, [...edits, { ...place, text: other }]);
  if (isServerOlder) return withEdits(text, edits);
  const at = text.indexOf('{') + 1;
  const comma = Object.keys(params).length > 0 ? ',' : '';
  return withEdits(text, [...edits, { from: at, to: at, text: `"_meta":${other}${comma}` }]);
}

function withoutPerRequest(metaText: string): string {
  return membersText(metaText, (name) => !perRequest.has(name));
}

/** The `_meta` of a request for a client of an older revision. It declares no capabilities: the client has declared none. */
function ownMeta(meta: JsonObject, metaText: string, { self }: Passage): string {
  const said = isObject(meta) ? membersText(metaText, (name) => !perRequest.has(name)) : '{}';
  const own = JSON.stringify(metaWithoutCapabilities(self));
  return said === '{}' ? own : `${own.slice(0, -1)},${said.slice(1)}`;
}

/** Some members of an object, as unchanged text. */
function membersText(text: string, isKept: (name: string) => boolean): string {
  const kept = membersAt(text)
    .filter(({ name }) => isKept(name))
    .map(({ nameFrom, to }) => text.slice(nameFrom, to));
  return `{${kept.join(',')}}`;
}

function uriEdits(
  text: string,
  places: readonly Place[],
  change: (uri: string) => string,
): readonly TextEdit[] {
  return places.flatMap((place) =>
    valuesIn(text, place).flatMap((range) => {
      const uri = stringAt(text, range);
      return uri === undefined ? [] : [{ ...range, text: JSON.stringify(change(uri)) }];
    }),
  );
}

/** A server's response in the client's form. */
export type ClientAnswer =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly text: string; readonly code: number };

/**
 * A server's response in the client's form.
 *
 * @throws ServerFault for a result that no revision knows
 */
export function clientAnswer(
  { method }: Pick<McpMessage, 'method'>,
  { result, resultText, error }: ServerResponse,
  passage: Passage,
): ClientAnswer {
  if (error !== undefined) return clientError(method, error, passage);
  return passedResult(method, result!, resultText!, passage);
}

function passedResult(method: string, result: JsonObject, text: string, passage: Passage): ClientAnswer {
  const { among, isClientOlder, isServerOlder } = passage;
  const { resultType } = result;
  if (resultType !== undefined && typeof resultType !== 'string')
    throw new ServerFault('it sent a `resultType` that is no text');
  if (isClientOlder && !isServerOlder && resultType === 'input_required') return tooOld(method, 'input');
  const edits: TextEdit[] = [];
  if (among !== undefined && mayHoldUri.test(text)) {
    const places = [...(resultUris[method] ?? []), ...(isObject(result['inputRequests']) ? askedUris : [])];
    edits.push(...uriEdits(text, places, (uri) => markedUri(among, uri)));
  }
  const marked = withEdits(text, edits);
  if (isServerOlder && !isClientOlder) return { kind: 'result', text: modernResult(method, result, marked) };
  if (isClientOlder) return { kind: 'result', text: olderResult(method, result, marked) };
  return { kind: 'result', text: marked };
}

function clientError(method: string, error: ServerError, { among, isClientOlder }: Passage): ClientAnswer {
  const { code, data } = error;
  if (isClientOlder && isTooOld(code)) return tooOld(method, 'capability');
  const edits: TextEdit[] = [];
  if (among !== undefined && isObject(data)) {
    edits.push(...uriEdits(error.text, [['data', 'uri']], (uri) => markedUri(among, uri)));
  }
  if (code !== olderResourceNotFound || isClientOlder)
    return { kind: 'error', text: withEdits(error.text, edits), code };
  const places = membersAt(error.text).filter(({ name }) => name === 'code');
  for (const { from, to } of places) edits.push({ from, to, text: String(rpcCodes.invalid_params) });
  return { kind: 'error', text: withEdits(error.text, edits), code: rpcCodes.invalid_params };
}

/** Notifications that belong to the request of their stream. */
const related: ReadonlySet<string> = new Set(['notifications/progress', 'notifications/message']);

/**
 * A notification in the stream of a request in the client's form, the whole message; undefined for one that it does not
 * get.
 *
 * @param asksForLog The request named a level from which on it wants to read the server's log.
 */
export function clientNotification(
  { method, paramsText }: ServerNotification,
  asksForLog: boolean,
): string | undefined {
  if (!related.has(method) || (method === 'notifications/message' && !asksForLog)) return undefined;
  return objectText({ jsonrpc: '"2.0"', method: JSON.stringify(method), params: paramsText });
}

/** A request in the server's form. */
export function requestText(id: RequestId, method: string, paramsText: string | undefined): string {
  const params = paramsText === undefined ? '' : `,"params":${paramsText}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)}${params}}`;
}
