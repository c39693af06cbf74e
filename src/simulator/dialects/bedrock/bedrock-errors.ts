import type { Dialect } from '../../simulated-dialect.ts';
import type { Failure } from '../../simulator-refusal.ts';
import { exceptionFrame } from './amazon-frame.ts';

const names: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
};

/** The common parts of Amazon Bedrock's runtime operations. */
export const bedrockRuntime = {
  requestIdHeader: 'x-amzn-requestid',
  streamType: 'application/vnd.amazon.eventstream',
  error: ({ message }: Failure) => ({ message }),
  errorHeaders: ({ status }: Failure) => ({ 'x-amzn-errortype': nameOf(status) }),
  errorEvent({ status, message }: Failure): Buffer {
    const name = nameOf(status);
    return exceptionFrame(`${name.slice(0, 1).toLowerCase()}${name.slice(1)}`, { message });
  },
} satisfies Partial<Dialect>;

function nameOf(status: number): string {
  return names[status] ?? (status >= 500 ? 'InternalServerException' : 'ValidationException');
}
