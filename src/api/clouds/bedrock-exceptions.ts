/** Names of errors at Amazon Bedrock ("InvokeModel", "InvokeModelWithResponseStream" of its API reference). */

/** Those of whole answers. Every other status has the name of its class. */
const byStatus: ReadonlyMap<number, string> = new Map([
  [401, 'UnrecognizedClientException'],
  [403, 'AccessDeniedException'],
  [404, 'ResourceNotFoundException'],
  [408, 'ModelTimeoutException'],
  [424, 'ModelErrorException'],
  [429, 'ThrottlingException'],
  [503, 'ServiceUnavailableException'],
  [504, 'ModelTimeoutException'],
  // Anthropic's own, of a service that is overloaded.
  [529, 'ServiceUnavailableException'],
]);

/** The name of an error that is a whole answer. */
export function exceptionOfStatus(status: number): string {
  return byStatus.get(status) ?? (status >= 500 ? 'InternalServerException' : 'ValidationException');
}

/** Those of streams, by the `type` of an error of messages. Clients know no further ones. */
const byType: ReadonlyMap<unknown, string> = new Map([
  ['invalid_request_error', 'validationException'],
  ['request_too_large', 'validationException'],
  ['rate_limit_error', 'throttlingException'],
  ['overloaded_error', 'serviceUnavailableException'],
  ['timeout_error', 'modelTimeoutException'],
]);

/** The name of an error within a stream, by the `type` that it has in messages. */
export function exceptionOfType(type: unknown): string {
  return byType.get(type) ?? 'internalServerException';
}
