import { renderError } from '../../api/families/render-error.ts';
import type { GatewayError } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { WholeAnswer } from './turn-sink.ts';

/** Headers that mean nothing without an HTTP message. */
const ofMessages: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'www-authenticate',
]);

/**
 * A refusal in the form of a socket of responses (`ResponseWsError` of OpenAI's SDKs); headers are at Codex's place,
 * too.
 */
export function errorEvent({ status, headers, body }: WholeAnswer, streamId: string | undefined): string {
  const told: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!.toLowerCase();
    if (!ofMessages.has(name)) told[name] = headers[index + 1]!;
  }
  const error = isObject(body?.['error']) ? body['error'] : {};
  const { type, code, message, param } = error;
  return JSON.stringify({
    type: 'error',
    status,
    error: {
      ...error,
      type: type ?? 'api_error',
      code: code ?? null,
      message: message ?? `The backend answered with status ${status}.`,
      param: param ?? null,
      headers: told,
    },
    headers: told,
    ...(streamId !== undefined && { stream_id: streamId }),
  });
}

/** The same for an error of the gateway's own. */
export function refusalEvent(error: GatewayError, requestId: string, streamId: string | undefined): string {
  const { status, headers, body } = renderError(error, 'openai', requestId);
  const flat = Object.entries(headers).flat();
  return errorEvent({ status, headers: flat, body: JSON.parse(body.toString()) as JsonObject }, streamId);
}
