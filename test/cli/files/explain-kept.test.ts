import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateway } from '../recorder.ts';

const text = (stateful: string) => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { a: { simulator: {} }, b: { simulator: {} } }
models: { m: { deployments: [ { backend: a, endpoints: { responses: [] } } ] } }
endpoints: { files: { backends: [b, a] } }
${stateful}
keys:
  team: { hash: sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c }
`;

const explained = async (stateful: string, ...more: string[]) => {
  const args = ['explain', '--config', '-', '--endpoint', 'files', ...more];
  return gateway(args, { input: text(stateful) });
};

test('where what backends keep goes is told without a model', async () => {
  const { exitCode, out } = await explained('stateful: { ids: signed, endpoints: [files, responses] }');
  assert.equal(exitCode, 0);
  assert.equal(out, 'files: new ones go to b, then a; what is kept is asked for where its id says\n');
  const { out: narrow } = await explained(
    'stateful: { ids: signed, endpoints: [files, responses] }',
    '--key',
    'team',
  );
  assert.match(narrow, /the key "team" may not use files: 403 endpoint_not_allowed/);
});

test('that it is not there is told with the setting that has it so', async () => {
  const { out } = await explained('stateful: { ids: off }');
  assert.equal(out, 'files: not there, since `stateful.ids` is off\n');
  const { out: other } = await explained('stateful: { ids: signed, endpoints: [responses] }');
  assert.equal(other, 'files: not there, since `stateful.endpoints` does not name it\n');
});

test('check --verbose has a line for each kind', async () => {
  const input = text('stateful: { ids: signed, endpoints: [files, responses] }');
  const { out } = await gateway(['check', '--config', '-', '--verbose'], { input });
  assert.match(out, /^ {2}files: new ones go to b, then a; what is kept is asked for where its id says$/m);
  assert.match(
    out,
    /^ {2}responses: new ones go by their model; what is kept is asked for where its id says$/m,
  );
});
