import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { answerEvents, bedrockChunk } from '../../helpers/amazon-frames.ts';
import { startBackend } from '../../helpers/backend.ts';
import { startTokenEndpoint } from '../../helpers/token-endpoint.ts';
import { oneDeployment, probed } from './probed.ts';
import { startTruthful } from './truthful-backend.ts';

const clientSecret = 'client-secret-0123456789';

function oauth2(url: string) {
  return { auth: { oauth2: { token_url: url, client_id: 'gateway', client_secret: clientSecret } } };
}

test('a credential that is renewed is fetched first, and goes out with each request', async (t) => {
  const endpoint = await startTokenEndpoint(t, { kind: 'token', lifetime: 3600 });
  const backend = await startTruthful(t);
  const { file } = await oneDeployment(
    t,
    backend.url,
    { chat_completions: ['vision', 'streaming'] },
    {},
    oauth2(endpoint.url),
  );
  const { exitCode, out, err } = await probed(file, '--yes');
  assert.equal(exitCode, 0, err);
  const [token] = endpoint.tokens;
  assert.deepEqual(
    backend.seen.map(({ headers }) => headers.authorization),
    [`Bearer ${token}`, `Bearer ${token}`],
  );
  assert.ok(!`${out}${err}`.includes(token!));
});

test('without a credential nothing is asked, and it is said why there is none', async (t) => {
  const endpoint = await startTokenEndpoint(t, { kind: 'fail', status: 401, error: 'invalid_client' });
  const backend = await startTruthful(t);
  const { file, lock } = await oneDeployment(
    t,
    backend.url,
    { chat_completions: ['vision', 'streaming'] },
    {},
    oauth2(endpoint.url),
  );
  const { exitCode, cells, out, err } = await probed(file, '--yes');
  assert.deepEqual([exitCode, backend.seen.length, existsSync(lock)], [1, 0, false]);
  for (const { result, why } of cells) {
    assert.equal(result, 'not_asked');
    assert.match(why!, /^there is no credential \(none has come yet: .*invalid_client/);
  }
  assert.ok(!`${out}${err}`.includes(clientSecret));
});

test('a backend with the form of a cloud is asked in it, and its frames and errors are read', async (t) => {
  const backend = await startBackend(t, ({ url, body }, response) => {
    if (url.endsWith('/invoke-with-response-stream')) {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      return void response.end(Buffer.concat(answerEvents('one two').map(bedrockChunk)));
    }
    if (body.includes('image/png')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      const content = [{ type: 'text', text: 'HARBOR' }];
      return void response.end(JSON.stringify({ type: 'message', role: 'assistant', content }));
    }
    response.writeHead(400, {
      'content-type': 'application/json',
      'x-amzn-errortype': 'ValidationException:http://internal.amazon.com/coral/',
    });
    response.end('{"message":"tools.0: no such tool"}');
  });
  const { file } = await oneDeployment(
    t,
    backend.url,
    { messages: ['vision', 'streaming', 'computer_use'] },
    { model: 'us.a-v1:0' },
    { wire: 'bedrock' },
  );
  const { cells } = await probed(file, '--yes');
  assert.deepEqual(
    cells.map(({ result, why }) => [result, why]),
    [
      ['proven', undefined],
      ['proven', undefined],
      ['failed', 'answered 400: tools.0: no such tool'],
    ],
  );
  assert.deepEqual(
    backend.seen.map(({ url }) => url),
    ['invoke', 'invoke-with-response-stream', 'invoke', 'invoke'].map((end) => `/model/us.a-v1:0/${end}`),
  );
  const [image, , screen] = backend.seen.map(
    ({ body }) => JSON.parse(body.toString()) as Record<string, unknown>,
  );
  assert.deepEqual([image!['model'], image!['anthropic_version']], [undefined, 'bedrock-2023-05-31']);
  assert.deepEqual(screen!['anthropic_beta'], ['computer-use-2025-11-24']);
});
