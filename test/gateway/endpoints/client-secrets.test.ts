import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import { prove } from '../../../src/check/prove/prove.ts';
import type { ContentKeeper } from '../../../src/pipeline/contents/content-keeper.ts';
import type { Exchange } from '../../../src/pipeline/exchange.ts';
import { keepContents } from '../../../src/pipeline/stages/keep-contents.ts';
import { startBackend } from '../../helpers/backend.ts';
import { configText, loadText, startGateway } from '../../helpers/gateway.ts';

// Secrets of the vendor's with which browsers open realtime sessions there.

const free = 'sk-free-0123456789abcdef';
const held = 'sk-held-0123456789abcdef';
const made = { value: 'ek_made', expires_at: 1_900_000_000, session: { type: 'realtime', id: 'sess_1' } };

test('a client secret is made for a key that may have one, with the models that it may use', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(made));
  });
  const served = 'endpoints: { realtime: [], realtime_client_secrets: [] }';
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ vendor: { url: "${backend.url}", auth: { bearer: sk-upstream-0123456789 } }, other: { url: "http://127.0.0.1:1" } }`,
      models: `
  voice: { deployments: [ { backend: vendor, model: gpt-realtime, ${served} } ] }
  dearer: { deployments: [ { backend: vendor, ${served} } ] }
  elsewhere: { deployments: [ { backend: other, ${served} } ] }
  hears: { deployments: [ { backend: vendor, model: whisper, endpoints: { transcriptions: [] } } ] }`,
      keys: `
  free: { secret: ${free}, models: [voice, hears, elsewhere], endpoints: [realtime, transcriptions], client_secrets: allow }
  held: { secret: ${held}, endpoints: [all] }`,
    }),
  );
  const path = '/v1/realtime/client_secrets';
  const ask = (body: object, key = free) => gateway.call(path, { key, body });
  const transcription = (model: string) => ({ audio: { input: { transcription: { model } } } });

  const body = { expires_after: { anchor: 'created_at', seconds: 60 } };
  const answer = await ask({
    ...body,
    session: { type: 'realtime', model: 'voice', ...transcription('hears') },
  });
  assert.deepEqual([answer.status, answer.json], [200, made]);
  assert.equal(backend.seen[0]!.url, path);
  assert.equal(backend.seen[0]!.headers.authorization, 'Bearer sk-upstream-0123456789');
  assert.deepEqual(JSON.parse(backend.seen[0]!.body.toString()), {
    ...body,
    session: { type: 'realtime', model: 'gpt-realtime', ...transcription('whisper') },
  });
  const refused = async (asked: object, key = free) => {
    const { status, json } = await ask(asked, key);
    return [status, json.error.code, json.error.param ?? undefined];
  };
  // Whatever else a key may do: this has to be said by name.
  assert.deepEqual(await refused({ session: { model: 'voice' } }, held), [
    403,
    'endpoint_not_allowed',
    undefined,
  ]);
  assert.deepEqual((await refused({ session: { model: 'dearer' } })).slice(0, 2), [403, 'model_not_allowed']);
  assert.deepEqual(await refused({ session: { model: 'voice', ...transcription('dearer') } }), [
    400,
    'nested_model_refused',
    'session.audio.input.transcription.model',
  ]);
  assert.deepEqual(
    (await refused({ session: { model: 'voice', ...transcription('elsewhere') } })).slice(0, 2),
    [400, 'nested_model_refused'],
  );
  assert.deepEqual(await refused({ session: { type: 'realtime' } }), [400, 'invalid_value', 'session']);
  assert.deepEqual(await refused({}), [400, 'invalid_value', 'session']);
  assert.equal(backend.seen.length, 1);
  // OpenAI's own client.
  const client = new OpenAI({
    apiKey: free,
    baseURL: 'https://gateway.example.com/v1',
    fetch: async (url, init) => {
      const sent = JSON.parse(String(init?.body));
      const { status, json } = await gateway.call(new URL(String(url)).pathname, { key: free, body: sent });
      return Response.json(json, { status });
    },
  });
  const { value } = await client.realtime.clientSecrets.create({
    session: { type: 'realtime', model: 'voice' },
  });
  assert.equal(value, 'ek_made');
  assert.ok(!JSON.stringify(gateway.logs).includes('ek_made'));
});

test('nothing is kept of what lets somebody in', async () => {
  const told: string[] = [];
  const keeper = { keeps: () => told.push('asked') > 0 } as unknown as ContentKeeper;
  const stage = keepContents(keeper, { error() {} } as never);
  const exchange = { served: { answersSecrets: true }, key: { id: 'a' }, summary: {} } as unknown as Exchange;
  await stage(exchange, async () => void told.push('next'));
  assert.deepEqual(told, ['next']);
});

test('a client secret reaches all that the account serves for realtime', async () => {
  const hash = `sha256:${'1'.repeat(64)}`;
  const verdict = async (key: string, reaches: string, request = '') => {
    const config = await loadText(`version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends: { eu: { simulator: {} }, us: { simulator: {} } }
models:
  voice: { deployments: [ { backend: eu, endpoints: { realtime: [], realtime_client_secrets: [] } } ] }
  dearer: { deployments: [ { backend: eu, endpoints: { realtime: [] } } ] }
  silent: { deployments: [ { backend: eu, endpoints: { responses: [] } } ] }
  far: { deployments: [ { backend: us, endpoints: { realtime: [] } } ] }
keys: { a: { hash: "${hash}", models: [voice], endpoints: [realtime]${key} } }
never: [ { name: it stays away, request: { key: a${request} }, reaches: { ${reaches} } } ]
`);
    const [outcome] = prove(config, {});
    return [outcome!.verdict, outcome!.message];
  };
  const dearer = 'deployment: dearer/eu';
  const secrets = ', client_secrets: allow';
  assert.deepEqual(await verdict('', dearer), ['proved', '']);
  assert.deepEqual(await verdict(secrets, dearer), [
    'broken',
    'key a reaches dearer/eu with a client secret: endpoint realtime_client_secrets; model voice; key a',
  ]);
  assert.deepEqual((await verdict(secrets, dearer, ', model: voice'))[0], 'broken');
  assert.deepEqual((await verdict(secrets, dearer, ', endpoint: realtime'))[0], 'proved');
  assert.deepEqual((await verdict(secrets, 'deployment: silent/eu'))[0], 'proved');
  assert.deepEqual((await verdict(secrets, 'backend: us'))[0], 'proved');
});
