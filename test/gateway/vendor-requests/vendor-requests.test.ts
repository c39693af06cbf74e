import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { azureVersion, type Call, calls, location, projectId, type Sdk } from './calls.ts';
import { readRecorded } from './record.ts';

/** What the clients say of the form that they speak, in bodies or in a header. */
const version = '2026-10-21';

/** The fields of a backend that is what each client is made for. */
function backendFor(sdk: Sdk, url: string): string {
  switch (sdk) {
    case '@anthropic-ai/bedrock-sdk':
      return `url: "${url}", wire: { bedrock: { anthropic_version: "${version}" } }`;
    case '@anthropic-ai/vertex-sdk':
      return `url: "${url}", wire: { vertex: { anthropic_version: "${version}" } }, project: ${projectId}, location: ${location}`;
    case '@anthropic-ai/foundry-sdk':
      return `url: "${url}/anthropic"`;
    case 'openai':
      return `url: "${url}", usage_in_streams: given, query: { api-version: "${azureVersion}" }, paths: { chat_completions: "/openai/deployments/{model}/chat/completions", responses: /openai/responses }`;
  }
}

const paths = {
  messages: '/v1/messages',
  chat_completions: '/v1/chat/completions',
  responses: '/v1/responses',
} as const;

/** The same call as a client of the gateway makes it. */
function requestOf({ endpoint, stream, betas, parameters }: Call) {
  const body = { model: 'm', ...parameters, ...(stream ? { stream } : {}) };
  const headers = {
    ...(endpoint === 'messages' ? { 'anthropic-version': version } : {}),
    ...(betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {}),
  };
  return { path: paths[endpoint], options: { body, headers } };
}

test('a vendor gets from the gateway what its own client would have sent: method, path, query, headers of the API, and body', async (t) => {
  const recorded = new Map((await readRecorded()).map((one) => [one.name, one]));
  assert.deepEqual(
    [...recorded.keys()],
    calls.map(({ name }) => name),
  );
  for (const call of calls) {
    await t.test(call.name, async (inner) => {
      const vendor = await startBackend(inner, json({ error: { message: 'enough' } }, 400));
      const { sdk, endpoint, model } = call;
      const gateway = await startInside(
        inner,
        configText({
          backends: `{ vendor: { ${backendFor(sdk, vendor.url)} } }`,
          models: `{ m: { deployments: [ { backend: vendor, model: "${model}", endpoints: { ${endpoint}: [] } } ] } }`,
        }),
      );
      const { path, options } = requestOf(call);
      assert.equal((await readReply(await begin(gateway, path, options))).status, 400);
      const sent = vendor.seen[0]!;
      const expected = recorded.get(call.name)!;
      assert.equal(sent.method, expected.method);
      assert.equal(sent.url, expected.path);
      assert.deepEqual(JSON.parse(sent.body.toString()), expected.body);
      const said = Object.entries(sent.headers).filter(([name]) => name.startsWith('anthropic-'));
      // Bedrock's client leaves the header where it was, beside the body that says the same.
      const wanted = sdk === '@anthropic-ai/bedrock-sdk' ? {} : expected.headers;
      assert.deepEqual(Object.fromEntries(said), wanted);
    });
  }
});
