/** Failures in the words of each client's dialect. */
import type { Failure } from '../neutral/answer-event.ts';
import { type ErrorKind, errorKind } from './backend-errors.ts';

/** Types of errors in streams. A credential that a backend refuses there is not the client's. */
const openaiTypes: Readonly<Record<ErrorKind, string>> = {
  context_too_long: 'invalid_request_error',
  out_of_credit: 'insufficient_quota',
  rate_limit: 'rate_limit_error',
  overloaded: 'server_error',
  timeout: 'server_error',
  invalid_request: 'invalid_request_error',
  authentication: 'server_error',
  permission: 'server_error',
  not_found: 'server_error',
  too_large: 'invalid_request_error',
  server: 'server_error',
};

const anthropicTypes: Readonly<Record<ErrorKind, string>> = {
  context_too_long: 'invalid_request_error',
  out_of_credit: 'rate_limit_error',
  rate_limit: 'rate_limit_error',
  overloaded: 'overloaded_error',
  timeout: 'timeout_error',
  invalid_request: 'invalid_request_error',
  authentication: 'api_error',
  permission: 'api_error',
  not_found: 'api_error',
  too_large: 'invalid_request_error',
  server: 'api_error',
};

/** Codes that clients act on; else the backend's own word says more. */
const openaiCodes: Readonly<Partial<Record<ErrorKind, string>>> = {
  context_too_long: 'context_length_exceeded',
  out_of_credit: 'insufficient_quota',
};

/** The only words that clients of responses know, and the two that they act on. */
const responsesCodes: Readonly<Record<ErrorKind, string>> = {
  context_too_long: 'context_length_exceeded',
  out_of_credit: 'insufficient_quota',
  rate_limit: 'rate_limit_exceeded',
  overloaded: 'server_error',
  timeout: 'server_error',
  invalid_request: 'invalid_prompt',
  authentication: 'server_error',
  permission: 'server_error',
  not_found: 'server_error',
  too_large: 'invalid_prompt',
  server: 'server_error',
};

/** `error` in a stream of chat completions. */
export function chatErrorOf(failure: Pick<Failure, 'message' | 'code' | 'status'>) {
  const kind = errorKind(failure);
  const code = openaiCodes[kind] ?? failure.code ?? 'upstream_error';
  return { message: failure.message, type: openaiTypes[kind], code };
}

/** `error` of a response that failed. */
export function responsesErrorOf(failure: Failure) {
  return { code: responsesCodes[errorKind(failure)], message: failure.message };
}

/** The words at which clients of messages shorten a conversation. */
const tooLong = 'prompt is too long: ';

export function messageForMessages({ message }: Pick<Failure, 'message'>, kind: ErrorKind): string {
  return kind !== 'context_too_long' || message.startsWith(tooLong) ? message : tooLong + message;
}

export function messagesError(failure: Failure, requestId: string) {
  const kind = errorKind(failure);
  const error = { type: anthropicTypes[kind], message: messageForMessages(failure, kind) };
  return { type: 'error', error, request_id: requestId };
}
