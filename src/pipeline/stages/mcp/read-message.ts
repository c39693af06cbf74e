import { mcp } from '../../../api/endpoints/mcp.ts';
import { type McpMessage, readMessages } from '../../../api/mcp/client-messages.ts';
import { RpcFault } from '../../../api/mcp/json-rpc-errors.ts';
import { arrayVersion } from '../../../api/mcp/protocol-versions.ts';
import { checkHeaders, headerNames } from '../../../api/mcp/request-headers.ts';
import { GatewayError } from '../../../errors.ts';
import { hasHeader, headerValue } from '../../../http/flat-headers.ts';
import type { Exchange } from '../../exchange.ts';
import { answerFault } from '../../mcp/own-json-rpc-answers.ts';
import type { McpServer } from '../../mcp/servers/mcp-server.ts';
import { sessionHeader } from '../../mcp/sessions/find-session.ts';
import type { Parts } from '../../parts.ts';
import { readWholeBody } from '../../request-body.ts';
import type { Next, Stage } from '../../stage.ts';
import { requireJson } from '../read-body.ts';
import { chargeFault, refuseFaulty } from '../turn-away.ts';
import type { BatchAnswer } from './answer-batch.ts';
import type { SessionListening } from './listen-to-session.ts';

const mostBytes = 4 * 1024 * 1024;

/** The messages of one body, and their revision. */
interface Came {
  readonly messages: readonly McpMessage[];
  readonly isArray: boolean;
  readonly version: string;
}

interface ReadParts extends Pick<Parts, 'body' | 'faultyBodies'> {
  readonly servers: ReadonlyMap<string, McpServer>;
  /** The sites whose pages may call tools. */
  readonly origins: ReadonlySet<string>;
  readonly answerBatch: BatchAnswer;
  /** Answers a client that listens to its session, or ends it. */
  readonly listenToSession: SessionListening;
}

/** Reads a message of a client of tools and finds its revision. A faulty message ends here. */
export function readMessage({
  servers,
  body,
  faultyBodies,
  origins,
  answerBatch,
  listenToSession,
}: ReadParts): Stage {
  const limits = { ...body, maxBytes: mostBytes, boundBy: 'the most of a message' };

  return function readMessage(exchange, next) {
    const { head, request } = exchange;
    exchange.endpoint = mcp;
    requireServer(exchange);
    if (isOfSession(exchange)) return listening(exchange);
    if (request.method !== 'POST')
      throw new GatewayError('method_not_allowed', 'Use POST on this path.', {
        headers: { allow: 'POST' },
        closeConnection: request.method === 'TRACE',
      });
    requireOrigin(exchange);
    refuseFaulty(exchange, faultyBodies);
    requireJson(head);
    return readWholeBody(exchange, limits, (bytes) => take(exchange, bytes, next));
  };

  function requireOrigin({ head }: Exchange): void {
    const origin = headerValue(head.forward, 'origin');
    if (origin !== undefined && !origins.has(origin)) throw ofOtherOrigin(origin);
  }

  async function listening(exchange: Exchange): Promise<void> {
    requireOrigin(exchange);
    try {
      await listenToSession(exchange);
    } catch (error) {
      if (!(error instanceof RpcFault) || exchange.committed) throw error;
      answerFault(exchange, error);
    }
  }

  /** A server that the key may not use does not exist for it. */
  function requireServer({ asked, key, path }: Exchange): void {
    const { addressed } = asked!;
    if (addressed === undefined) return;
    if (servers.has(addressed) && key!.toolGrants.allowsServer(addressed)) return;
    throw new GatewayError('unknown_path', `There is no server of tools at ${path.slice(0, mostShown)}.`);
  }

  async function take(exchange: Exchange, bytes: Buffer, next: Next): Promise<void> {
    let came: Came;
    try {
      came = read(exchange, bytes);
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
      chargeFault(exchange, faultyBodies);
      return answerFault(exchange, error);
    }
    exchange.readMs = performance.now();
    const { messages, isArray, version } = came;
    if (isArray) return answerBatch(exchange, messages, version, next);
    exchange.asked!.read(messages[0]!, version);
    try {
      await next(exchange);
    } catch (error) {
      if (!(error instanceof RpcFault) || exchange.committed) throw error;
      answerFault(exchange, error);
    }
  }
}

/** True for a client of an older revision that listens to its session at one server, or ends it. */
function isOfSession({ request, head, asked }: Exchange): boolean {
  const { method } = request;
  return (
    asked!.addressed !== undefined &&
    (method === 'GET' || method === 'DELETE') &&
    hasHeader(head.forward, sessionHeader) &&
    head.transferEncoding === undefined &&
    Number(head.contentLength ?? 0) === 0
  );
}

const mostShown = 256;

function read(exchange: Exchange, bytes: Buffer): Came {
  const { forward } = exchange.head;
  const protocolVersion = headerValue(forward, headerNames.protocolVersion);
  const mayBeArray = protocolVersion === undefined || protocolVersion === arrayVersion;
  const { messages, isArray } = readMessages(bytes, mayBeArray);
  const head = {
    protocolVersion,
    method: headerValue(forward, headerNames.method),
    name: headerValue(forward, headerNames.name),
  };
  let version = '';
  for (const message of messages) version = checkHeaders(message, head);
  return { messages, isArray, version };
}

function ofOtherOrigin(origin: string): GatewayError {
  return new GatewayError(
    'origin_not_allowed',
    'Pages of this site may not call tools here; its operator can allow it (listen.origins).',
    { reason: `The page is of ${origin.slice(0, 200)}, which listen.origins does not name.` },
  );
}
