/** The real status of a backend's refusal, if its status code is misleading. */
import { isObject, type JsonObject } from '../../lib/json.ts';

/** No vendor's error is longer; in one that is nobody looks for words. */
const mostErrorBytes = 64 * 1024;

const badRequest = 400;
const unauthorized = 401;
const tooManyRequests = 429;

/** Google's words for a key: `ErrorInfo` has its reason among the details, and its message begins so. */
const keyReasons: ReadonlySet<unknown> = new Set(['API_KEY_INVALID', 'API_KEY_EXPIRED']);
/** Google's and xAI's messages. Only their beginning counts: what follows may repeat what a client wrote. */
const keyMessages = /^(?:API key not valid|API key expired|Incorrect API key provided)/;
/** Anthropic's. */
const creditMessages = /^Your credit balance is too low/;

const statusesOfWords: ReadonlyMap<unknown, number> = new Map([
  ['invalid_api_key', unauthorized],
  ['authentication_error', unauthorized],
  ['UNAUTHENTICATED', unauthorized],
  ['insufficient_quota', tooManyRequests],
]);

/**
 * The status that a refusal is judged by. Some vendors answer 400 to a key that they do not take, or to an account without
 * credit, neither of which is the request's: those are judged as what others answer then, 401 and 429.
 */
export function refusalStatus(status: number, body: Buffer): number {
  if (status !== badRequest || body.length > mostErrorBytes) return status;
  const told = objectIn(body);
  if (told === undefined) return status;
  const { error } = told;
  // xAI's is the message itself.
  if (typeof error === 'string') return statusOfMessage(error);
  return isObject(error) ? statusOfError(error) : status;
}

/** Google has its errors in a list in some places. */
function objectIn(body: Buffer): JsonObject | undefined {
  try {
    const told: unknown = JSON.parse(body.toString());
    const first: unknown = Array.isArray(told) ? told[0] : told;
    return isObject(first) ? first : undefined;
  } catch {
    return undefined;
  }
}

function statusOfError({ code, type, status, message, details }: JsonObject): number {
  if (Array.isArray(details) && details.some((one) => isObject(one) && keyReasons.has(one['reason']))) {
    return unauthorized;
  }
  for (const word of [code, type, status]) {
    const known = statusesOfWords.get(word);
    if (known !== undefined) return known;
  }
  return typeof message === 'string' ? statusOfMessage(message) : badRequest;
}

function statusOfMessage(message: string): number {
  if (keyMessages.test(message)) return unauthorized;
  return creditMessages.test(message) ? tooManyRequests : badRequest;
}
