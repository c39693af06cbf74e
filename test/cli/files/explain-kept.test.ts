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
  assert.equal(
    out,
    'files: new ones go to b, then a; requests for stored ones go to the backend in their id\n',
  );
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
  assert.match(
    out,
    /^ {2}files: new ones go to b, then a; requests for stored ones go to the backend in their id$/m,
  );
  assert.match(
    out,
    /^ {2}responses: new ones go by their model; requests for stored ones go to the backend in their id$/m,
  );
});

const declaring = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { a: { simulator: {} }, b: { simulator: {} } }
models: { m: { deployments: [ { backend: a, endpoints: { chat_completions: [], ocr: [] } } ] } }
endpoints:
  jobs: { path: "/v1/jobs/{id}", methods: [GET], model: { in: none }, backends: [b, a] }
  states: { path: /v1/states, methods: [GET], model: { in: none }, backends: [a] }
  ocr: { path: /v1/ocr }
keys:
  mine: { hash: sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c, endpoints: [jobs] }
  all: { hash: sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2d, endpoints: [all] }
`;

test('where requests of an own endpoint go that name no model is explained backend by backend', async () => {
  const explain = (...args: string[]) =>
    gateway(['explain', '--config', '-', '--endpoint', 'jobs', ...args], { input: declaring });
  const { exitCode, out } = await explain('--key', 'mine');
  assert.equal(exitCode, 0);
  assert.match(out, /^1 {2}b {11}b {8}0\n2 {2}a {11}a {8}1\n\nGoes to b\.$/m);
  assert.match((await explain('--down', 'b')).out, /^Goes to a\.$/m);
  assert.match((await explain('--down', 'b', '--down', 'a')).out, /503 .*: Every backend/);
  assert.match((await explain('--key', 'all')).out, /403 endpoint_not_allowed: The key `all` may not use/);
  assert.match((await explain('--model', 'm')).err, /requests to jobs name no model: leave --model out/);
  const ocr = ['explain', '--config', '-', '--endpoint', 'ocr'];
  assert.match((await gateway(ocr, { input: declaring })).err, /name the model of the request with --model/);
});

test('tests ask for own endpoints without a model, and --coverage tells which none asks for', async () => {
  const tests = `tests:
  - { name: there, request: { endpoint: jobs, key: mine }, down: [b], expect: { deployment: a, order: [a], eligible: [b, a] } }
  - { name: nowhere, request: { endpoint: jobs }, down: [a, b], expect: { status: 503 } }
`;
  const { exitCode, out } = await gateway(['check', '--coverage', '-'], { input: declaring + tests });
  assert.equal(exitCode, 0, out);
  assert.match(out, /2 tests passed/);
  assert.match(out, /^ {2}tests touch 1 of 2 endpoints without a model; not states$/m);
  const { out: json } = await gateway(['check', '--coverage', '--format', 'json', '-'], {
    input: declaring + tests,
  });
  assert.deepEqual(JSON.parse(json).coverage[0].endpoints, { total: 2, untouched: ['states'] });
  const wrong = tests
    .replace('endpoint: jobs }', 'endpoint: jobs, model: m }')
    .replace('jobs, key: mine', 'ocr');
  const { out: found } = await gateway(['check', '-'], { input: declaring + wrong });
  assert.match(found, /tests\[0\]\.request: needs "model" or "models"/);
  assert.match(found, /tests\[1\]\.request\.model: requests to jobs name no model/);
});
