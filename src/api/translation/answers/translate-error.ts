/** Errors of backends that are handed on, in the words of the client's family. */
import { targetDefinitions } from '../../../config/target-dialects/index.ts';
import { parseObject } from '../../../lib/json.ts';
import { refusalStatus } from '../../families/refusal-status.ts';
import { judgedStatus } from '../../wires/bedrock/bedrock-errors.ts';
import type { ErrorSigns } from '../../wires/wire.ts';
import type { Failure } from '../neutral/answer-event.ts';
import type { BackendDialect, ClientDialect } from '../neutral/dialects.ts';
import { type ErrorKind, type ErrorWords, errorKind, readError } from './backend-errors.ts';
import { messageForMessages } from './errors-for-client.ts';

/** So much of an error that is plain text is handed on. */
const longestText = 500;

const openaiTypes: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
]);

const anthropicTypes: ReadonlyMap<number, string> = new Map([
  ...openaiTypes,
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
]);

/** Anthropic's status for being overloaded, which nobody else has. */
const overloaded = 529;

/** The client's error in place of a backend's. */
export interface TranslatedError {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Says a backend's error in the client's words. Whether another deployment is asked instead was decided before, by what
 * the backend said.
 *
 * @returns Undefined for what says nothing: no JSON and no plain text.
 */
export function translateError(
  { status: told, errorType, requestId }: ErrorSigns,
  body: Buffer,
  from: BackendDialect,
  client: ClientDialect,
): TranslatedError | undefined {
  const words = wordsOf(body, from, errorType);
  const named = targetDefinitions[from].namesErrors ? judgedStatus(told, errorType) : told;
  if (words === undefined) return undefined;
  // Words about credit keep their status, for clients that get it unchanged.
  const judged = refusalStatus(named, body) === 401 ? 401 : named;
  const status = judged < 300 ? statusOfWords(words) : judged;
  const kind = errorKind({ ...words, status });
  const text =
    client === 'messages' ? inMessages(words, kind, status, requestId) : inOpenai(words, kind, status);
  return { status: statusFor(kind, status, client), body: Buffer.from(text) };
}

/** The same of an error that came as the first event of a stream, of which the client has been told nothing. */
export function errorOfFailure(failure: Failure, requestId: string, client: ClientDialect): TranslatedError {
  const status = statusOfWords(failure);
  const kind = errorKind({ ...failure, status });
  const text =
    client === 'messages' ? inMessages(failure, kind, status, requestId) : inOpenai(failure, kind, status);
  return { status: statusFor(kind, status, client), body: Buffer.from(text) };
}

const statusesByKind: Readonly<Partial<Record<ErrorKind, number>>> = {
  context_too_long: 400,
  invalid_request: 400,
  not_found: 404,
  too_large: 413,
  out_of_credit: 429,
  rate_limit: 429,
  overloaded: 503,
  timeout: 504,
};

/**
 * The status of an error that came as a good answer: in the client's dialect nobody would look for it there. What is said of
 * a credential is not of the client's.
 */
function statusOfWords(words: ErrorWords): number {
  const { message, code, status } = words;
  const kind = errorKind({
    message,
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
  });
  if (kind === 'authentication' || kind === 'permission') return 502;
  return status ?? statusesByKind[kind] ?? 502;
}

/** The client's error for a refusal without words for programs: its status, and its origin. */
export function wordlessError(
  { status, requestId }: Pick<ErrorSigns, 'status' | 'requestId'>,
  client: ClientDialect,
): TranslatedError {
  const words = {
    message: `The backend refused the request with status ${status} and no word that can be handed on.`,
  };
  const kind = errorKind({ ...words, status });
  const text =
    client === 'messages' ? inMessages(words, kind, status, requestId) : inOpenai(words, kind, status);
  return { status: statusFor(kind, status, client), body: Buffer.from(text) };
}

function wordsOf(body: Buffer, from: BackendDialect, errorType: string | undefined): ErrorWords | undefined {
  const text = body.toString().trim();
  const json = parseObject(text) ?? listIn(text);
  const read = json === undefined ? plainText(text) : readError(json);
  const named = targetDefinitions[from].namesErrors ? nameOf(errorType) : undefined;
  if (named === undefined) return read;
  return { message: read?.message ?? named, code: named };
}

function listIn(text: string): unknown {
  if (!text.startsWith('[')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A page is nothing to show to a program. */
function plainText(text: string): ErrorWords | undefined {
  return text === '' || /^[<{[]/.test(text) ? undefined : { message: text.slice(0, longestText) };
}

/** `ThrottlingException:http://internal.amazon.com/...` is a `throttling_exception`. */
function nameOf(errorType: string | undefined): string | undefined {
  const name = errorType?.split(':', 1)[0]?.trim();
  if (name === undefined || name === '') return undefined;
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}

function statusFor(kind: ErrorKind, status: number, client: ClientDialect): number {
  if (kind === 'context_too_long') return 400;
  if (client === 'messages') return status;
  if (kind === 'out_of_credit') return 429;
  return status === overloaded ? 503 : status;
}

function inMessages(
  { message, code }: ErrorWords,
  kind: ErrorKind,
  status: number,
  requestId: string,
): string {
  const isTooLong = kind === 'context_too_long';
  const type = isTooLong
    ? 'invalid_request_error'
    : (anthropicTypes.get(status) ?? typeByClass(status, 'api_error'));
  const error = { type, message: messageForMessages({ message }, kind), code: code ?? 'upstream_error' };
  return JSON.stringify({ type: 'error', error, request_id: requestId });
}

function inOpenai({ message, code, param }: ErrorWords, kind: ErrorKind, status: number): string {
  const own = { context_too_long: 'context_length_exceeded', out_of_credit: 'insufficient_quota' };
  const told = statusFor(kind, status, 'chat_completions');
  const error = {
    message,
    type: openaiTypes.get(told) ?? typeByClass(told, 'server_error'),
    code: kind === 'context_too_long' || kind === 'out_of_credit' ? own[kind] : (code ?? 'upstream_error'),
    // Other fields are called otherwise here.
    param: param === 'model' ? param : null,
  };
  return JSON.stringify({ error });
}

function typeByClass(status: number, ofServer: string): string {
  return status >= 500 ? ofServer : 'invalid_request_error';
}
