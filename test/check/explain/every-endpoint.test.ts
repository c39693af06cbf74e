import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { deployedEndpoints, endpointNames, endpoints } from '../../../src/api/endpoints/index.ts';
import { folderWith } from '../../cli/files.ts';
import { gateway } from '../../cli/recorder.ts';
import { formOf } from '../../helpers/forms.ts';
import { secret, startGateway } from '../../helpers/gateway.ts';

const kept = endpointNames.filter((name) => endpoints[name].answeredBy === 'backends');
const narrow = 'sk-narrow-0123456789abcdef';

/** A model for each endpoint that deployments serve, named like it, and backends for what is kept. */
const file = {
  version: 1,
  listen: { address: '127.0.0.1:0', tls: { self_signed: true } },
  backends: { one: { simulator: {} }, two: { simulator: {} } },
  models: Object.fromEntries(
    deployedEndpoints.map((name) => [
      `m-${name}`,
      { deployments: [{ backend: 'one', endpoints: { [name]: [] } }] },
    ]),
  ),
  endpoints: Object.fromEntries(
    kept.filter((name) => name !== 'uploads').map((name) => [name, { backends: ['two', 'one'] }]),
  ),
  stateful: { ids: 'signed', endpoints: ['responses', ...kept.filter((name) => name !== 'uploads')] },
  groups: { company: { models: ['m-responses'] }, team: { group: 'company' } },
  keys: {
    all: { secret, endpoints: ['all'] },
    narrow: { secret: narrow, endpoints: ['all'], models: ['m-responses'] },
    grouped: { secret: 'sk-grouped-0123456789abcdef', endpoints: ['all'], group: 'team' },
    plain: { secret: 'sk-plain-0123456789abcdef', endpoints: ['responses'] },
  },
};

const requestOf = (endpoint: (typeof endpointNames)[number]) =>
  kept.includes(endpoint) ? { endpoint } : { endpoint, model: `m-${endpoint}` };
const goesTo = (endpoint: (typeof endpointNames)[number], down = false) =>
  kept.includes(endpoint) ? (down ? 'one' : 'two') : `m-${endpoint}/one`;

test('explain says of every endpoint where its requests go, and that a key may not call it', async () => {
  const input = stringify(file);
  for (const endpoint of endpointNames) {
    const { model } = requestOf(endpoint) as { model?: string };
    const asked = [
      'explain',
      '--config',
      '-',
      '--endpoint',
      endpoint,
      ...(model === undefined ? [] : ['--model', model]),
    ];
    const { exitCode, out, err } = await gateway([...asked, '--format', 'json'], { input });
    assert.equal(exitCode, 0, `${endpoint}: ${err}`);
    assert.deepEqual(
      JSON.parse(out).outcome,
      { status: 200, deployment: goesTo(endpoint), or: [] },
      endpoint,
    );
    const text = await gateway(asked, { input });
    assert.ok(
      text.out.includes(kept.includes(endpoint) ? 'go to two, then one' : `Goes to ${goesTo(endpoint)}.`),
      text.out,
    );
    if (endpoint.startsWith('responses')) continue;
    const refused = await gateway([...asked, '--key', 'plain'], { input });
    assert.match(refused.out, /403 endpoint_not_allowed/, endpoint);
  }
});

test('tests of the file, and with them check, have a say on every endpoint', async () => {
  const tests = endpointNames.flatMap((endpoint) => {
    const request = requestOf(endpoint);
    const name = (what: string) => `${endpoint} ${what}`;
    return [
      { name: name('is served'), request, expect: { deployment: goesTo(endpoint), status: 200 } },
      ...(kept.includes(endpoint)
        ? [
            {
              name: name('goes on'),
              request,
              down: ['two'],
              expect: { order: ['one'], deployment: goesTo(endpoint, true) },
            },
          ]
        : []),
      { name: name('is out'), request, down: ['one', 'two'], expect: { status: 503 } },
      ...(endpoint.startsWith('responses')
        ? []
        : [
            {
              name: name('is refused'),
              request: { ...request, key: 'plain' },
              expect: { code: 'endpoint_not_allowed' },
            },
          ]),
    ];
  });
  for (const key of ['narrow', 'grouped']) {
    tests.push({
      name: `a batch is for keys of all models, which ${key} is not`,
      request: { endpoint: 'batches', key },
      expect: { status: 403, code: 'model_not_allowed' },
    } as never);
  }
  const { exitCode, out } = await gateway(['check', '--config', '-', '--verbose'], {
    input: stringify({ ...file, tests }),
  });
  assert.equal(exitCode, 0, out);
  assert.match(out, new RegExp(`${tests.length} tests passed`));
  for (const endpoint of kept)
    assert.match(out, new RegExp(`^ {2}${endpoint}: new ones go to two, then one; `, 'm'));
  const wrong = { name: 'x', request: { endpoint: 'files' }, expect: { deployment: 'm-rerank/one' } };
  const bad = await gateway(['check', '--config', '-'], { input: stringify({ ...file, tests: [wrong] }) });
  assert.match(bad.out, /no backend is named/);
});

test('explain reads the body of every endpoint that has one, and says of the others that it is left out', async (t) => {
  const folder = await folderWith(t, { 'gateway.yaml': stringify(file) });
  const config = join(folder, 'gateway.yaml');
  for (const endpoint of deployedEndpoints) {
    const { body, sample } = endpoints[endpoint];
    const rules =
      body.kind === 'multipart' ? body : body.kind === 'multipart_or_json' ? body.form : undefined;
    const model = `m-${endpoint}`;
    const bodies =
      rules === undefined || body.kind === 'multipart_or_json'
        ? [JSON.stringify({ model, ...sample.request })]
        : [];
    if (rules !== undefined) {
      const parts = [
        { name: 'model', content: model },
        ...rules.required.map((name) => ({ name, filename: 'a', content: 'x' })),
      ];
      bodies.push(formOf('a-boundary', parts).toString());
    }
    for (const sent of bodies) {
      const args = ['explain', '--config', config, '--endpoint', endpoint, '--body', '-'];
      const { exitCode, out, err } = await gateway(args, { input: sent });
      assert.equal(exitCode, 0, `${endpoint}: ${err}`);
      assert.match(out, new RegExp(`^Goes to ${model}/one\\.$`, 'm'));
    }
  }
  const args = ['explain', '--config', config, '--endpoint', 'files', '--format', 'json', '--body', '-'];
  assert.match(
    (await gateway(args, { input: '--x' })).err,
    /names no model, and is not looked at; leave it out/,
  );
  const none = ['explain', '--config', config, '--endpoint', 'transcriptions', '--body', '-'];
  assert.match(
    (await gateway(none, { input: '{"model":"m"}' })).err,
    /its first line is not `--` and a boundary/,
  );
});

test('/v1/models lists what is served on any endpoint, to the keys that may use it', async (t) => {
  const served = await startGateway(t, stringify(file));
  const listed = async (key: string) =>
    (await served.call('/v1/models', { key })).json.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(
    await listed(secret),
    deployedEndpoints.map((name) => `m-${name}`),
  );
  assert.deepEqual(await listed(narrow), ['m-responses']);
});

test('import litellm knows every mode that is an endpoint here', async () => {
  const modes = Object.values(endpoints).flatMap(({ name, litellmMode: mode }) =>
    mode === undefined ? [] : [{ name, mode }],
  );
  assert.ok(modes.length >= 9);
  const input = stringify({
    model_list: modes.map(({ name, mode }) => ({
      model_name: name,
      litellm_params: { model: `openai/own-${name}`, api_key: 'os.environ/K' },
      model_info: { mode },
    })),
  });
  const { exitCode, out } = await gateway(['import', 'litellm', '-'], { input });
  assert.equal(exitCode, 0);
  for (const { name } of modes)
    assert.match(
      out,
      new RegExp(`^ {2}${name}:(?:\\n {4}.*)*\\n {8}endpoints:[^]{0,20}\\b${name}: `, 'm'),
      out,
    );
});
