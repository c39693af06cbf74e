import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { secret } from '../../helpers/gateway.ts';
import { childrenOf, hello, liveText, modelsSeen, pass } from '../../helpers/live.ts';
import { startLoad } from '../../helpers/load.ts';
import { ownerOfFile, type Served, serve } from '../../helpers/serve.ts';

const keysLine = `{ test: { secret: ${secret} } }\nkeys_file: keys.yaml`;
const second = 'sk-second-0123456789abcdef';
const withKey = `keys: { second: { secret: ${second} } }\n`;

const owner = ownerOfFile();
let running: Promise<Served> | undefined;
/** One gateway for the whole file: each test leaves it serving some valid file. */
function gateway(): Promise<Served> {
  running ??= serve(owner, liveText({ keys: keysLine }), { files: { 'keys.yaml': withKey } });
  return running;
}

test('a change is applied in every worker and the log says what it was', async () => {
  const served = await gateway();
  const { revision } = await served.status();
  await served.save(liveText({ models: ['first', 'more'], keys: keysLine }));
  const record = await served.reloaded('applied');
  assert.deepEqual(record?.changes, ['model more added']);
  assert.equal(record?.from, revision);
  assert.deepEqual(await modelsSeen(served), ['first more']);
  await until(() => served.logs.some(({ msg }) => msg === 'reload applied'), 'the log line');
  const line = served.logs.find(({ msg }) => msg === 'reload applied');
  assert.deepEqual(
    [line?.['from'], line?.['to'], line?.['changes']],
    [record?.from, record?.to, record?.changes],
  );
});

test('what is wrong is rejected with its place everywhere it is asked for, and the old file serves on', async () => {
  const served = await gateway();
  const { revision } = await served.status();
  await served.save(liveText({ backend: '{ simulaator: {} }', keys: keysLine }));
  const record = await served.reloaded('rejected');
  assert.match(record?.problems ?? '', /gateway\.yaml:5:\d+ {2}backends\.one.*simulaator[\s\S]*\^/);
  assert.equal((await served.status()).revision, revision);
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  const ready = await served.admin('/readyz?verbose');
  assert.equal(ready.status, 200);
  // Whoever asks needs no token, and gets nothing of what is in the files.
  assert.deepEqual(JSON.parse(ready.text), {
    ready: true,
    revision,
    last_reload: { at: record?.at, outcome: 'rejected', cause: 'files' },
  });
  const metrics = (await served.admin('/metrics')).text;
  assert.match(metrics, /^gateway_config_last_reload_successful 0$/m);
  assert.match(metrics, /^gateway_config_reloads_total\{result="rejected"\} 1$/m);
  assert.match(metrics, new RegExp(`^gateway_config_info\\{revision="${revision}"\\} 1$`, 'm'));
  await until(() => served.logs.some(({ msg }) => msg.startsWith('reload rejected')), 'the log line');
  const line = served.logs.find(({ msg }) => msg.startsWith('reload rejected'));
  assert.equal(line?.['problems'], record?.problems);

  await served.save(liveText({ models: ['first', 'more'], keys: keysLine }));
  assert.equal((await served.reloaded('unchanged'))?.from, revision);
});

test('a file that was written just before the start is not read once more', async (t) => {
  const file = join(mkdtempSync(join(tmpdir(), 'gateway-fresh-')), 'gateway.yaml');
  t.after(() => rmSync(dirname(file), { recursive: true, force: true }));
  writeFileSync(file, liveText());
  const wrap = ['sh', '-c', `touch ${file}; exec "$@"`, 'sh'];
  const served = await serve(t, '', { file, wrap });
  await pass(1500);
  assert.equal((await served.status()).last_reload, null);
});

test('SIGHUP reads the files again', async () => {
  const served = await gateway();
  served.child.kill('SIGHUP');
  assert.equal((await served.reloaded('unchanged'))?.outcome, 'unchanged');
});

test('a reload that takes long says that it is under way', async () => {
  const served = await gateway();
  served.child.kill('SIGHUP');
  await served.reloaded('unchanged');
  const loader = childrenOf(served.child.pid!).find(({ command }) => command.includes('loader-main'));
  process.kill(loader!.pid, 'SIGSTOP');
  served.child.kill('SIGHUP');
  const isUnderWay = () => served.logs.some(({ msg }) => msg.startsWith('reload in progress'));
  await until(isUnderWay, 'the log line', 6000);
  process.kill(loader!.pid, 'SIGCONT');
  await served.reloaded('unchanged');
});

test('a key that is taken out of keys_file is refused by every worker within a second', async () => {
  const served = await gateway();
  assert.equal((await served.call('/v1/models', { key: second })).status, 200);
  await served.save('keys: {}\n', 'keys.yaml');
  await pass(1000);
  for (let asked = 0; asked < 6; asked += 1) {
    assert.equal((await served.call('/v1/models', { key: second })).status, 401);
  }
  assert.deepEqual((await served.reloaded('applied'))?.changes, ['key second removed']);
});

test('a key that is taken out of keys_file is refused though the main file is being edited and not valid', async () => {
  const served = await gateway();
  await served.save(withKey, 'keys.yaml');
  await served.reloaded('applied');
  await served.save('version: 1\nlisten: [', 'gateway.yaml');
  await served.reloaded('rejected');
  assert.equal((await served.call('/v1/models', { key: second })).status, 200);
  await served.save('keys: {}\n', 'keys.yaml');
  await served.reloaded('rejected');
  for (let asked = 0; asked < 6; asked += 1) {
    assert.equal((await served.call('/v1/models', { key: second })).status, 401);
  }
  assert.equal((await served.call('/v1/models')).status, 200);
  // A keys_file that is not valid itself changes nothing.
  await served.save('keys: { second: { secret: short', 'keys.yaml');
  await served.reloaded('rejected');
  assert.equal((await served.call('/v1/models')).status, 200);
  await served.save('keys: {}\n', 'keys.yaml');
  await served.save(liveText({ models: ['first', 'more'], keys: keysLine }));
  await served.reloaded('applied');
});

test('a file that is taken away is waited for, missed, and read when it comes back', async () => {
  const served = await gateway();
  const text = liveText({ models: ['first', 'more'], keys: keysLine });
  renameSync(served.file, `${served.file}.away`);
  assert.match((await served.reloaded('rejected'))?.problems ?? '', /does not exist/);
  assert.equal((await served.call('/v1/models')).status, 200);
  await served.save(text);
  await served.reloaded('unchanged');

  // What cannot be read at all is no different.
  rmSync(served.file);
  mkdirSync(served.file);
  assert.match((await served.reloaded('rejected'))?.problems ?? '', /is a directory/);
  rmSync(served.file, { recursive: true });
  await served.save(text);
  await served.reloaded('unchanged');
});

test('a file over 16 MiB is rejected without being parsed', async () => {
  const served = await gateway();
  await served.save(`${liveText({ keys: keysLine })}\n#${'x'.repeat(17 * 1024 * 1024)}`);
  assert.match((await served.reloaded('rejected'))?.problems ?? '', /larger than 16 MiB/);
  await served.save(liveText({ models: ['first', 'more'], keys: keysLine }));
  await served.reloaded('unchanged');
});

test('limits of the listener change in place', async () => {
  const served = await gateway();
  const listen = '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 1KiB }';
  await served.save(liveText({ listen, keys: keysLine }));
  assert.deepEqual((await served.reloaded('applied'))?.changes, [
    'listen: max_body changed',
    'model more removed',
  ]);
  const body = { ...hello, pad: 'x'.repeat(2000) };
  assert.equal((await served.call('/v1/chat/completions', { body })).status, 413);
});

test('edits in every style, one upon the other, fail no request and end with the last in every worker', async (t) => {
  const served = await gateway();
  const load = startLoad(t, served, { connections: 16, body: hello, pauseMs: 20 });
  const textOf = (edit: number) => {
    const models = ['first', ...Array.from({ length: 98 }, (_, index) => `m${index}`), `edit-${edit}`];
    return liveText({ models, keys: keysLine });
  };
  const edits = 40;
  const before = (await served.status()).reloads.applied;
  for (let edit = 1; edit <= edits; edit += 1) {
    const text = textOf(edit);
    if (edit % 3 === 0) await served.save(text);
    else if (edit % 3 === 1) {
      rmSync(served.file); // the link of the style below would be written through
      writeFileSync(served.file, '');
      writeFileSync(served.file, text.slice(0, text.length / 2));
      writeFileSync(served.file, text);
    } else swapData(served, edit, text);
    await pass(100);
  }
  const applied = (await served.status()).reloads.applied - before;
  await until(
    async () => {
      const [seen = '', ...others] = await modelsSeen(served);
      return others.length === 0 && seen.endsWith(`edit-${edits}`);
    },
    'every worker serves the last',
    30_000,
  );
  await load.stop();
  assert.deepEqual(load.failures, []);
  assert.ok(applied >= 2, `only ${applied} reloads while the edits went on`);
});

/** As Kubernetes updates a mounted ConfigMap: a new folder, and one link renamed onto another. */
function swapData({ dir, file }: Served, generation: number, text: string): void {
  const folder = `..gen-${generation}`;
  mkdirSync(join(dir, folder));
  writeFileSync(join(dir, folder, 'gateway.yaml'), text);
  symlinkSync(folder, join(dir, '..data_tmp'));
  renameSync(join(dir, '..data_tmp'), join(dir, '..data'));
  symlinkSync(join('..data', 'gateway.yaml'), `${file}.link`);
  renameSync(`${file}.link`, file);
}

test('a file that can not be read any more rejects the reload, and the gateway serves on', async (t) => {
  // To whom no file is closed they have to be closed first.
  const asRoot = ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'];
  const served = await serve(t, liveText(), process.getuid?.() === 0 ? { wrap: asRoot } : {});
  const { revision } = await served.status();
  chmodSync(served.file, 0o000);
  const record = await served.reloaded('rejected');
  assert.match(
    record?.problems ?? '',
    /gateway\.yaml:1:1 {2}the file cannot be read by this user\n {2}error GW1001/,
  );
  assert.equal((await served.status()).revision, revision);
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  await until(() => served.logs.some(({ msg }) => msg.startsWith('reload rejected')), 'the log line');

  await served.save(liveText({ models: ['first', 'second'] }));
  await served.reloaded('applied');
  assert.deepEqual(await modelsSeen(served), ['first second']);
});

test('files that are included are followed, and so is one that a pattern comes to match', async (t) => {
  const served = await serve(t, liveText({ keys: keysLine }), { files: { 'keys.yaml': withKey } });
  const model = (id: string) =>
    `models: { ${id}: { deployments: [{ backend: one, endpoints: { chat_completions: [] } }] } }\n`;
  await served.save(model('second'), 'more-a.yaml');
  await served.save(liveText({ keys: keysLine, more: 'include: ["more-*.yaml"]' }));
  await served.reloaded('applied');
  assert.deepEqual(await modelsSeen(served), ['first second']);
  await served.save(model('third'), 'more-b.yaml');
  assert.deepEqual((await served.reloaded('applied'))?.changes, ['model third added']);
  await served.save(model('third').replace('one', 'none'), 'more-b.yaml');
  const record = await served.reloaded('rejected');
  assert.match(record?.problems ?? '', /more-b\.yaml:1:\d+ {2}models\.third.*no backend is named "none"/);
  rmSync(join(served.dir, 'more-b.yaml'));
  assert.deepEqual((await served.reloaded('applied'))?.changes, ['model third removed']);
  rmSync(join(served.dir, 'more-a.yaml'));
  assert.deepEqual((await served.reloaded('applied'))?.changes, ['model second removed']);
});
