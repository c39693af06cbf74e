/**
 * The life of the Debian package on a machine that has nothing else: `npm run test:package` (as root; needs debootstrap and
 * systemd-nspawn), each test with what the one before it left. No part of `npm test`, which needs neither.
 *
 * $GATEWAY_DEB names the package, made otherwise; $GATEWAY_DEB_BEFORE one that machines may have, such as the last
 * release, which is installed first, upgraded, and gone back to.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { isFull } from '../../helpers/full.ts';
import { until } from '../../helpers/gate.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { type Machine, startMachine } from './machine.ts';
import { makePackages } from './make.ts';
import type { Traffic } from './traffic-main.ts';
import { asVersion } from './versions.ts';

/** Of the load around an upgrade, the way back and another upgrade, and of each stream. */
const loadMs = isFull ? 30_000 : 9000;
const streamMs = isFull ? 20_000 : 5000;
/** What is promised of a package, of its first answer and of a gateway that has nothing to do. */
const mostBytes = 60e6;
const mostFirstAnswerMs = 5000;
const mostIdleBytes = 130e6;
/** The engine gives back what the start took after some ten seconds in which nothing happens, beside busy others minutes later. */
const mostIdleMs = 180_000;

const root = resolve(import.meta.dirname, '../../..');
const owner = ownerOfFile();
const folder = mkdtempSync(join(tmpdir(), 'gateway-life-'));
owner.after(() => rmSync(folder, { recursive: true, force: true }));
const arch = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
const file = '/etc/gateway/gateway.yaml';
const unit = 'gateway.service';

const made = process.env['GATEWAY_DEB'] ?? makePackage();
copyFileSync(process.env['GATEWAY_DEB_BEFORE'] ?? made, join(folder, 'first.deb'));
copyFileSync(made, join(folder, 'own.deb'));
const own = versionOf('own');
/** Whether the file comes from this package, and not from one before it. */
const isFirst = process.env['GATEWAY_DEB_BEFORE'] === undefined;
mkdirSync(join(folder, 'release'));
copyFileSync(made, join(folder, 'release', `gateway_${own}_${arch}.deb`));
const versions = ['1', '2', '3', '4'].map((more) => `${own}+${more}`);
for (const version of versions) asVersion(version, made, join(folder, `${version}.deb`));
const machine = await startMachine(owner, folder);

function makePackage(): string {
  makePackages(join(folder, 'made'), [arch]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return join(folder, 'made', `gateway_${version}_${arch}.deb`);
}

function versionOf(name: string): string {
  const field = ['--field', join(folder, `${name}.deb`), 'Version'];
  return execFileSync('dpkg-deb', field, { encoding: 'utf8' }).trim();
}

/** The secret that the installation shows. */
let key = '';
const before = await everyPath(machine);

/** A completion over TLS, verified; the status, or what curl says. */
async function status(model = 'demo', withKey = key): Promise<string> {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
  const [program = '', ...args] = [
    ...machine.network,
    ...['curl', '--silent', '--show-error', '--max-time', '5', '--output', '/dev/null'],
    ...['--write-out', '%{http_code}', '--cacert', join(machine.root, 'var/lib/gateway/dev-ca.pem')],
    ...['--header', `authorization: Bearer ${withKey}`, '--json', body],
    'https://localhost:8443/v1/chat/completions',
  ];
  try {
    return (await promisify(execFile)(program, args)).stdout;
  } catch (error) {
    return String((error as { stderr?: string }).stderr);
  }
}

async function shown(property: string): Promise<string> {
  return (await machine.does('systemctl', 'show', '--property', property, '--value', unit)).trim();
}

async function servingVersion(): Promise<string | undefined> {
  return /^version (\S+):/.exec(await shown('StatusText'))?.[1];
}

async function everyPath({ does }: Machine): Promise<ReadonlySet<string>> {
  return new Set((await does('find', '/', '-xdev')).split('\n'));
}

async function change(edit: (text: string) => string): Promise<void> {
  const path = join(machine.root, file);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

test('the package is small enough', (t) => {
  const { size } = statSync(made);
  t.diagnostic(`the package has ${(size / 1e6).toFixed(1)} MB`);
  assert.ok(size <= mostBytes, `${size} bytes`);
});

test('what is installed serves over TLS at once, with the key that is shown', async (t) => {
  await machine.does('dpkg', '--unpack', '/packages/first.deb');
  const unpackedAt = performance.now();
  const said = await machine.does('dpkg', '--configure', 'gateway');
  key = /^ {2}(gw-\S+)$/m.exec(said)?.[1] ?? '';
  assert.equal(await status(), '200', said);
  const tookMs = performance.now() - unpackedAt;
  t.diagnostic(`the first answer came ${Math.round(tookMs)} ms after the files were there`);
  assert.ok(tookMs < mostFirstAnswerMs, `${tookMs} ms`);
  assert.deepEqual(
    [await shown('ActiveState'), await shown('UnitFileState'), await shown('User')],
    ['active', 'enabled', 'gateway'],
  );
  assert.equal(await status('demo', 'gw-wrong'), '401');
  const { out: written } = await machine.run('grep', '-rlF', key, '/etc', '/var');
  assert.equal(written, '', 'the secret is nowhere');
});

test('an upgrade, the way back and an upgrade under load refuse, cut and lose nothing, and keep what was changed', async (t) => {
  const program = ['--import', 'tsx', join(import.meta.dirname, 'traffic-main.ts')];
  const ca = join(machine.root, 'var/lib/gateway/dev-ca.pem');
  const child = machine.beside(process.execPath, ...program, ca, key, String(streamMs));
  t.after(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const { value: url } = await lines.next();
  await change((text) =>
    text
      .replace('backends:\n', `backends:\n  slow: { url: "${url}" }\n`)
      .replace(
        'models:',
        '$&\n  slow: { deployments: [{ backend: slow, endpoints: { chat_completions: [streaming] } }] }\n#',
      ),
  );
  await until(async () => (await status('slow')) === '200', 'the file is taken');
  const text = readFileSync(join(machine.root, file), 'utf8');
  child.stdin!.write('begin\n');
  const [one = '', two = ''] = versions;
  for (const name of [one, 'first', two]) {
    await sleep(loadMs / 4);
    const startedAt = performance.now();
    // As upgrades that nobody watches: where the file of the package is another one, the changed one stays without a question.
    await machine.does('dpkg', '--force-confold', '--install', `/packages/${name}.deb`);
    t.diagnostic(`the installation of ${name} took ${Math.round(performance.now() - startedAt)} ms`);
    assert.equal(await servingVersion(), name === 'first' ? versionOf('first') : name);
  }
  await sleep(loadMs / 4);
  child.stdin!.end();
  const { value: told } = await lines.next();
  const { failures, ...counts } = JSON.parse(told ?? '{}') as Traffic;
  t.diagnostic(
    `${counts.kept} requests on kept connections, ${counts.anew} on new ones, ${counts.streams} streams`,
  );
  assert.deepEqual(failures, []);
  assert.ok(counts.kept > 100 && counts.anew > 100 && counts.streams > 10);
  assert.equal(readFileSync(join(machine.root, file), 'utf8'), text);
  assert.deepEqual([await shown('ActiveState'), await shown('NRestarts')], ['active', '0']);
});

test('what took over is the one that systemd watches: if it dies it is started again', async () => {
  await until(
    async () => (await shown('TasksCurrent')) !== '' && (await onlyOne()),
    'the ones before have ended',
    40_000,
  );
  const pid = await shown('MainPID');
  await machine.does('sh', '-c', `kill -KILL ${pid}`);
  await until(async () => (await shown('NRestarts')) === '1', 'systemd starts it again', 20_000);
  await until(async () => (await status()) === '200', 'it serves', 20_000);
  assert.notEqual(await shown('MainPID'), pid);
});

/** Whether one supervisor is there. */
async function onlyOne(): Promise<boolean> {
  const count = ['sh', '-c', "grep -lz '^serve$' /proc/[0-9]*/cmdline 2>/dev/null | wc -l"];
  return (await machine.does(...count)).trim() === '1';
}

test('the files that hold secrets are for root and the gateway alone', async () => {
  const found = await machine.does(
    ...['stat', '--format', '%A %U:%G %n', file, '/etc/gateway', '/etc/gateway/secrets'],
    ...[
      '/var/lib/gateway',
      '/var/lib/gateway/keys.yaml',
      ...(isFirst ? ['/var/lib/gateway/admin-token'] : []),
    ],
  );
  assert.equal(
    found,
    `-rw-r----- root:gateway ${file}
drwxr-x--- root:gateway /etc/gateway
drwx------ root:root /etc/gateway/secrets
drwx------ gateway:gateway /var/lib/gateway
-rw------- gateway:gateway /var/lib/gateway/keys.yaml
${isFirst ? '-rw------- gateway:gateway /var/lib/gateway/admin-token\n' : ''}`,
  );
});

test('commands, manual pages and completions are there, and dpkg finds all else as it was packed', async () => {
  assert.equal(
    await machine.does('dpkg', '--verify', 'gateway'),
    `??5?????? c ${file}\n`,
    'the file was changed',
  );
  assert.match(await machine.does('gateway', '--version'), /^\d+\.\d+\.\d+/);
  assert.match(
    await machine.does('gateway', 'check', file),
    /^\/etc\/gateway\/gateway\.yaml: valid, 2 models/,
  );
  if (isFirst) {
    assert.match(await machine.does('gateway', 'status', '--config', file), /ready/);
    assert.equal((await machine.run('gateway', 'reload', '--config', file)).code, 0);
  }
  assert.match(await machine.does('gateway', 'docs', 'install'), /what goes wrong/i);
  const files = (await machine.does('dpkg', '--listfiles', 'gateway')).split('\n');
  for (const path of [
    '/usr/share/man/man1/gateway.1.gz',
    '/usr/share/man/man5/gateway.yaml.5.gz',
    '/usr/share/bash-completion/completions/gateway',
  ])
    assert.ok(files.includes(path), path);
});

test('the engine takes the code that the installation made', async () => {
  const dist = '/usr/lib/gateway/dist/src';
  const bundles = ['cli/main', 'cli/serving', 'worker/worker-main', 'supervisor/config-loader-main'];
  const program = `for (const name of process.argv.slice(1))
    console.log(require('${dist}/process/node/compiled-code.cjs').compiled('${dist}/' + name + '.bundle.cjs').isFromBuild)`;
  const options = ['--disable-proto=delete', '--eval', program];
  const said = await machine.does('/usr/lib/gateway/node', ...options, ...bundles);
  assert.equal(said, 'true\n'.repeat(bundles.length));
});

test('systemd finds nothing wrong with the units', async () => {
  const { code, out, err } = await machine.run(
    ...['systemd-analyze', 'verify', '--man=no'],
    ...['/lib/systemd/system/gateway.service', '/lib/systemd/system/gateway.socket'],
  );
  assert.deepEqual([code, out, err], [0, '', '']);
});

test('what two workers need that have nothing to do is little', async (t) => {
  await change((text) => `workers: 2\n${text}`);
  await machine.does('systemctl', 'restart', unit);
  await until(async () => (await status()) === '200', 'it serves');
  // What came for the file and for the request goes when it has had nothing to do for a while.
  const names = ['gateway', 'worker-main', 'worker-main'];
  let told = '';
  const isIdle = async () => {
    const processes = await processesInUse();
    const sum = processes.reduce((sum, { bytes }) => sum + bytes, 0);
    const each = processes.map(({ name, bytes }) => `${name} ${(bytes / 1e6).toFixed(1)} MB`).join(', ');
    told = `idle it holds ${(sum / 1e6).toFixed(1)} MB (PSS): ${each}`;
    return isDeepStrictEqual(processes.map(({ name }) => name).sort(), names) && sum <= mostIdleBytes;
  };
  const startedAt = performance.now();
  while (!(await isIdle()) && performance.now() - startedAt < mostIdleMs) await sleep(1000);
  t.diagnostic(told);
  assert.ok(await isIdle(), told);
});

/** What the processes of the service run, and their bytes, of what is shared their part. */
async function processesInUse(): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
  const ofService = '[ "$(stat -c %U "$each")" != gateway ]';
  const told = `echo $(tr '\\0' ' ' <"$each/cmdline") $(sed -n 's/^Pss: *//p' "$each/smaps_rollup")`;
  const { out } = await machine.run('sh', '-c', `for each in /proc/[0-9]*; do ${ofService} || ${told}; done`);
  return [...out.matchAll(/^(.*) (\d+) kB$/gm)].map(([, command = '', kibibytes]) => ({
    name: /dist\/\S*?([\w-]+)\.c?js/.exec(command)?.[1] ?? command,
    bytes: Number(kibibytes) * 1024,
  }));
}

test('a restart and a reload serve on with the same key, and a broken file is an error that names its place', async () => {
  await machine.does('systemctl', 'restart', unit);
  assert.equal(await status(), '200');
  await machine.does('systemctl', 'reload', unit);
  assert.equal(await shown('ActiveState'), 'active');
  await change((text) => text.replace('version: 1', 'version: one'));
  assert.notEqual((await machine.run('systemctl', 'restart', unit)).code, 0);
  assert.match(
    await machine.does('journalctl', '--unit', unit, '--output', 'cat', '--lines', '50'),
    /gateway\.yaml:\d+:\d+/,
  );
  await change((text) => text.replace('version: one', 'version: 1'));
  await machine.does('systemctl', 'reset-failed', unit);
  await machine.does('systemctl', 'start', unit);
  assert.equal(await status(), '200');
});

test('a private key that only root may read is told with the line that lets the gateway read it', async () => {
  const folder = '/etc/gateway';
  await machine.does(
    ...['openssl', 'req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '30', '-subj', '/CN=localhost'],
    ...[
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      `${folder}/tls.key`,
      '-out',
      `${folder}/tls.crt`,
    ],
  );
  const text = readFileSync(join(machine.root, file), 'utf8');
  await change((text) =>
    text
      .replace(/^ +self_signed: .*$/m, '')
      .replaceAll('# cert:', 'cert:')
      .replaceAll('# key:', 'key:'),
  );
  const { code, out } = await machine.run(
    'setpriv',
    '--reuid=gateway',
    '--regid=gateway',
    '--clear-groups',
    'gateway',
    'check',
    '--require-secrets',
    file,
  );
  assert.equal(code, 1);
  const [, hint = ''] = /help: as root: (chgrp .* chmod .*?);/.exec(out) ?? [];
  await machine.does('sh', '-c', hint);
  await machine.does('systemctl', 'restart', unit);
  await change(() => text);
  await machine.does('systemctl', 'restart', unit);
  assert.equal(await status(), '200');
});

test('a version that can not serve leaves the one before, and the command that is shown then takes over', async () => {
  const [, , version = '', next = ''] = versions;
  const serving = await servingVersion();
  await change((text) => text.replace('version: 1', 'version: one'));
  const { code, err } = await machine.run('dpkg', '--install', `/packages/${version}.deb`);
  assert.equal(code, 0, err);
  assert.match(err, /gateway\.yaml:\d+:\d+/);
  assert.equal(await servingVersion(), serving);
  assert.equal(await status(), '200');
  await change((text) => text.replace('version: one', 'version: 1'));
  const [, command = ''] = /^ {2}(STATE_DIRECTORY=.*)$/m.exec(err) ?? [];
  await machine.does('sh', '-c', command);
  assert.equal(await servingVersion(), version);
  await machine.does('systemctl', 'stop', unit);
  await machine.does('dpkg', '--install', `/packages/${next}.deb`);
  assert.equal(await shown('ActiveState'), 'inactive', 'what was stopped stays so');
});

test('a removal leaves the file and the state, and an installation after it serves with the same key', async () => {
  await machine.does('systemctl', 'start', unit);
  await machine.does('dpkg', '--remove', 'gateway');
  const left = [...(await everyPath(machine))].filter((path) => !before.has(path) && /gateway/.test(path));
  const kept = /^\/(?:etc|var\/lib)\/gateway(?:\/|$)|^\/var\/lib\/dpkg\/|^\/usr\/share\/doc$/;
  assert.deepEqual(
    left.filter((path) => !kept.test(path)),
    [],
  );
  assert.equal((await machine.run('systemctl', 'is-active', unit)).out, 'inactive\n');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [command = ''] = /^apt install \.\/gateway_\S+$/m.exec(readme) ?? [];
  await machine.does('sh', '-c', `cd /packages/release && ${command}`);
  assert.deepEqual([await shown('ActiveState'), await shown('UnitFileState')], ['active', 'enabled']);
  assert.equal(await status(), '200');
});

test('a purge leaves nothing', async () => {
  await machine.does('systemctl', 'enable', 'gateway.socket');
  await machine.does('dpkg', '--purge', 'gateway');
  // What dpkg, apt and the passwords' files keep of the past, and what the machine does by itself.
  const others =
    /^\/(?:var\/lib\/dpkg|var\/lib\/apt|var\/log|var\/cache|var\/lib\/systemd|tmp|var\/tmp)\/|^\/etc\/(?:passwd|group|shadow|gshadow)-$/;
  const left = [...(await everyPath(machine))].filter((path) => !before.has(path) && !others.test(path));
  assert.deepEqual(left, []);
  for (const database of ['passwd', 'group'])
    assert.equal((await machine.run('getent', database, 'gateway')).code, 2, database);
  assert.equal(await machine.does('systemctl', '--failed', '--no-legend'), '');
});

test('in an image that is only made, installing makes the key and enables the unit', async () => {
  const options = ['--root', '/', '--no-triggers', '--install', '/packages/own.deb'];
  const hidden = [
    'unshare',
    '--mount',
    'sh',
    '-c',
    `mount -t tmpfs none /run && exec dpkg ${options.join(' ')}`,
  ];
  assert.match(await machine.does(...hidden), /^ {2}gw-/m);
  assert.equal(await shown('ActiveState'), 'inactive');
  assert.equal(await machine.does('systemctl', 'is-enabled', unit), 'enabled\n');
});
