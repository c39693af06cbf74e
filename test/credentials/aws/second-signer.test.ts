import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { ServerClock } from '../../../src/credentials/aws/server-clock.ts';
import { SignatureCredential } from '../../../src/credentials/aws/signature-credential.ts';
import { MessageToAuthorize } from '../../../src/http/client/message-to-authorize.ts';
import { runs } from '../../helpers/full.ts';
import { exampleConfig, HeldKeys } from './held-keys.ts';

/** SHA-256 as Amazon's own signer asks for it. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(secret?: string | Uint8Array | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string | Uint8Array);
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()));
  }

  reset(): void {}
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
/** As a client writes it into an address: each segment encoded, more than it must be or just so. */
const segment = fc.oneof(
  fc.constantFrom(
    '.',
    '..',
    '',
    'v1',
    'us.anthropic.claude-3-5-sonnet-20241022-v2:0',
    'a%3Ab',
    'arn:aws:bedrock:eu',
  ),
  text.map(encodeURIComponent),
  fc.stringMatching(/^[\w!'()*~.:@$,;=+-]{0,12}$/),
);
/** That signer keeps parameters in an object. */
const name = text.filter((one) => one !== '' && one !== '__proto__');
const request = fc.record({
  method: fc.constantFrom('POST', 'GET'),
  segments: fc.array(segment, { maxLength: 6 }),
  query: fc.array(fc.tuple(name, text), { maxLength: 4 }),
  body: fc.uint8Array({ maxLength: 200 }),
  host: fc.constantFrom('bedrock-runtime.eu-central-1.amazonaws.com', '127.0.0.1:8080', '[::1]:1'),
  region: fc.constantFrom('eu-central-1', 'us-gov-west-1'),
  service: fc.constantFrom('bedrock', 'bedrock-mantle'),
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,20}$/),
  secretAccessKey: fc.stringMatching(/^[\w/+]{1,40}$/),
  sessionToken: fc.option(fc.stringMatching(/^[\w/+=]{1,200}$/), { nil: undefined }),
  nowMs: fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2099, 0) }),
});

test("any request is signed as Amazon's own signer for Node.js signs it", async () => {
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      const { method, host, region, service, accessKeyId, secretAccessKey, sessionToken, nowMs } = one;
      const path = `/${one.segments.join('/')}`;
      // A name that stands several times is a list to that signer.
      const query = [...new Map(one.query)];
      const sentQuery = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
      const held = new HeldKeys({ kind: 'aws_keys', accessKeyId, secretAccessKey, sessionToken });
      const clock = new ServerClock(undefined, () => nowMs);
      const source = { ...exampleConfig.source, region, service };
      const credential = new SignatureCredential({ ...exampleConfig, source }, held, clock);
      const body = Buffer.from(one.body);
      const message = new MessageToAuthorize(credential, {
        method,
        host,
        path: sentQuery === '' ? path : `${path}?${sentQuery}`,
        body: [body.subarray(0, 5), body.subarray(5)],
        headerLines: `host: ${host}\r\n`,
      });
      await credential.authorize(message);

      const signer = new SignatureV4({
        credentials: {
          accessKeyId,
          secretAccessKey,
          ...(sessionToken === undefined ? {} : { sessionToken }),
        },
        region,
        service,
        sha256: Sha256,
        applyChecksum: false,
      });
      const signed = await signer.sign(
        {
          method,
          protocol: 'https:',
          hostname: host,
          path,
          query: Object.fromEntries(query),
          headers: { host },
          body,
        },
        { signingDate: new Date(nowMs) },
      );
      assert.equal(message.header('authorization'), signed.headers['authorization']);
      assert.equal(message.header('x-amz-date'), signed.headers['x-amz-date']);
      assert.equal(message.header('x-amz-security-token'), sessionToken);
    }),
    { numRuns: runs(2000) },
  );
});
