import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonBody } from '../../../src/api/body/json-body.ts';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import { wireOf } from '../../../src/api/wires/index.ts';
import { configText, loadText } from '../../helpers/gateway.ts';
import { encoded, wireContract, wireFrom } from './wire.contract.ts';

const backend = 'wire: vertex, project: my-project, location: eu';
const root = '/v1/projects/my-project/locations/eu/publishers/anthropic/models/a@1:b%2Fc';

wireContract('vertex', {
  backend,
  paths: { whole: `${root}:rawPredict`, stream: `${root}:streamRawPredict` },
  removed: ['model'],
  added: { anthropic_version: 'vertex-2023-10-16' },
  withheld: ['anthropic-version'],
});

test('tokens are counted at one path, where the body names the model and no beta goes along', async () => {
  const config = await loadText(
    configText({
      backends: `{ b: { url: "https://host.example/base", ${backend} } }`,
      models: '{ m: { deployments: [ { backend: b, endpoints: { count_tokens: [] } } ] } }',
    }),
  );
  const served = config.backends.get('b')!;
  const models = '/base/v1/projects/my-project/locations/eu/publishers/anthropic/models';
  assert.equal(served.paths.count_tokens, `${models}/count-tokens:rawPredict`);
  const wire = wireOf(served, 'count_tokens')!;
  assert.deepEqual(wire.withheld, ['anthropic-version', 'anthropic-beta']);
  assert.equal(wire.writesModel, true);
  const body = readJsonBody(
    Buffer.from('{"model":"m","messages":[{"role":"user"}],"tags":["a"]}'),
    endpoints.count_tokens,
  );
  const { chunks } = body.encode({ model: 'claude@1', edits: wire.bodyEdits(() => undefined) });
  assert.equal(
    Buffer.concat(chunks).toString(),
    '{"anthropic_version":"vertex-2023-10-16","model":"claude@1","messages":[{"role":"user"}]}',
  );
});

test('the version that vertex wants can be set', async () => {
  const wire = await wireFrom(
    'wire: { vertex: { anthropic_version: later } }, project: my-project, location: eu',
  );
  assert.equal(
    encoded(wire, '{"model":"m","stream":true,"messages":[{"role":"user"}]}'),
    '{"anthropic_version":"later","stream":true,"messages":[{"role":"user"}]}',
  );
});
