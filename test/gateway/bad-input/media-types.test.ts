import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployedEndpoints, endpoints, pathsOf } from '../../../src/api/endpoints/index.ts';
import { json, startBackend } from '../../helpers/backend.ts';
import { boundary, formOf } from '../../helpers/forms.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';

/** Of many bodies that are refused one key is turned away for a while: each endpoint is called with its own. */
const keyOf = (name: string) => `sk-${name}-0123456789abcdef`;
const keys = Object.keys(endpoints).map(
  (name) => `${name}: { secret: ${keyOf(name)}, endpoints: [all], client_secrets: allow }`,
);

const form = {
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: formOf(boundary, [{ name: 'model', content: 'm' }]),
};

test('JSON where a form is wanted and a form where JSON is wanted are refused at every endpoint, with the type to send', async (t) => {
  const backend = await startBackend(t, json({}));
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}" } }`,
      models: `{ m: { deployments: [ { backend: a, endpoints: { ${deployedEndpoints.map((name) => `${name}: []`).join(', ')} } } ] } }`,
      keys: `{ ${keys.join(', ')} }`,
      more: 'stateful: { ids: signed, endpoints: [responses, conversations, files, batches, message_batches, containers], default: { files: a, conversations: a, message_batches: a, containers: a } }',
    }),
  );
  const wanted = { json: 'application/json', object: 'application/json', multipart: 'multipart/form-data' };
  const tried = new Set<string>();
  for (const endpoint of Object.values(endpoints)) {
    const calls = [
      ...(endpoint.answeredBy === 'deployments' && endpoint.socket !== 'session'
        ? pathsOf(endpoint).map((path) => [path, endpoint.body.kind] as const)
        : []),
      ...(endpoint.operations ?? []).map(({ method, below, body }) =>
        method === 'POST' ? ([endpoint.path + below, body.kind] as const) : (['', 'none'] as const),
      ),
    ];
    for (const [path, kind] of calls) {
      if (kind !== 'json' && kind !== 'object' && kind !== 'multipart') continue;
      tried.add(kind);
      const sent = kind === 'multipart' ? { body: { model: 'm' } } : form;
      const reply = await readReply(
        await begin(gateway, path.replaceAll('{id}', 'x'), { ...sent, key: keyOf(endpoint.name) }),
      );
      assert.equal(reply.status, 415, `${path}: ${reply.text}`);
      assert.ok(reply.json.error.message.includes(wanted[kind]), `${path}: ${reply.text}`);
    }
  }
  assert.deepEqual([...tried].sort(), ['json', 'multipart', 'object']);
  assert.equal(backend.seen.length, 0);
});

test('JSON comes with any parameters of its type but another charset', async (t) => {
  const backend = await startBackend(t, json({ choices: [] }));
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}" } }`,
      models: '{ m: { deployments: [ { backend: a, endpoints: { chat_completions: [] } } ] } }',
    }),
  );
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
  for (const [parameters, status] of [
    ['', 200],
    ['; charset=utf-8', 200],
    [';charset="UTF-8" ; x=1', 200],
    ['; charset=utf-8; profile="a, b"', 200],
    ['; profile="a; charset=latin1"; charset=utf8', 200],
    ['; profile="a \\" , b"', 200],
    ['; charset=latin1', 415],
    ['; profile="a, b"; charset="utf-16"', 415],
    [', text/plain', 415],
    ['; profile="a", text/plain', 415],
  ] as const) {
    const headers = { 'content-type': `application/json${parameters}` };
    const reply = await readReply(await begin(gateway, '/v1/chat/completions', { body, headers }));
    assert.equal(reply.status, status, `${parameters}: ${reply.text}`);
  }
});
