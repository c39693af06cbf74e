/** Amazon's errors in the words of messages: one table for the errors of streams and of whole answers. */
import { parseObject } from '../../../lib/json.ts';
import type { ErrorSigns } from '../wire.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['throttlingexception', 'rate_limit_error'],
  ['servicequotaexceededexception', 'rate_limit_error'],
  ['serviceunavailableexception', 'overloaded_error'],
  ['modeltimeoutexception', 'timeout_error'],
  ['validationexception', 'invalid_request_error'],
]);

/** A failure of the model, which Amazon answers as an error of the client's. */
const failedDependency = 424;

export function judgedStatus(status: number, errorType?: string): number {
  if (status === failedDependency) return 500;
  const isQuota = errorType !== undefined && nameOf(errorType) === 'servicequotaexceededexception';
  // A quota of the account's, which has the status of a fault of the client's.
  return isQuota && status === 400 ? 429 : status;
}

/** The type of an exception in a stream. */
export function streamErrorType(exception: string): string {
  return types.get(exception.toLowerCase()) ?? 'api_error';
}

/** `ThrottlingException:http://internal.amazon.com/...` is a ThrottlingException. */
function nameOf(errorType: string): string {
  return errorType.split(':', 1)[0]!.trim().toLowerCase();
}

/** The words of messages for a status; see "Errors" in Anthropic's documentation. */
const typesByStatus: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
]);

function typeOfStatus(status: number): string {
  return typesByStatus.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

/** An error of a whole answer; what is no JSON object with a message stays as it came. */
export function errorBody({ status, errorType, requestId }: ErrorSigns, body: Buffer): Buffer | undefined {
  const json = parseObject(body.toString());
  // A server before it may speak the dialect already.
  if (json === undefined || json['type'] === 'error') return undefined;
  const message = json['message'] ?? json['Message'];
  if (typeof message !== 'string') return undefined;
  const named = errorType === undefined ? undefined : types.get(nameOf(errorType));
  const error = { type: named ?? typeOfStatus(judgedStatus(status, errorType)), message };
  return Buffer.from(JSON.stringify({ type: 'error', error, request_id: requestId }));
}
