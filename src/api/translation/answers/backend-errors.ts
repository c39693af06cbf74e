/** Reads backends' failures in any form, and their kinds. */
import { isObject, type JsonObject } from '../../../lib/json.ts';
import type { Failure } from '../neutral/answer-event.ts';

/** The content of an error. */
export interface ErrorWords {
  readonly message: string;
  /** The backend's own word for it: a code, else a type. */
  readonly code?: string;
  /** The status in the error itself. */
  readonly status?: number;
  readonly param?: string;
}

/**
 * Reads an error: OpenAI's and Anthropic's `error`, also as a plain text; Google's, also in a list; a message at the top
 * as Amazon and vLLM have it; `detail` of FastAPI; `base_resp`. Undefined where there is no message.
 */
export function readError(value: unknown): ErrorWords | undefined {
  const told: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(told)) return undefined;
  const { error, detail, base_resp: base, response } = told;
  if (isObject(error)) return wordsOf(error);
  if (typeof error === 'string' && error.trim() !== '') return { ...wordsOf(told), message: error };
  if (isObject(base) && typeof base['status_msg'] === 'string') {
    return { message: base['status_msg'], code: wordIn(base['status_code']) };
  }
  if (isObject(response) && isObject(response['error'])) return wordsOf(response['error']);
  return wordsOf(told) ?? detailOf(detail);
}

function wordsOf(error: JsonObject): ErrorWords | undefined {
  const { code, type, status, param } = error;
  const message = textIn(error['message']) ?? textIn(error['Message']) ?? textIn(error['detail']);
  const word = textIn(code) ?? textIn(status)?.toLowerCase() ?? (type === 'error' ? undefined : textIn(type));
  if (message === undefined && word === undefined) return undefined;
  const numbers = [code, status].find((value) => typeof value === 'number' && value >= 400 && value <= 599);
  return {
    message: message ?? word!,
    ...(word !== undefined && { code: word }),
    ...(typeof numbers === 'number' && { status: numbers }),
    ...(typeof param === 'string' && { param }),
  };
}

function detailOf(detail: unknown): ErrorWords | undefined {
  if (typeof detail === 'string') return { message: detail };
  const first: unknown = Array.isArray(detail) ? detail[0] : detail;
  const message = isObject(first) ? (textIn(first['msg']) ?? textIn(first['message'])) : undefined;
  return message === undefined ? undefined : { message };
}

/** The value in place of a word. `String` would call a backend's own `toString`. */
export function wordIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The failure that a backend reports in an answer or in an event of it. */
export function reportedFailure(value: unknown, otherwise = 'the backend reported an error'): Failure {
  const { message, code, status } = readError(value) ?? { message: otherwise };
  return {
    kind: 'reported',
    message,
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
  };
}

/** The failure for an unreadable answer, or for one that reports itself unusable. */
export function invalidAnswer(message: string): Failure {
  return { kind: 'invalid', message };
}

/** Kinds of failures that clients tell apart. */
export type ErrorKind =
  | 'context_too_long'
  | 'out_of_credit'
  | 'rate_limit'
  | 'overloaded'
  | 'timeout'
  | 'invalid_request'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'too_large'
  | 'server';

const contextCodes = new Set(['context_length_exceeded', 'exceed_context_size_error']);
const contextTexts =
  /maximum context length|prompt is too long|input is too long|input token count.*exceeds|exceed_context_size_error/is;

/** Words of all vendors, in lower case; those of Amazon's exceptions without their last one. */
const kinds: ReadonlyMap<string, ErrorKind> = new Map(
  Object.entries({
    rate_limit: [
      'rate_limit_error',
      'rate_limit_exceeded',
      'too_many_requests',
      'resource_exhausted',
      'throttling',
      'servicequotaexceeded',
      'service_quota_exceeded',
      'modelnotready',
      'model_not_ready',
    ],
    overloaded: [
      'overloaded_error',
      'overloaded',
      'unavailable',
      'service_unavailable',
      'serviceunavailable',
    ],
    timeout: ['timeout_error', 'timeout', 'deadline_exceeded', 'modeltimeout', 'model_timeout'],
    invalid_request: ['invalid_request_error', 'invalid_argument', 'invalid_prompt', 'validation'],
    authentication: ['authentication_error', 'unauthenticated', 'invalid_api_key'],
    permission: ['permission_error', 'permission_denied', 'accessdenied', 'access_denied'],
    not_found: ['not_found_error', 'not_found', 'model_not_found', 'resourcenotfound', 'resource_not_found'],
    too_large: ['request_too_large'],
  }).flatMap(([kind, words]) => words.map((word) => [word, kind as ErrorKind] as const)),
);

const kindsByStatus: ReadonlyMap<number, ErrorKind> = new Map([
  [401, 'authentication'],
  [403, 'permission'],
  [404, 'not_found'],
  [408, 'timeout'],
  [413, 'too_large'],
  [429, 'rate_limit'],
  [503, 'overloaded'],
  [504, 'timeout'],
  [529, 'overloaded'],
]);

/** The kind of a failure, by its words before its status. */
export function errorKind({
  message,
  code,
  status,
}: Pick<Failure, 'message' | 'code' | 'status'>): ErrorKind {
  const word = code?.toLowerCase().replace(/_?exception$/, '');
  if ((word !== undefined && contextCodes.has(word)) || contextTexts.test(message)) return 'context_too_long';
  if (word === 'insufficient_quota' || /credit balance is too low/i.test(message)) return 'out_of_credit';
  const named = word === undefined ? undefined : kinds.get(word);
  if (named !== undefined) return named;
  if (status === undefined) return 'server';
  return kindsByStatus.get(status) ?? (status >= 500 ? 'server' : 'invalid_request');
}
