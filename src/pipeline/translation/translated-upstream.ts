/** Makes an attempt's request to a deployment that serves the endpoint through another dialect. */

import { locatedMembers } from '../../api/body/located-members.ts';
import { type EncodedBody, rewriteBody } from '../../api/body/rewrite-body.ts';
import { scanObject } from '../../api/body/scan-json.ts';
import type { SaidRequest, TranslatedRequest } from '../../api/translation/translated-request.ts';
import { targetDefinitions } from '../../config/target-dialects/index.ts';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { Route } from '../../http/client/route.ts';
import { type FlatHeaders, headerValue, withoutHeaders } from '../../http/flat-headers.ts';
import { BytesInPieces } from '../../lib/bytes/bytes-in-pieces.ts';
import type { Exchange } from '../exchange.ts';
import { hopsSoFar } from '../hops.ts';

/**
 * Headers that mean the same in any dialect; most others describe the client's dialect, or its SDK. Those that the
 * operator sets for the backend are sent all the same.
 */
export const headersOfAnyDialect: ReadonlySet<string> = new Set([
  'traceparent',
  'tracestate',
  'baggage',
  'user-agent',
  'accept-language',
]);

/** @param traced The client's headers, with the gateway's span among them. */
export function translatedUpstream(
  exchange: Exchange,
  backend: Backend,
  route: Route,
  said: SaidRequest,
  traced: FlatHeaders,
): UpstreamRequest {
  const { head, summary } = exchange;
  const { wire, translation } = route;
  const isStream = summary!.stream;
  const forward = backend.forwarded(withoutHeaders(traced, (name) => !headersOfAnyDialect.has(name)));
  const headers = [
    ...forward,
    'content-type',
    'application/json',
    'accept',
    isStream ? 'text/event-stream' : 'application/json',
  ];
  const target = targetDefinitions[translation!.to];
  if (wire === undefined)
    for (const [name, value] of target.headers) if (!isSet(backend, name)) headers.push(name, value);
  const { chunks, length } = edited(exchange.translated!, said.body, backend, route, headers);
  return {
    route,
    method: 'POST',
    path: isStream ? (route.streamPath ?? route.path) : route.path,
    query: isStream ? target.streamQuery : '',
    requestId: exchange.id,
    hops: hopsSoFar(head.hops) + 1,
    forward: headers,
    app: head.app,
    body: chunks,
    bodyBytes: length,
    bodySource: undefined,
  };
}

function isSet({ config: { headers, defaultHeaders } }: Backend, name: string): boolean {
  return [headers, defaultHeaders].some((set) => Object.keys(set).some((key) => key.toLowerCase() === name));
}

const anySize = { guarded: [], maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY };

/** The body with the changes of the backend's file and its cloud. */
function edited(
  translated: TranslatedRequest,
  body: Buffer,
  backend: Backend,
  { wire }: Route,
  headers: FlatHeaders,
): EncodedBody {
  const edits = wire === undefined ? backend.bodyEdits : wire.bodyEdits((name) => headerValue(headers, name));
  if (edits === undefined) return inPieces(translated.restored(body));
  const { members, rootAt, parsed } = scanObject(body, { ...anySize, wanted: locatedMembers });
  const spliced = {
    bytes: body,
    source: new BytesInPieces([body]),
    members,
    rootAt,
    skeleton: parsed,
    hasDuplicates: false,
    summary: { model: undefined, includeUsage: true },
    namesModel: members.has('model'),
    staysWithoutModel: !members.has('model'),
    modelField: 'model',
  };
  // Edits replace whole members: no mark lies across two pieces.
  return inPieces(rewriteBody(spliced, { edits }).chunks.flatMap((piece) => translated.restored(piece)));
}

function inPieces(pieces: readonly Buffer[]): EncodedBody {
  return { chunks: [...pieces], length: pieces.reduce((sum, { length }) => sum + length, 0) };
}
