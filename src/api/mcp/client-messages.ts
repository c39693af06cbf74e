/** Reads clients' messages of JSON-RPC 2.0, and checks the rules that all revisions of the specification share. */
import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { RpcFault, rpcCodes } from './json-rpc-errors.ts';
import { boundsFault, elementsAt, type JsonMember, membersAt } from './json-text-edits.ts';

/** One message of a client. */
export interface McpMessage {
  readonly kind: 'request' | 'notification' | 'response';
  /** Undefined for a notification. */
  readonly id: string | number | undefined;
  /** The same in the client's spelling, which goes back. */
  readonly idText: string | undefined;
  /** Empty for a response. */
  readonly method: string;
  /** Empty for none. */
  readonly params: JsonObject;
  /** The same as unchanged text. */
  readonly paramsText: string | undefined;
  /** The result or the error of a response, as unchanged text with its name: `"result":{...}`. Absent for all else. */
  readonly outcomeText?: string;
  /** The tool, the prompt or the URI of the request: `params.name` or `params.uri`, by the method. */
  readonly name: string | undefined;
  /** `_meta` of `params`. */
  readonly meta: JsonObject | undefined;
}

/** The messages of one body. */
export interface McpMessages {
  readonly messages: readonly McpMessage[];
  readonly isArray: boolean;
}

/** The most messages of one array. */
export const maxMessages = 32;
const maxIdBytes = 256;
const maxDepth = 200;
const maxValues = 500_000;

/** The member of the parameters that names a tool, a prompt or a resource, by method. */
const namedBy: ReadonlyMap<string, 'name' | 'uri'> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['resources/subscribe', 'uri'],
  ['resources/unsubscribe', 'uri'],
]);

/** Members that decide something. Some servers read them in any case, and of two the first or the last. */
const decisive = {
  message: ['jsonrpc', 'id', 'method', 'params', 'result', 'error'],
  params: ['name', 'uri', 'arguments', '_meta', 'ref', 'cursor', 'inputresponses', 'requeststate'],
  ref: ['type', 'name', 'uri'],
} as const;
/** The spelling of those with capitals. */
const spelled: Readonly<Record<string, string>> = {
  inputresponses: 'inputResponses',
  requeststate: 'requestState',
};

/**
 * Reads a body.
 *
 * @param isArrayAllowed Several messages may come at once (only in 2025-03-26).
 * @throws RpcFault
 */
export function readMessages(body: Buffer, isArrayAllowed: boolean): McpMessages {
  if (!isUtf8(body)) throw new RpcFault(rpcCodes.parse_error, 'The body is not UTF-8.');
  const text = body.toString();
  const tooMuch = boundsFault(text, maxDepth, maxValues);
  if (tooMuch !== undefined) throw invalid(`The body is not taken: ${tooMuch}.`);
  const parsed = parse(text);
  if (!Array.isArray(parsed)) return { messages: [readMessage(text, parsed)], isArray: false };
  if (!isArrayAllowed) {
    throw invalid(
      'The body is an array; send one message a request, as revisions from 2025-06-18 on ask for.',
    );
  }
  if (parsed.length === 0) throw invalid('The body is an array without a message.');
  if (parsed.length > maxMessages) throw invalid(`The body holds more than ${maxMessages} messages.`);
  const messages = elementsAt(text).map(({ from, to }, index) =>
    readMessage(text.slice(from, to), parsed[index]),
  );
  return { messages, isArray: true };
}

/** The tool, the prompt or the URI that a request has to name. Throws if it names none. */
export function targetOf({ method, name, idText }: McpMessage): string {
  if (name !== undefined) return name;
  const message = `\`params.${namedBy.get(method) ?? 'name'}\` is not a string; ${method} needs it.`;
  throw new RpcFault(rpcCodes.invalid_params, message, { status: 200, idText });
}

/** True for a method whose parameters name a tool, a prompt or a resource. */
export function isNamed(method: string): boolean {
  return namedBy.has(method);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcFault(rpcCodes.parse_error, 'The body is not JSON.');
  }
}

function invalid(message: string, idText?: string): RpcFault {
  return new RpcFault(rpcCodes.invalid_request, message, { idText });
}

function readMessage(text: string, parsed: unknown): McpMessage {
  if (!isObject(parsed)) throw invalid('The body is not a message: it is no JSON object.');
  const members = membersAt(text);
  checkNames(members, decisive.message, 'the message', undefined);
  const { id, idText } = idOf(text, parsed, members);
  if (parsed['jsonrpc'] !== '2.0') throw invalid('`jsonrpc` is not "2.0".', idText);
  const { method } = parsed;
  if (method === undefined) return response(text, parsed, members, { id, idText });
  if (typeof method !== 'string' || method === '') throw invalid('`method` is not a name.', idText);
  if ('result' in parsed || 'error' in parsed) {
    throw invalid('The message is a request and a response at once.', idText);
  }
  const { params = {} } = parsed;
  if (!isObject(params))
    throw new RpcFault(rpcCodes.invalid_params, '`params` is not an object.', { idText });
  const place = members.find(({ name }) => name === 'params');
  if (place !== undefined) checkParams(text, place, idText);
  const { _meta: meta } = params;
  const naming = namedBy.get(method);
  const name = naming === undefined ? undefined : params[naming];
  return {
    kind: id === undefined ? 'notification' : 'request',
    id,
    idText,
    method,
    params,
    paramsText: place === undefined ? undefined : text.slice(place.from, place.to),
    name: typeof name === 'string' ? name : undefined,
    meta: isObject(meta) ? meta : undefined,
  };
}

function response(
  text: string,
  parsed: JsonObject,
  members: readonly JsonMember[],
  { id, idText }: Pick<McpMessage, 'id' | 'idText'>,
): McpMessage {
  if ('result' in parsed === 'error' in parsed || id === undefined) {
    throw invalid('The message has neither a `method` nor one of `result` and `error` with an `id`.', idText);
  }
  const outcome = members.find(({ name }) => name === 'result' || name === 'error')!;
  return {
    kind: 'response',
    id,
    idText,
    method: '',
    params: {},
    paramsText: undefined,
    outcomeText: text.slice(outcome.nameFrom, outcome.to),
    name: undefined,
    meta: undefined,
  };
}

function idOf(
  text: string,
  parsed: JsonObject,
  members: readonly JsonMember[],
): Pick<McpMessage, 'id' | 'idText'> {
  const { id } = parsed;
  if (id === undefined) return { id, idText: undefined };
  const isString = typeof id === 'string' && Buffer.byteLength(id) <= maxIdBytes;
  if (!isString && !Number.isSafeInteger(id)) {
    throw invalid(`\`id\` is neither a string of up to ${maxIdBytes} bytes nor an integer that JSON keeps.`);
  }
  const place = members.find(({ name }) => name === 'id')!;
  return { id: id as string | number, idText: text.slice(place.from, place.to) };
}

function checkParams(text: string, place: JsonMember, idText: string | undefined): void {
  const members = membersAt(text, place.from);
  checkNames(members, decisive.params, '`params`', idText);
  for (const { name, from } of members) {
    if (name === 'ref') checkNames(membersAt(text, from), decisive.ref, '`params.ref`', idText);
  }
}

/**
 * Two servers may read two members of one name, or one in another case, differently: the decisive member has to be the
 * only one.
 */
function checkNames(
  members: readonly JsonMember[],
  names: readonly string[],
  where: string,
  idText: string | undefined,
): void {
  // Not a Set: its table would outlive the request.
  const met: string[] = [];
  for (const { name } of members) {
    const folded = folds(name);
    if (!names.includes(folded)) continue;
    const known = spelled[folded] ?? folded;
    if (name !== known) throw invalid(`A member of ${where} is \`${known}\` but for its case.`, idText);
    if (met.includes(name)) throw invalid(`\`${name}\` stands twice in ${where}.`, idText);
    met.push(name);
  }
}

/** Case folding as far as it ends in ASCII, as the decoders of Go and .NET do it. */
function folds(name: string): string {
  return name.replace(/\u017f/g, 's').toLowerCase();
}
