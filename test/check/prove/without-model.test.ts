/** Proofs about requests that name no model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prove } from '../../../src/check/prove/prove.ts';
import { loadText } from '../../helpers/gateway.ts';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

interface Sketch {
  readonly keys: string;
  readonly assertions: string;
  readonly files?: string;
  readonly stateful?: string;
}

async function proved({ keys, assertions, files = '[eu]', stateful = '' }: Sketch) {
  const config = await loadText(`version: 1
extra_capabilities: [in_eu]
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends: { eu: { simulator: {} }, us: { simulator: {} } }
models:
  near: { deployments: [ { backend: eu, capabilities: [in_eu], endpoints: { responses: [], chat_completions: [] } } ] }
  far: { deployments: [ { backend: us, endpoints: { responses: [], chat_completions: [] } } ] }
endpoints:
  files: { backends: ${files} }
  jobs: { path: /v1/jobs, methods: [GET], model: { in: none }, backends: [us] }
stateful: { ids: signed, endpoints: [responses, files, batches]${stateful} }
keys: { ${keys} }
${assertions}
`);
  return prove(config, {});
}

const stays = (more = '') =>
  `never: [ { name: the EU stays there, request: { key: "eu-*"${more} }, reaches: { backend: us } } ]`;
const narrow = (endpoints: string, more = '') =>
  `eu-1: { hash: "${hash('1')}", models: [near], endpoints: [${endpoints}]${more} }`;

test('what is kept without a model is looked at by never: where new things go, and own endpoints', async () => {
  const keys = narrow('files, responses');
  const [fine] = await proved({ keys, assertions: stays() });
  assert.equal(fine!.verdict, 'proved');
  const [broken] = await proved({ keys, assertions: stays(), files: '[eu, us]' });
  assert.equal(broken!.verdict, 'broken');
  assert.equal(broken!.message, 'key eu-1 reaches us: endpoint files; key eu-1; down eu');
  assert.match(broken!.why, /^Goes to us\.$/m);
  const [named] = await proved({ keys, assertions: stays(', endpoint: responses'), files: '[eu, us]' });
  assert.equal(named!.verdict, 'proved');
  const [own] = await proved({ keys: narrow('jobs'), assertions: stays() });
  assert.equal(own!.message, 'key eu-1 reaches us: endpoint jobs; key eu-1');
  const [ungranted] = await proved({ keys: narrow('chat_completions'), assertions: stays(), files: '[us]' });
  assert.equal(ungranted!.verdict, 'proved');
  const modelled = stays(', model: near');
  assert.equal((await proved({ keys, assertions: modelled, files: '[us]' }))[0]!.verdict, 'proved');
});

test('the objects of an owner are reached by all of its keys, whoever had them made', async () => {
  const wide = (owner: string) =>
    `wide: { hash: "${hash('2')}", objects_owner: ${owner}, endpoints: [responses, batches] }`;
  const keys = (owner: string) => `${narrow('responses', ', objects_owner: us-too')}, ${wide(owner)}`;
  const [apart] = await proved({ keys: keys('other'), assertions: stays() });
  assert.equal(apart!.verdict, 'proved');
  const [shared] = await proved({ keys: keys('us-too'), assertions: stays() });
  assert.equal(
    shared!.message,
    'key eu-1 reaches us by the id of an object that key wide had made there: endpoint responses; key eu-1',
  );
  assert.match(shared!.why, /requests for stored ones go to the backend in their id/);
  // Who may use some models only makes no batches, and sees those of its owner.
  const batches = `${narrow('batches', ', objects_owner: us-too')}, ${wide('us-too')}`;
  const [batch] = await proved({ keys: batches, assertions: stays(), files: '[us]' });
  assert.match(
    batch!.message,
    /^key eu-1 reaches us by the id of an object that key wide had made there: endpoint batches/,
  );
  const alone = await proved({ keys: narrow('batches'), assertions: stays(), files: '[us]' });
  assert.equal(alone[0]!.verdict, 'proved');
});

test('an id that nobody signed may be of anybody, where there is one place to look', async () => {
  const sketch = { keys: narrow('batches'), assertions: stays(), files: '[us]' };
  const [broken] = await proved({ ...sketch, stateful: ', unsigned: allow' });
  assert.match(broken!.message, /^key eu-1 reaches us by any id: endpoint batches/);
});

test('survives is about what is new too, where requests name no model', async () => {
  const survives = (request: string) =>
    `survives: [ { name: goes on, request: { ${request} }, outages: 1 } ]`;
  const keys = narrow('files, jobs');
  const [alone] = await proved({ keys, assertions: survives('endpoint: files') });
  assert.equal(alone!.message, 'no deployment is left: endpoint files; key eu-1; down eu');
  const [both] = await proved({ keys, assertions: survives('endpoint: files'), files: '[eu, us]' });
  assert.equal(both!.verdict, 'proved', both!.message);
  const [every] = await proved({ keys, assertions: survives('key: "eu-*"'), files: '[eu, us]' });
  assert.equal(every!.message, 'no deployment is left: endpoint jobs; key eu-1; down us');
});

test('tags of a key and of an assertion keep what is new from backends that do not meet them', async () => {
  const files = '[eu, us]';
  const keys = narrow('files, jobs', ', tags: [in_eu]');
  const [fine] = await proved({ keys, assertions: stays(), files });
  assert.equal(fine!.verdict, 'proved', fine!.message);
  const wanted = stays(', tags: [in_eu]');
  const [asked] = await proved({ keys: narrow('jobs'), assertions: wanted });
  assert.equal(asked!.verdict, 'proved', asked!.message);
  const [open] = await proved({ keys: narrow('files'), assertions: stays(), files });
  assert.equal(open!.verdict, 'broken');
});
