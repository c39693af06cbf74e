/** Reads messages of JSON-RPC that servers send. */
import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { boundsFault, elementsAt, type JsonMember, membersAt } from './json-text-edits.ts';

/** A message of a server that no client could use. The words are for operators and repeat none of its contents. */
export class ServerFault extends Error {
  override readonly name = 'ServerFault';
}

/** An answer to a request, with exactly one of result and error. */
export interface ServerResponse {
  readonly kind: 'response';
  /** Undefined in an error about a request whose id the server could not read. */
  readonly id: string | number | undefined;
  readonly result: JsonObject | undefined;
  /** The same as unchanged text. */
  readonly resultText: string | undefined;
  readonly error: ServerError | undefined;
}

export interface ServerError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  /** The whole of it as unchanged text. */
  readonly text: string;
}

/** The id of a request to a server: a number of the gateway's own, or the id of a client that holds a session there. */
export type RequestId = string | number;

/** A notification of a server. */
export interface ServerNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
  /** Unchanged text; undefined for none. */
  readonly paramsText: string | undefined;
}

/** A request of a server of an older revision to its client. */
export interface ServerRequest {
  readonly kind: 'request';
  readonly idText: string;
  readonly method: string;
  /** Unchanged text; undefined for none. */
  readonly paramsText: string | undefined;
}

export type ServerMessage = ServerResponse | ServerNotification | ServerRequest;

/** The largest message of a server that is read. */
export const maxMessageBytes = 16 * 1024 * 1024;
const maxDepth = 200;
const maxValues = 1_000_000;

/**
 * Reads messages of a server: one, or those of an array.
 *
 * @throws ServerFault
 */
export function readServerMessages(text: string): readonly ServerMessage[] {
  const tooMuch = boundsFault(text, maxDepth, maxValues);
  if (tooMuch !== undefined) throw new ServerFault(`it sent a message that is not read: ${tooMuch}`);
  const parsed = parse(text);
  if (!Array.isArray(parsed)) return [readMessage(text, parsed)];
  return elementsAt(text).map(({ from, to }, index) => readMessage(text.slice(from, to), parsed[index]));
}

/**
 * Reads an answer other than a stream.
 *
 * @param id The id of the gateway's request.
 * @throws ServerFault for anything but the response to that request
 */
export function readAnswer(body: Buffer, id: RequestId): ServerResponse {
  if (body.length > maxMessageBytes)
    throw new ServerFault(`its answer has more than ${maxMessageBytes} bytes`);
  if (!isUtf8(body)) throw new ServerFault('its answer is not UTF-8');
  const responses = readServerMessages(body.toString()).filter((message) => message.kind === 'response');
  const [answer] = responses;
  if (answer === undefined || responses.length > 1) throw new ServerFault('its answer is not one response');
  checkId(answer, id);
  return answer;
}

/**
 * Checks that an answer belongs to the gateway's request, and not to somebody else's.
 *
 * @throws ServerFault
 */
export function checkId({ id, error }: ServerResponse, ours: RequestId): void {
  if (id === undefined && error !== undefined) return;
  if (id !== ours) throw new ServerFault("it answered with the id of a request that isn't this one");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServerFault('it sent what is not JSON');
  }
}

function readMessage(text: string, parsed: unknown): ServerMessage {
  if (!isObject(parsed) || parsed['jsonrpc'] !== '2.0')
    throw new ServerFault('it sent what is no message of JSON-RPC 2.0');
  const members = membersAt(text);
  const { id, method } = parsed;
  if (typeof method === 'string') {
    const { params = {} } = parsed;
    if (!isObject(params)) throw new ServerFault('it sent a message whose params are no object');
    const paramsText = written(text, members, 'params');
    if (id !== undefined)
      return { kind: 'request', idText: written(text, members, 'id')!, method, paramsText };
    return { kind: 'notification', method, params, paramsText };
  }
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
    throw new ServerFault('it sent a response whose id is neither a string nor a number');
  }
  const { result, error } = parsed;
  const kind = 'response' as const;
  const answered = id ?? undefined;
  if (isObject(result) && error === undefined) {
    const resultText = written(text, members, 'result');
    return { kind, id: answered, result, resultText, error: undefined };
  }
  if (isObject(error) && result === undefined) {
    const { code, message, data } = error;
    if (!Number.isInteger(code) || typeof message !== 'string')
      throw new ServerFault('it sent an error without a code or a message');
    const told = { code: code as number, message, data, text: written(text, members, 'error')! };
    return { kind, id: answered, result: undefined, resultText: undefined, error: told };
  }
  throw new ServerFault('it sent a response without one of result and error');
}

/** The last member of a name, which is the parsed one. */
function written(text: string, members: readonly JsonMember[], name: string): string | undefined {
  const member = members.findLast((one) => one.name === name);
  return member === undefined ? undefined : text.slice(member.from, member.to);
}
