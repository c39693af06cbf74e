import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { queryOf, questionOf } from '../../../src/check/explain/question-query.ts';
import { readToken, startAdmin, type TestAdmin } from '../../helpers/admin.ts';
import { folderWith, valid } from '../files.ts';
import { gateway } from '../recorder.ts';

/** A gateway whose deployment large/one is out, and both are busy. */
async function running(t: TestContext, text = valid): Promise<TestAdmin> {
  const admin = await startAdmin(t, text);
  const figures = (value: number) =>
    new Map(['large\none', 'large\ntwo'].map((labels) => [labels, new Float64Array([value])]));
  admin.figures.set('gateway_attempts_in_flight', figures(2));
  admin.figures.set('gateway_deployment_latency_seconds', figures(0.0417));
  const circuits = new Map([
    ['large\none\nopen', new Float64Array([1])],
    ['large\ntwo\nclosed', new Float64Array([1])],
  ]);
  admin.figures.set('gateway_deployment_circuits', circuits);
  return admin;
}

const env = { GATEWAY_READ_TOKEN: readToken };

test('a running gateway is asked, and its health and load are shown', async (t) => {
  const { url } = await running(t);
  const { exitCode, out, err } = await gateway(['explain', '--admin', url, '--model', 'large'], { env });
  assert.deepEqual([exitCode, err], [0, '']);
  assert.deepEqual(out.split('\n').slice(2, 5), [
    '#  DEPLOYMENT  BACKEND  PRIORITY  STATE    IN FLIGHT  LATENCY  WHY NOT',
    '1  large/two   two      1         healthy  2          42ms',
    '-  large/one   one      0         out      2          42ms     out of service after failures',
  ]);
  assert.match(out, /^Goes to large\/two\.$/m);
});

test('a running gateway is asked the very question that is asked of the file', async (t) => {
  const text = valid.replace('  large:\n', '  large:\n    balance: sticky\n');
  const { url } = await running(t, text);
  const content = [{ type: 'image_url', image_url: { url: 'https://example.com/cat.png' } }];
  const body = {
    model: 'large',
    models: ['small'],
    tags: ['streaming'],
    stream: true,
    max_tokens: 77,
    prompt_cache_key: 'a, b',
    messages: [{ role: 'user', content }],
  };
  const folder = await folderWith(t, { 'gateway.yaml': text, 'body.json': JSON.stringify(body) });
  const ask = async (...of: readonly string[]) => {
    const about = ['--body', join(folder, 'body.json'), '--key', 'team', '--down', 'two'];
    const { out, err } = await gateway(['explain', ...of, ...about, '--format', 'json'], { env });
    assert.equal(err, '');
    return (JSON.parse(out) as { readonly question: Record<string, unknown> }).question;
  };
  const asked = await ask('--admin', url);
  assert.deepEqual(asked, await ask('--config', join(folder, 'gateway.yaml')));
  const { needs, session, tokens } = asked;
  assert.deepEqual([needs, session], [['vision', 'streaming'], 'a, b']);
  assert.equal((tokens as { output: number }).output, 77);
});

test('what a key always asks for is said to be its own', async (t) => {
  const text = valid.replace('  team:\n', '  team:\n    tags: [vision]\n');
  const { url } = await running(t, text);
  const ask = ['explain', '--admin', url, '--model', 'large', '--key', 'team'];
  const { out } = await gateway(ask, { env });
  assert.match(out, /large\/two .* lacks `vision`, which key `team` always asks for$/m);
});

test('the token can come from the file of the gateway', async (t) => {
  const { url } = await running(t);
  const text = `${valid}admin: { address: "127.0.0.1:9901", read_token: ${readToken} }\n`;
  const dir = await folderWith(t, { 'gateway.yaml': text });
  const args = ['explain', '--admin', url, '--config', join(dir, 'gateway.yaml'), '--model', 'large'];
  assert.equal((await gateway(args)).exitCode, 0);
});

test('what goes wrong says what to do', async (t) => {
  const { url } = await running(t);
  const ask = (args: readonly string[], given = readToken) =>
    gateway(['explain', ...args, '--model', 'large'], { env: { GATEWAY_READ_TOKEN: given } });
  assert.match((await ask(['--admin', url], 'wrong')).err, /answered 401: /);
  assert.match(
    (await ask(['--admin', url, '--key', 'taem'])).err,
    /answered 400: no key is named "taem" \(did you mean "team"\?\)/,
  );
  assert.match((await ask(['--admin', 'localhost:9901'])).err, /write the URL of the admin listener/);
  assert.match(
    (await ask(['--admin', 'http://127.0.0.1:1'])).err,
    /no answer from http:\/\/127\.0\.0\.1:1: /,
  );
  assert.match(
    (await gateway(['explain', '--admin', url, '--model', 'm'])).err,
    /no token: set GATEWAY_READ_TOKEN/,
  );
  assert.match((await gateway(['explain', '--model', 'm'])).err, /--config FILE, or --admin URL/);
});

test('a question travels whole', () => {
  const question = {
    endpoint: 'messages',
    model: 'a',
    models: ['b', 'c'],
    tags: ['vision', 'messages:streaming'],
    key: 'k',
    down: ['x', 'a/b'],
    needs: ['vision'],
    tokens: { input: 12.25, output: 100 },
    session: 's',
  } as const;
  assert.deepEqual(questionOf(queryOf(question)), question);
  assert.throws(() => questionOf(new URLSearchParams('endpoint=chat')), /name the "model"/);
  assert.throws(
    // A name may be one that the configuration declares, which says so itself.
    () => questionOf(new URLSearchParams('model=m&endpoint=no-name')),
    /"endpoint" takes chat_completions/,
  );
  assert.throws(
    () => questionOf(new URLSearchParams('model=m&input_tokens=x')),
    /"input_tokens" must be a number/,
  );
});

test('models within a body travel with it, and a running gateway says what they do to it', async (t) => {
  const endpoints = 'endpoints: { messages: [] }';
  const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { a: { simulator: {} }, b: { simulator: {} } }
models:
  haiku: { deployments: [ { backend: b, ${endpoints} }, { backend: a, priority: 1, ${endpoints} } ] }
  opus: { deployments: [ { backend: a, ${endpoints} } ] }
keys: { limited: { secret: sk-limited-0123456789abcdef, models: [haiku] } }
`;
  const { url } = await startAdmin(t, text);
  const body = {
    model: 'haiku',
    max_tokens: 1,
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'opus', max_uses: 2 }],
  };
  const folder = await folderWith(t, { 'gateway.yaml': text, 'body.json': JSON.stringify(body) });
  const ask = async (...of: readonly string[]) => {
    const about = ['--endpoint', 'messages', '--body', join(folder, 'body.json'), '--format', 'json'];
    const { out, err } = await gateway(['explain', ...of, ...about], { env });
    assert.equal(err, '');
    const { outcome, models } = JSON.parse(out);
    return { outcome, passedOver: models[0]?.deployments.map((one: { reasons: unknown }) => one.reasons) };
  };
  const config = ['--config', join(folder, 'gateway.yaml')];
  for (const key of [[], ['--key', 'limited']]) {
    const asked = await ask('--admin', url, ...key);
    assert.deepEqual(asked, await ask(...config, ...key));
    assert.equal(asked.outcome.code, key.length === 0 ? undefined : 'nested_model_refused');
  }

  const asks = (nested: string) =>
    questionOf(new URLSearchParams({ endpoint: 'messages', model: 'm', nested }));
  const open = asks('{"named":[],"open":"fallbacks"}').nested!.open;
  assert.equal(open?.mayBeOpen, true);
  const named = [
    'x',
    '{}',
    '{"named":[{"model":"m","item":"tools.0","path":"tools.x.model"}]}',
    '{"named":[],"open":"tools"}',
  ];
  for (const one of named)
    assert.throws(() => asks(one), /"nested" takes what `gateway explain --body` finds/, one);
});
