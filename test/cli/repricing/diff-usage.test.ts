import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { usageOf } from '../../../src/observe/usage.ts';
import { readToken, requestEvent, startAdmin } from '../../helpers/admin.ts';
import { folderWith } from '../files.ts';
import { gateway } from '../recorder.ts';

/** A file whose deployments have these prices; without one where it is empty. */
function priced(prices: Readonly<Record<string, string>>): string {
  const deployments = Object.entries(prices).map(
    ([name, price]) =>
      `      - { id: ${name}, backend: a, endpoints: { chat_completions: [] }${price === '' ? '' : `, price: ${price}`} }`,
  );
  return `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { a: { simulator: {} } }
models:
  fast:
    deployments:
${deployments.join('\n')}
keys: { team-a: { hash: "sha256:${'ab'.repeat(32)}" } }
`;
}

const header =
  'day,key,model,deployment,requests,failed,input_tokens,output_tokens,cost_usd,measured_requests,reported_requests';
const usage = [
  header,
  '2026-10-01,team-a,fast,one,100,0,1000000,100000,3,100,0',
  '2026-10-02,team-b,fast,one,50,0,500000,50000,1.5,50,0',
  '2026-10-02,team-b,fast,two,10,0,1000000,0,2,10,0',
  '2026-10-03,team-b,fast,gone,5,1,1000,0,0.5,4,0',
  '2026-10-03,team-b,fast,free,7,0,1000,0,0,7,0',
  '',
].join('\n');
const old = priced({
  one: '{ input: 2, output: 10 }',
  two: '{ input: 2, output: 10 }',
  gone: '{ input: 1, output: 1 }',
  free: '',
});
const now = priced({ one: '{ input: 1, output: 10 }', two: '{ input: 2, output: 10 }', free: '' });

test('the usage of a time is priced under both files, by key, model and deployment', async (t) => {
  const dir = await folderWith(t, { 'old.yaml': old, 'new.yaml': now, 'usage.csv': usage });
  const files = [join(dir, 'old.yaml'), join(dir, 'new.yaml')];
  const { exitCode, out, err } = await gateway([
    'diff',
    '--usage',
    join(dir, 'usage.csv'),
    ...files,
    '--exit-code',
  ]);
  assert.deepEqual([exitCode, err], [2, '']);
  assert.equal(
    out.replaceAll(`${dir}/`, ''),
    `usage.csv, 2026-10-01 to 2026-10-03: 172 requests, counted at 7.0000 USD when they were made

               REQUESTS  OLD USD  NEW USD  DIFFERENCE        %
Keys
  team-a            100   3.0000   2.0000     -1.0000  -33.3 %
  team-b             60   3.5000   3.0000     -0.5000  -14.3 %
Models
  fast              160   6.5000   5.0000     -1.5000  -23.1 %
Deployments
  fast/one          150   4.5000   3.0000     -1.5000  -33.3 %
  1 unchanged        10   2.0000   2.0000
TOTAL               160   6.5000   5.0000     -1.5000  -23.1 %

Not in these sums, since it can not be priced:
  fast/gone: not in the new file (5 requests, counted at 0.5000 USD)
  fast/free: no price in either file (7 requests, counted at 0.0000 USD)
`,
  );
});

test('what costs the same under both is said so', async (t) => {
  const dir = await folderWith(t, {
    'old.yaml': old,
    'new.yaml': old.replace('8443', '8444'),
    'usage.csv.gz': '',
  });
  writeFileSync(join(dir, 'usage.csv.gz'), gzipSync(usage));
  const files = [join(dir, 'old.yaml'), join(dir, 'new.yaml')];
  const { exitCode, out } = await gateway([
    'diff',
    '--usage',
    join(dir, 'usage.csv.gz'),
    ...files,
    '--exit-code',
  ]);
  assert.equal(exitCode, 0);
  assert.match(out, /\n {2}all unchanged .*\n/);
  assert.match(out, /\nNothing costs more or less under .*new\.yaml\.\n/);
});

test('the JSON of an export is read too, and answered in JSON or for a pull request', async (t) => {
  const row = {
    ...{ day: null, key: null, model: 'fast', deployment: 'one', requests: 100, failed: 0 },
    ...{ input_tokens: 1_000_000, output_tokens: 0, cost_usd: 2, measured_requests: 100 },
  };
  const named = { ...row, cost_usd: 9, measured_requests: 0, reported_requests: 100 };
  const dir = await folderWith(t, {
    'old.yaml': old,
    'new.yaml': now,
    'usage.json': JSON.stringify([row, named]),
  });
  const args = ['diff', '--usage', join(dir, 'usage.json'), join(dir, 'old.yaml'), join(dir, 'new.yaml')];
  const answer = JSON.parse((await gateway([...args, '--format', 'json'])).out);
  // What the backend said that it costs stays what it is.
  assert.deepEqual(
    [answer.same, answer.total.old_usd, answer.total.new_usd, answer.keys],
    [false, 11, 10, []],
  );
  assert.match((await gateway([...args, '--format', 'markdown'])).out, /^[^\n]*usage\.json.*\n\n```\n/);
});

test('no single request costs as much as many do together', async (t) => {
  const many = `${header}\n2026-10-01,team-a,fast,one,1000000,0,100000000000,0,200000,1000000,0\n`;
  const dir = await folderWith(t, { 'old.yaml': old, 'new.yaml': now, 'usage.csv': many });
  const args = ['diff', '--usage', join(dir, 'usage.csv'), join(dir, 'old.yaml'), join(dir, 'new.yaml')];
  const { total } = JSON.parse((await gateway([...args, '--format', 'json'])).out);
  assert.deepEqual([total.old_usd, total.new_usd], [200_000, 100_000]);
});

test('usage is asked of a running gateway', async (t) => {
  const admin = await startAdmin(t);
  const tokens = usageOf({ input: 1_000_000 });
  admin.tell([requestEvent({ model: 'fast', deployment: 'one', tokens, costNanoUsd: 2e9 })]);
  const dir = await folderWith(t, { 'old.yaml': old, 'new.yaml': now });
  const args = [
    'diff',
    '--from',
    admin.url,
    join(dir, 'old.yaml'),
    join(dir, 'new.yaml'),
    '--format',
    'json',
  ];
  const { out, err } = await gateway(args, { env: { GATEWAY_READ_TOKEN: readToken } });
  assert.equal(err, '');
  const { total, keys } = JSON.parse(out);
  assert.deepEqual([total.old_usd, total.new_usd, keys[0].name], [2, 1, 'team-a']);
  const none = await gateway(args);
  assert.equal(none.exitCode, 2);
  assert.match(none.err, /no token: set GATEWAY_READ_TOKEN/);
});

test('an export that does not say enough is told what to export', async (t) => {
  const dir = await folderWith(t, {
    'old.yaml': old,
    'new.yaml': now,
    'by-key.csv': 'key,requests\nteam-a,1\n',
    'odd.csv': `${header}\n2026-10-01,team-a,fast,one,many,0,1,1,1,1,0\n`,
    'empty.csv': '',
  });
  const said = async (name: string, ...args: readonly string[]) =>
    (
      await gateway([
        'diff',
        '--usage',
        join(dir, name),
        join(dir, 'old.yaml'),
        join(dir, 'new.yaml'),
        ...args,
      ])
    ).err;
  assert.match(await said('by-key.csv'), /by-key\.csv: line 2: .*export it with --by key,model,deployment/);
  assert.match(await said('odd.csv'), /line 2: requests is "many", which is no count/);
  assert.match(await said('empty.csv'), /there is no usage in .*empty\.csv: gateway usage export/);
  assert.match(await said('odd.csv', '--from', 'http://127.0.0.1:1'), /give one of them/);
});
