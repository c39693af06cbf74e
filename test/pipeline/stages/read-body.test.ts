import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { BodyRules } from '../../../src/api/endpoints/endpoint.ts';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import { GatewayError } from '../../../src/errors.ts';
import { HeaderPolicy, readHead } from '../../../src/http/server/request-head.ts';
import { clientKey } from '../../../src/keys/keyring.ts';
import { BufferBudget } from '../../../src/pipeline/buffer-budget.ts';
import { Exchange } from '../../../src/pipeline/exchange.ts';
import { HttpClientSink } from '../../../src/pipeline/relay/answer/http-client-sink.ts';
import type { BodyLimits } from '../../../src/pipeline/request-body.ts';
import { readBody } from '../../../src/pipeline/stages/read-body.ts';
import { keyConfig } from '../../routing/configs.ts';

/** What the stage made of a request, or the code of its error. */
type Made = { readonly exchange: Exchange } | { readonly code: string };

/** Sends bytes to a server whose every request goes to an endpoint with such bodies. */
async function send(t: TestContext, body: BodyRules, bytes: string): Promise<Made> {
  const limits: BodyLimits = {
    maxBytes: 1000,
    timeoutMs: 5000,
    leastBytesPerSecond: 0,
    budget: new BufferBudget({ maxBytes: 10_000, maxBytesPerKey: 10_000 }),
  };
  const stage = readBody({ body: limits });
  const policy = new HeaderPolicy();
  let made: Made = { code: 'nothing came' };
  const server = createServer(async (request, response) => {
    const exchange = new Exchange(request, new HttpClientSink(response));
    exchange.head = readHead(request, policy);
    exchange.key = clientKey(keyConfig('one'));
    exchange.endpoint = { ...endpoints.responses, body };
    try {
      await stage(exchange, async (next) => {
        made = { exchange: next };
      });
    } catch (error) {
      assert.ok(error instanceof GatewayError);
      made = { code: error.code };
    }
    response.setHeader('connection', 'close').end();
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(bytes);
  await text(socket);
  return made;
}

const head = (method: string, ...lines: string[]) =>
  [`${method} /v1/responses HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');

test('a request to an endpoint without a body goes on with nothing to send', async (t) => {
  for (const bytes of [head('GET'), head('DELETE'), head('POST', 'Content-Length: 0')]) {
    const made = await send(t, { kind: 'none' }, bytes);
    assert.ok('exchange' in made, bytes);
    const { body, summary, readMs } = made.exchange;
    assert.equal(body?.kind, 'none');
    assert.deepEqual(body.encode(), { chunks: [], length: 0 });
    assert.deepEqual(body.needs(), []);
    assert.deepEqual([summary?.model, summary?.stream, summary?.bytes], [undefined, false, 0]);
    assert.ok(readMs !== undefined);
  }
});

test('a body that an endpoint does not take is refused, not dropped', async (t) => {
  const cases = [
    `${head('POST', 'Content-Length: 2', 'Content-Type: application/json')}{}`,
    `${head('DELETE', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  ];
  for (const bytes of cases) {
    assert.deepEqual(await send(t, { kind: 'none' }, bytes), { code: 'bad_request' });
  }
});

test('a JSON body stands apart from what is known of it', async (t) => {
  const sent = '{"model":"m","tags":[],"n":2,"prompt_cache_key":"k"}';
  const lines = ['Content-Type: application/json', `Content-Length: ${sent.length}`];
  const made = await send(t, { kind: 'json', fields: {} }, head('POST', ...lines) + sent);
  assert.ok('exchange' in made);
  const { body, summary } = made.exchange;
  assert.equal(body?.kind, 'json');
  assert.deepEqual(body.document(), JSON.parse(sent));
  assert.deepEqual([summary?.model, summary?.isOneAnswer, summary?.cacheKey], ['m', false, 'k']);
  assert.equal(summary?.bytes, sent.length);
});
