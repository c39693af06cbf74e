import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { begin, configText, readReply, secret } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { account, team } from './two-accounts.ts';

const file = {
  method: 'POST',
  headers: { 'content-type': 'multipart/form-data; boundary=xx' },
  body: '--xx\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n{}\r\n--xx--\r\n',
};

const vendor = (name: string): Answer => {
  const others = account(name);
  return (seen, response, request) => {
    const id = /^\/v1\/(files|jobs)$/.test(seen.url) ? `file-${name}` : undefined;
    if (id === undefined) return others(seen, response, request);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id }));
  };
};

test('what a key asks for by its tags is asked of backends that keep things, too', async (t) => {
  const us = await startBackend(t, vendor('us'));
  const eu = await startBackend(t, vendor('eu'));
  const start = async (files: string, mixed = '') => {
    const gateway = await startInside(
      t,
      configText({
        backends: `{ us: { url: "${us.url}" }, eu: { url: "${eu.url}" } }`,
        models: `{ m: { deployments: [ { backend: us, endpoints: { responses: [] } }, { backend: eu, capabilities: [eu, vision], endpoints: { responses: [] } }${mixed} ] } }`,
        keys: `{ test: { secret: ${secret}, endpoints: [all, jobs], tags: [eu] }, team: { secret: ${team}, endpoints: [all], objects_owner: test } }`,
        more: `extra_capabilities: [eu]
endpoints: { files: { backends: ${files} }, conversations: { backends: [us] }, jobs: { path: /v1/jobs, model: { in: none }, backends: ${files} } }
stateful: { ids: signed, endpoints: [responses, files, conversations] }`,
      }),
    );
    return async (path: string, options?: Parameters<typeof begin>[2]) =>
      readReply(await begin(gateway, path, options));
  };
  const call = await start('[us, eu]');
  const counted = new Map<TestBackend, number>();
  const taken = (backend: TestBackend) => {
    const before = counted.get(backend) ?? 0;
    counted.set(backend, backend.seen.length);
    return backend.seen.slice(before).map(({ method, url }) => `${method} ${url}`);
  };
  // Without the tag: the first. With it: the one that has it, whether a key or a header asks for it.
  assert.equal((await call('/v1/files', { ...file, key: team })).status, 200);
  assert.deepEqual([taken(us), taken(eu)], [['POST /v1/files'], []]);
  assert.equal((await call('/v1/files', file)).status, 200);
  assert.deepEqual([taken(us), taken(eu)], [[], ['POST /v1/files']]);
  const asked = { ...file, key: team, headers: { ...file.headers, 'x-router-tags': 'eu, streaming' } };
  assert.equal((await call('/v1/files', asked)).status, 200);
  assert.deepEqual([taken(us), taken(eu)], [[], ['POST /v1/files']]);
  assert.equal((await call('/v1/jobs', { body: {} })).status, 200);
  assert.deepEqual([taken(us), taken(eu)], [[], ['POST /v1/jobs']]);
  // Nobody has it: nobody gets anything.
  const refused = await call('/v1/conversations', { body: {} });
  assert.equal(refused.status, 503);
  assert.match(refused.text, /No backend that could answer meets the routing requirements \(`eu`\)/);
  const unknown = { ...file, key: team, headers: { ...file.headers, 'x-router-tags': 'ue' } };
  assert.equal((await call('/v1/files', unknown)).status, 503);
  assert.deepEqual([taken(us), taken(eu)], [[], []]);
  // What a key of the same owner left elsewhere is read and deleted there, and gets nothing more.
  const made = await call('/v1/conversations', { key: team, body: {} });
  const at = `/v1/conversations/${made.json.id}`;
  assert.equal((await call(at)).status, 200);
  assert.equal((await call(`${at}/items`, { body: { items: [] } })).status, 503);
  assert.equal((await call(at, { method: 'DELETE' })).status, 200);
  assert.deepEqual(taken(us), [
    'POST /v1/conversations',
    'GET /v1/conversations/conv_us1',
    'DELETE /v1/conversations/conv_us1',
  ]);
  // A backend one of whose deployments is without it does not have it.
  const mixed = await start('[eu]', ', { backend: eu, id: other, endpoints: { responses: [] } }');
  assert.equal((await mixed('/v1/files', file)).status, 503);
  assert.deepEqual(taken(eu), []);
});
