/**
 * What a made-up endpoint, `echoes`, has to be able to do once its file and its line are there. `one-more.test.ts` runs
 * this in a copy of the project.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSimulator } from '../../../../src/simulator/index.ts';
import { folderWith } from '../../../cli/files.ts';
import { gateway as command } from '../../../cli/recorder.ts';
import { until } from '../../../helpers/gate.ts';
import { startGateway } from '../../../helpers/gateway.ts';

const token = 'admin-token-of-the-walk-0123';
const secrets = {
  free: 'sk-free-0123456789abcdef',
  four: 'sk-four-0123456789abcdef',
  may: 'sk-may-0123456789abcdef',
};
const chat = { model: 'fast', messages: [{ role: 'user', content: 'Hello' }] };
const echo = { model: 'fast', call: 'Hello' };

const text = `
version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token} }
backends: { a: { simulator: {} }, b: { simulator: {}, paths: { echoes: /v1/echoes } } }
models:
  fast:
    fallbacks: [spare]
    deployments: [ { backend: a, endpoints: { chat_completions: [vision], echoes: [] } } ]
  spare: { deployments: [ { backend: b, endpoints: { echoes: [audio_input] } } ] }
  only: { fallbacks: [spare], deployments: [ { backend: a, endpoints: { echoes: [] } } ] }
  talk: { fallbacks: [spare], deployments: [ { backend: a, endpoints: { chat_completions: [] } } ] }
keys:
  free: { secret: ${secrets.free} }
  four: { secret: ${secrets.four}, endpoints: [chat_completions, completions, messages, responses] }
  may: { secret: ${secrets.may}, endpoints: [echoes], rate_limit: { tokens: 100/min } }
`;

const tests = `
tests:
  - name: a generic tag of chat completions is not asked of what nobody called
    request: { endpoint: chat_completions, model: fast, tags: [vision] }
    expect: { deployment: a }
  - name: it is asked of what is called
    request: { endpoint: echoes, model: fast, tags: [vision] }
    expect: { status: 503 }
  - name: it has a prefix
    request: { endpoint: echoes, model: spare, tags: ["echoes:audio_input"] }
    expect: { deployment: b }
  - name: no other model stands in
    request: { endpoint: echoes, model: talk }
    expect: { status: 404 }
`;

async function fileWith(t: TestContext, content: string): Promise<string> {
  return join(await folderWith(t, { 'gateway.yaml': content }), 'gateway.yaml');
}

test('files may name it, routing tests call it, and a slip is explained', async (t) => {
  const good = await command(['check', await fileWith(t, text + tests)]);
  assert.equal(good.exitCode, 0, good.out + good.err);
  assert.match(good.out + good.err, /`spare` can never stand in for `only`: on its endpoints/);
  const bad = await command(['check', await fileWith(t, text.replace('echoes: []', 'echos: []'))]);
  assert.match(bad.out + bad.err, /did you mean "echoes"/);
});

test('a model of its mode is imported from LiteLLM as what it is', async () => {
  const model = '{ model: openai/parrot, api_key: os.environ/OPENAI_API_KEY }';
  const theirs = `model_list: [ { model_name: parrot, litellm_params: ${model}, model_info: { mode: echo } } ]`;
  const { out, err } = await command(['import', 'litellm', '-'], { input: theirs });
  assert.match(out, /endpoints: \{ echoes: \[\] \}/, out + err);
});

test('a request is explained', async (t) => {
  const file = await fileWith(t, text);
  const asked = ['explain', '--config', file, '--model', 'fast', '--endpoint', 'echoes'];
  assert.match((await command(asked)).out, /fast\/a/);
  assert.match((await command([...asked, '--key', 'four'])).out, /may not use the endpoint `echoes`/);
  const several = await command([...asked, '--models', 'spare']);
  assert.match(several.out, /Answered with 400 invalid_value: `models` must be left out/);
});

test('commands that list endpoints list it', async () => {
  assert.match((await command(['completion', 'bash'])).out, /messages.*echoes|echoes.*messages/);
  assert.match((await command(['schema'])).out, /"echoes"/);
});

test('the simulator answers it with its sample, and misbehaves on demand', async (t) => {
  const simulator = await startSimulator();
  t.after(() => simulator.close());
  const post = (body: object) =>
    fetch(`${simulator.url}/v1/echoes`, { method: 'POST', body: JSON.stringify(body) });
  assert.deepEqual(await (await post(echo)).json(), { model: 'fast', echo: 'ello', usage: { heard: 7 } });
  const failed = await post({ ...echo, model: 'fault-503' });
  assert.equal(failed.status, 503);
  assert.ok(((await failed.json()) as { error?: unknown }).error);
});

test('it is served, held to its rules, counted and shown', async (t) => {
  const { call, gateway } = await startGateway(t, text);
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${gateway.adminAddress?.port}${path}`, { ...init, headers });
    assert.equal(answer.status, 200, path);
    return answer;
  };
  const may = { key: secrets.may };

  const reply = await call('/v1/echoes', { ...may, body: echo });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(JSON.parse(reply.text), { model: 'fast', echo: 'ello', usage: { heard: 7 } });
  assert.equal(reply.headers['x-gateway-deployment'], 'a');

  // An answer's default of output tokens would not fit into the limit. What the first answer reported is what counts.
  const second = JSON.stringify({ ...echo, max_tokens: 5000 });
  const next = await call('/v1/echoes', { ...may, body: second });
  assert.equal(next.status, 200, next.text);
  const reserved = Math.ceil(second.length / 4);
  assert.equal(next.headers['x-ratelimit-remaining-tokens'], String(100 - 7 - reserved));

  for (const key of [secrets.free, secrets.four]) {
    assert.equal((await call('/v1/echoes', { key, body: echo })).status, 403);
    assert.equal((await call('/v1/chat/completions', { key, body: chat })).status, 200);
  }
  const get = await call('/v1/echoes', may);
  assert.deepEqual([get.status, get.headers['allow']], [405, 'POST']);
  const empty = await call('/v1/echoes', { ...may, body: { model: 'fast' } });
  assert.match(empty.text, /`call` is missing; it must be a string/);
  const several = await call('/v1/echoes', { ...may, body: { ...echo, models: ['spare'] } });
  assert.match(several.text, /`models` must be left out/);

  const { data } = JSON.parse((await call('/v1/models', may)).text) as {
    data: { id: string; tags?: string[] }[];
  };
  assert.deepEqual(data.find(({ id }) => id === 'spare')?.tags, ['audio_input', 'echoes:audio_input']);
  assert.deepEqual(data.find(({ id }) => id === 'fast')?.tags, ['chat_completions:vision', 'vision']);

  const scrape = await (await ask('/metrics')).text();
  assert.match(
    scrape,
    /gateway_requests_total\{[^}]*endpoint="echoes"[^}]*model="fast"[^}]*deployment="a"[^}]*\} 2/,
  );
  assert.match(scrape, /gen_ai_operation_name="echo"/);

  const models = (await (await ask('/api/models')).json()) as {
    models: { id: string; deployments: { endpoints: object }[] }[];
  };
  assert.deepEqual(models.models.find(({ id }) => id === 'fast')?.deployments[0]?.endpoints, {
    chat_completions: ['vision'],
    echoes: [],
  });
  const keys = (await (await ask('/api/keys')).json()) as { keys: { id: string; endpoints: unknown }[] };
  assert.deepEqual(keys.keys.find(({ id }) => id === 'may')?.endpoints, ['echoes']);
  const explained = await ask('/api/explain?endpoint=echoes&model=fast');
  assert.match(await explained.text(), /"fast\/a"/);
  assert.match(await (await ask('/api/openapi.json')).text(), /"echoes"/);

  const { dir } = gateway.config.state;
  const file = await fileWith(t, `${text}state: { dir: ${JSON.stringify(dir)} }\n`);
  const exported = ['usage', 'export', '--config', file, '--by', 'key', '--key', 'may', '--format', 'json'];
  await until(async () => {
    const { out } = await command(exported);
    return out.includes('"input_tokens": 14') && out.includes('"output_tokens": 0');
  }, 'usage is kept');
});
