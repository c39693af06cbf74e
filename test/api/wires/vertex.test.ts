import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('the version that vertex wants can be set', async () => {
  const wire = await wireFrom(
    'wire: { vertex: { anthropic_version: later } }, project: my-project, location: eu',
  );
  assert.equal(
    encoded(wire, '{"model":"m","stream":true,"messages":[{"role":"user"}]}'),
    '{"anthropic_version":"later","stream":true,"messages":[{"role":"user"}]}',
  );
});
