/** Responses over WebSockets ("WebSocket mode" in OpenAI's guides): each turn is asked of the simulator itself, over HTTP. */
import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import { isObject, type JsonObject } from './json-values.ts';

const path = '/v1/responses';
const notServed = 'HTTP/1.1 426 Upgrade Required\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** Has a simulator serve them. Returns what ends all of them. */
export function serveSockets(server: Server): () => void {
  let frames: WebSocketServer | undefined;
  server.on('upgrade', (request: IncomingMessage, connection: Socket, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    if (request.url?.split('?')[0] !== path) return void connection.end(notServed);
    void import('ws').then((library) => {
      frames ??= new library.WebSocketServer({ noServer: true });
      frames.handleUpgrade(request, connection, head, (socket) => {
        socket.on('error', () => {});
        socket.on('message', (data: Buffer) => takeTurn(server, request, socket, data.toString()));
      });
    });
  });
  return () => {
    for (const socket of frames?.clients ?? []) socket.terminate();
  };
}

function takeTurn(server: Server, { headers }: IncomingMessage, socket: WebSocket, text: string): void {
  const { type, stream_id: lane, generate, ...body } = parsed(text);
  const send = (event: JsonObject) =>
    socket.send(JSON.stringify(lane === undefined ? event : { ...event, stream_id: lane }));
  if (type !== 'response.create')
    return send(failure(400, { message: 'Send response.create.', param: 'type' }));
  if (generate === false) return warmUp(String(body['model']), send);
  const { port, address } = server.address() as AddressInfo;
  const { authorization } = headers;
  const asked = httpRequest(
    {
      host: address,
      port,
      path,
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    },
    (answer) => passOn(answer, send),
  );
  asked.on('error', () => socket.terminate());
  socket.once('close', () => asked.destroy());
  asked.end(JSON.stringify({ ...body, stream: true }));
}

/** The events of an answer, or its error, as messages. */
function passOn(answer: IncomingMessage, send: (event: JsonObject) => void): void {
  const status = answer.statusCode ?? 500;
  let rest = '';
  answer.setEncoding('utf8').on('data', (part: string) => {
    rest += part;
    if (status !== 200) return;
    const events = rest.split('\n\n');
    rest = events.pop()!;
    for (const event of events) {
      const data = /^data: (\{.*)$/m.exec(event)?.[1];
      if (data !== undefined) send(parsed(data));
    }
  });
  answer.on('end', () => {
    if (status !== 200) send(failure(status, parsed(rest)['error']));
  });
}

function warmUp(model: string, send: (event: JsonObject) => void): void {
  const response = {
    id: `resp_${randomBytes(12).toString('hex')}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model,
    output: [],
  };
  send({ type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress' } });
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  send({
    type: 'response.completed',
    sequence_number: 1,
    response: { ...response, status: 'completed', usage },
  });
}

function failure(status: number, error: unknown): JsonObject {
  const told = isObject(error) ? error : { message: `status ${status}` };
  return {
    type: 'error',
    status,
    error: { type: 'invalid_request_error', code: null, param: null, ...told },
  };
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
