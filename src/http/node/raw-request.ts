import { IncomingMessage } from 'node:http';

const none = Object.freeze({});

/**
 * A request that is read from its `rawHeaders` alone (see `request-head.ts`). Node.js asks every request for `headers.expect`,
 * and would bring all of its headers under names in lower case for that; here `headers` has no other.
 */
export class RawRequest extends IncomingMessage {}

Object.defineProperty(RawRequest.prototype, 'headers', {
  get(this: IncomingMessage): Readonly<Record<string, string>> {
    const raw = this.rawHeaders;
    for (let index = 0; index < raw.length; index += 2) {
      const name = raw[index]!;
      if (name.length === 6 && name.toLowerCase() === 'expect') return { expect: raw[index + 1]! };
    }
    return none;
  },
});
