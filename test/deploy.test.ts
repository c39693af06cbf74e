import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { loadInspected } from '../src/check/load-inspected.ts';
import { formatProblems } from '../src/config/problems.ts';
import type { Config } from '../src/config/types/gateway.ts';

const folder = join(import.meta.dirname, '../examples/deploy');
const units = join(import.meta.dirname, '../deploy/systemd');
const unit = readFileSync(join(units, 'gateway.service'), 'utf8');
const socketUnit = readFileSync(join(units, 'gateway.socket'), 'utf8');
const dockerfile = readFileSync(join(folder, 'docker/Dockerfile'), 'utf8');
const manifests = readFileSync(join(folder, 'kubernetes/gateway.yaml'), 'utf8');

function unitFor(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-unit-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'gateway.service');
  writeFileSync(file, unit.replaceAll('/usr/bin/gateway', process.execPath));
  return file;
}

/** The values that a unit gives a setting. */
function settings(name: string): readonly string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

// Where it is not installed there is nothing to ask.
if (hasSystemd) {
  test('systemd finds nothing wrong with the unit', (t) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unitFor(t)], {
      encoding: 'utf8',
    });
    assert.equal(`${stdout}${stderr}`, '');
    assert.equal(status, 0);
  });

  test('systemd finds nothing wrong with the unit of the socket', (t) => {
    const service = unitFor(t);
    const file = service.replace(/service$/, 'socket');
    writeFileSync(file, socketUnit);
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file, service], {
      encoding: 'utf8',
    });
    assert.equal(`${stdout}${stderr}`, '');
  });

  test('systemd rates the unit as little exposed', (t) => {
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unitFor(t)];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
}

test('the unit checks the file before it serves it, and both are the same file', () => {
  const [check = ''] = settings('ExecStartPre');
  const [serve = ''] = settings('ExecStart');
  assert.match(check, / check --require-secrets (\S+)$/);
  assert.equal(check.split(' ').pop(), serve.split(' ').pop());
  assert.match(settings('ExecReload')[0] ?? '', /kill -HUP "\$MAINPID"/);
  assert.ok(Number(settings('TimeoutStopSec')[0]) > 25, 'more than the default drain');
  assert.equal(settings('MemoryDenyWriteExecute').length, 0);
});

test('the unit waits until the gateway serves, and lets its own processes say so', () => {
  assert.deepEqual(settings('Type'), ['notify']);
  assert.deepEqual(settings('NotifyAccess'), ['all']);
  assert.match(socketUnit, /^FileDescriptorName=public$/m);
});

test('the image is built from what is there, and runs as nobody', () => {
  const instructions = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));
  const stages = instructions.filter((line) => line.startsWith('FROM '));
  assert.equal(stages.length, 2);
  for (const stage of stages) assert.match(stage, /^FROM node:(?:24|26)-/);
  assert.equal(
    instructions.findLast((line) => line.startsWith('USER ')),
    'USER 65534:65534',
  );
  const { bin, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    bin: { gateway: string };
    scripts: { build: string };
  };
  const entry = JSON.parse(
    (instructions.find((line) => line.startsWith('ENTRYPOINT ')) ?? '').slice(11),
  ) as string[];
  assert.equal(entry.at(-1), `/opt/gateway/${bin.gateway}`);
  assert.ok(scripts.build.length > 0);
  for (const line of instructions.filter((each) => each.startsWith('COPY ') && !each.includes('--from'))) {
    for (const source of line.split(' ').slice(1, -1)) assert.ok(existsSync(source), source);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
function documents(): any[] {
  return parseAllDocuments(manifests).map((document) => {
    if (!('errors' in document)) throw new Error('the file is empty');
    assert.deepEqual([document.errors, document.warnings], [[], []]);
    return document.toJS();
  });
}

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
function manifest(kind: string): any {
  const found = documents().find((document) => document.kind === kind);
  assert.ok(found, kind);
  return found;
}

async function mountedConfig(): Promise<Config> {
  const text = manifest('ConfigMap').data['gateway.yaml'] as string;
  const { config, problems } = await loadInspected('-', { requireSecrets: false, env: {}, text });
  assert.equal(formatProblems(problems.filter(({ severity }) => severity !== 'note')), '');
  assert.ok(config);
  return config;
}

test('the configuration in the ConfigMap is valid and named where the image looks for it', async () => {
  await mountedConfig();
  const { spec } = manifest('StatefulSet').spec.template;
  const [container] = spec.containers;
  const mount = container.volumeMounts.find((each: { name: string }) => each.name === 'config');
  assert.equal(mount.mountPath, '/etc/gateway');
  assert.match(dockerfile, /"\/etc\/gateway\/gateway\.yaml"/);
});

test('every mount is a folder of a volume there is, so that changes arrive', () => {
  const {
    spec,
    spec: { volumes },
  } = manifest('StatefulSet').spec.template;
  const claims = manifest('StatefulSet').spec.volumeClaimTemplates;
  const names = [...volumes.map((each: { name: string }) => each.name), claims[0].metadata.name];
  for (const mount of spec.containers[0].volumeMounts) {
    assert.equal(mount.subPath, undefined);
    assert.ok(names.includes(mount.name), mount.name);
  }
  const state = spec.containers[0].volumeMounts.find((each: { name: string }) => each.name === 'state');
  assert.ok(dockerfile.includes(`STATE_DIRECTORY=${state.mountPath}`));
});

test('ports and probes are those of the configuration', async () => {
  const { listen, admin } = await mountedConfig();
  const [container] = manifest('StatefulSet').spec.template.spec.containers;
  const ports = new Map(
    container.ports.map((port: { name: string; containerPort: number }) => [port.name, port.containerPort]),
  );
  assert.equal(ports.get('https'), listen.address.port);
  assert.equal(ports.get('admin'), admin?.address.port);
  for (const [probe, path] of [
    ['startupProbe', '/readyz'],
    ['readinessProbe', '/readyz'],
    ['livenessProbe', '/livez'],
  ] as const) {
    assert.deepEqual(container[probe].httpGet, { path, port: 'admin', scheme: 'HTTPS' });
  }
  assert.equal(manifest('Service').spec.ports[0].targetPort, 'https');
});

test('the pod has time for preStop and the whole drain', async () => {
  const { listen } = await mountedConfig();
  const { spec } = manifest('StatefulSet').spec.template;
  const preStopSeconds = Number(spec.containers[0].lifecycle.preStop.exec.command[1]);
  const neededSeconds = preStopSeconds + (listen.drainDelayMs + listen.drainMs) / 1000;
  assert.ok(spec.terminationGracePeriodSeconds >= neededSeconds + 5);
});

test('the pod runs as nobody, without rights and on a read-only file system', () => {
  const { spec } = manifest('StatefulSet').spec.template;
  assert.deepEqual([spec.securityContext.runAsNonRoot, spec.securityContext.runAsUser], [true, 65534]);
  assert.deepEqual(spec.containers[0].securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
});
