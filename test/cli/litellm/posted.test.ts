import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadInspected } from '../../../src/check/load-inspected.ts';
import { formatYaml } from '../../../src/config/text/format-yaml.ts';
import { completion, message, startBackend } from '../../helpers/backend.ts';
import { startGateway } from '../../helpers/gateway.ts';
import { folderWith } from '../files.ts';
import { gateway } from '../recorder.ts';
import { postedFeatures } from './posted-features.ts';
import { posted } from './posted-files.ts';

const masterSecret = 'value-of-the-master-key';

const chatQuestion = { messages: [{ role: 'user', content: 'hello' }] };
const questions: Readonly<Record<string, object>> = {
  '/v1/messages': { ...chatQuestion, max_tokens: 8 },
  '/v1/responses': { input: 'hello' },
  '/v1/embeddings': { input: 'hello' },
  '/v1/moderations': { input: 'hello' },
  '/v1/rerank': { query: 'hello', documents: ['a', 'b'] },
  '/v1/images/generations': { prompt: 'a cat' },
  '/v1/audio/speech': { input: 'hello', voice: 'alloy' },
};

const usual: Readonly<Record<string, string>> = {
  AWS_REGION: 'eu-central-1',
  AZURE_TENANT_ID: 'contoso.onmicrosoft.com',
};

/** The file that an import writes, and every variable that it names. */
async function written(text: string, ...options: readonly string[]) {
  const { exitCode, out, err } = await gateway(['import', 'litellm', ...options, '-'], { input: text });
  assert.equal(exitCode, 0, err);
  const env = Object.fromEntries(
    [...out.matchAll(/(?<!\$)\$\{(\w+)(?::-[^}]*)?\}/g)].map(([, name = '']) => [
      name,
      name.endsWith('_BASE') ? 'https://base.example.com' : (usual[name] ?? `value-of-${name}`),
    ]),
  );
  return { out, env };
}

for (const [name, { text, ask, notes = [] }] of Object.entries({ ...posted, ...postedFeatures })) {
  test(`what people write for LiteLLM is taken: ${name}`, async (t) => {
    const { out, env } = await written(text);
    const { problems } = await loadInspected('-', { text: out, env, requireSecrets: true });
    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ message }) => message),
      [],
      out,
    );
    assert.deepEqual(formatYaml(out), { text: out });
    for (const note of notes) assert.ok(out.includes(note), `${note}\n\n${out}`);

    const backend = await startBackend(t, (seen, response) => {
      const isMessages = /\/messages$|invoke$/.test(seen.url);
      const body = isMessages
        ? message
        : /embeddings$/.test(seen.url)
          ? embedding
          : /generateContent$/.test(seen.url)
            ? content
            : /rerank$/.test(seen.url)
              ? ranks
              : /images\/generations$/.test(seen.url)
                ? image
                : /moderations$/.test(seen.url)
                  ? moderation
                  : completion('hi');
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    const { text: local } = { text: onLoopback(out, backend.url) };
    const served = await startGateway(t, local, env);
    for (const { endpoint = '/v1/chat/completions', model, body = {}, path, sent, headers } of ask) {
      const question = questions[endpoint] ?? chatQuestion;
      const { status, text: answer } = await served.call(endpoint, {
        key: masterSecret,
        body: { model, ...question, ...body },
      });
      assert.equal(status, 200, `${model}: ${answer}\n${local}`);
      const last = backend.seen.at(-1)!;
      assert.equal(last.url, path, model);
      const got = JSON.parse(last.body.toString());
      for (const [field, value] of Object.entries(sent ?? {}))
        assert.deepEqual(got[field], value, `${model}: ${field}`);
      for (const [header, value] of Object.entries(headers ?? {}))
        assert.equal(last.headers[header], value, `${model}: ${header}`);
    }
  });
}
const embedding = {
  object: 'list',
  model: 'm',
  data: [{ object: 'embedding', index: 0, embedding: [0.1] }],
  usage: { prompt_tokens: 1, total_tokens: 1 },
};
const ranks = { results: [{ index: 0, relevance_score: 0.5 }], meta: {} };
const image = { created: 1, data: [{ b64_json: 'aGk=' }] };
const moderation = { id: 'm', model: 'm', results: [] };
const content = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
};

/** The same file with every backend's host on this machine, and a key that may call everything. */
function onLoopback(out: string, url: string): string {
  return out
    .replace(
      /^( {4}url: )"?(?:https?:\/\/[^/"\n]+|\$\{\w+\})([^"\n]*)"?$/gm,
      (_, field: string, path: string) => `${field}"${url}${path}"`,
    )
    .replace(/^ {4}plaintext: true\n/gm, '')
    .replace(/^( {4}auth: )\{ google: .*$/gm, '$1{ bearer: value-of-google }')
    .replace(/\{ aws: \{(?! region:)(?= \w|\})/g, '{ aws: { region: us-east-1,')
    .replace('address: 127.0.0.1:8443', 'address: 127.0.0.1:0')
    .replace(/^admin:.*\n(?: .*\n)+/m, '')
    .replace(
      /^keys:[\s\S]*|^# Keys of clients.*$/m,
      `keys: { master: { secret: ${masterSecret}, endpoints: [all] } }\n`,
    );
}

test('--native serves models as their backends speak, and translates where nothing is spoken alone', async () => {
  const { out } = await written(posted['Claude Code on models of OpenAI']!.text, '--native');
  assert.doesNotMatch(out, /via:|flavor:/);
  const { config } = await loadInspected('-', { text: out, env: {}, requireSecrets: false });
  assert.deepEqual(Object.keys(config!.models.get('gpt-4.1')!.deployments[0]!.endpoints), [
    'chat_completions',
    'responses',
  ]);
});

test('text of a LiteLLM file stays text, wherever it comes to stand', async () => {
  const canary = 'value-of-canary';
  const reference = '${CANARY}';
  const { out } = await written(
    JSON.stringify({
      model_list: [
        {
          model_name: 'a',
          litellm_params: {
            model: `openai/${reference}`,
            extra_body: { note: reference, deep: [{ [reference]: reference }] },
            user: reference,
            stop: [reference],
          },
        },
        {
          model_name: 'b',
          litellm_params: {
            model: `vertex_ai/claude-${reference}`,
            vertex_project: 'p',
            vertex_location: 'global',
          },
        },
        {
          model_name: 'c',
          litellm_params: { model: `bedrock/us.amazon.nova-${reference}`, aws_region_name: 'us-east-1' },
        },
        {
          model_name: 'd',
          litellm_params: {
            model: 'azure/x',
            api_base: 'https://x.openai.azure.com/openai/deployments/%24%7BCANARY%7D',
            api_key: 'os.environ/K',
          },
        },
        {
          model_name: 'e',
          litellm_params: { model: `gemini/${reference}`, api_base: 'https://g.example.com' },
        },
        { model_name: 'f', litellm_params: { model: 'openai/$${CANARY}' } },
      ],
    }),
  );
  const { config, problems } = await loadInspected('-', {
    text: out,
    env: {
      CANARY: canary,
      K: 'k',
      OPENAI_API_KEY: 'o',
      GEMINI_API_KEY: 'g',
      GATEWAY_ADMIN_TOKEN: 'value-of-the-token',
      G_EXAMPLE_COM_API_KEY: 'g',
    },
    requireSecrets: true,
  });
  assert.ok(config, JSON.stringify(problems));
  assert.doesNotMatch(JSON.stringify([...config.models, ...config.backends]), new RegExp(canary));
  const upstream = (id: string) => config.models.get(id)?.deployments[0]?.upstreamModel;
  assert.deepEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(upstream), [
    reference,
    `claude-${reference}`,
    `us.amazon.nova-${reference}`,
    reference,
    reference,
    '$${CANARY}',
  ]);
  assert.deepEqual(JSON.parse(JSON.stringify(config.backends.get('openai')?.request?.set)), {
    note: reference,
    deep: [{ [reference]: reference }],
  });
});

test('what a file includes is read with it, and an empty list is told as one', async (t) => {
  const entry = (name: string) =>
    `  - { model_name: ${name}, litellm_params: { model: openai/${name}, api_key: os.environ/KEY } }\n`;
  const dir = await folderWith(t, {
    'config.yaml': `include: [models.yaml]\nmodel_list:\n${entry('gpt-4o')}litellm_settings: { num_retries: 1 }\n`,
    'alone.yaml': 'include: [models.yaml]\n',
    'models.yaml': `model_list:\n${entry('gpt-4.1')}`,
    'empty.yaml': 'model_list: []\ngeneral_settings: { store_model_in_db: true }\n',
  });
  const { out } = await gateway(['import', 'litellm', join(dir, 'config.yaml')]);
  assert.match(out, /^ {2}gpt-4o:$/m);
  assert.match(out, /^ {2}gpt-4\.1:$/m);
  assert.doesNotMatch(out, /NOTE: .*include/);
  assert.match((await gateway(['import', 'litellm', join(dir, 'alone.yaml')])).out, /^ {2}gpt-4\.1:$/m);
  const { exitCode, err } = await gateway(['import', 'litellm', join(dir, 'empty.yaml')]);
  assert.deepEqual([exitCode, /its `model_list` is empty/.test(err)], [2, true], err);
});
