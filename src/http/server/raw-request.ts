import { IncomingMessage } from 'node:http';

const none = Object.freeze({});

/**
 * A request that is read from its `rawHeaders` alone (`request-head.ts`). Node.js asks each request for
 * `headers.expect`, and for that lists all of its headers under lower-case names: here `headers` has only that one.
 */
export class RawRequest extends IncomingMessage {}

Object.defineProperty(RawRequest.prototype, 'headers', {
  get(this: IncomingMessage): Readonly<Record<string, string>> {
    const { rawHeaders } = this;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]!;
      if (name.length === 6 && name.toLowerCase() === 'expect') return { expect: rawHeaders[index + 1]! };
    }
    return none;
  },
});
