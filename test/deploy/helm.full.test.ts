import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseAllDocuments, stringify } from 'yaml';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { formatProblems } from '../../src/config/problems.ts';
import { promtool } from '../helpers/promtool.ts';

const root = join(import.meta.dirname, '../..');
const chart = join(root, 'deploy/helm');
const folder = join(import.meta.dirname, 'helm');
const scratch = mkdtempSync(join(tmpdir(), 'gateway-helm-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const sets = readdirSync(folder)
  .filter((name) => name.endsWith('.values.yaml'))
  .map((name) => name.replace('.values.yaml', ''));

/** A helm that was built from source takes clusters to be very old ones, unless it is told. */
const cluster = ['--kube-version', '1.28.0'];

function helm(command: string, ...args: readonly string[]): { code: number; out: string; said: string } {
  const { status, stdout, stderr, error } = spawnSync('helm', [command, ...cluster, ...args], {
    encoding: 'utf8',
  });
  if (error !== undefined) {
    throw new Error('helm is not installed: go install helm.sh/helm/v3/cmd/helm@v3.22.0');
  }
  return { code: status ?? 1, out: stdout, said: stderr };
}

function rendered(set: string): string {
  const values = join(folder, `${set}.values.yaml`);
  const { code, out, said } = helm('template', 'gateway', chart, '--namespace', 'llm', '--values', values);
  assert.equal(said, '');
  assert.equal(code, 0);
  return out;
}

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
function manifests(set: string): any[] {
  return parseAllDocuments(rendered(set)).map((document) => {
    if (!('errors' in document)) throw new Error('nothing is rendered');
    assert.deepEqual([document.errors, document.warnings], [[], []]);
    return document.toJS();
  });
}

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
function manifest(set: string, kind: string): any {
  const found = manifests(set).find((one) => one.kind === kind);
  assert.ok(found, kind);
  return found;
}

for (const set of sets) {
  test(`helm finds nothing wrong with the chart and the values "${set}"`, () => {
    const { code, out, said } = helm(
      'lint',
      '--strict',
      chart,
      '--values',
      join(folder, `${set}.values.yaml`),
    );
    assert.equal(code, 0, out + said);
  });

  // Renewed with: helm template --kube-version 1.28.0 gateway deploy/helm --namespace llm \
  //   --values test/deploy/helm/SET.values.yaml > test/deploy/helm/SET.golden.yaml
  test(`the values "${set}" come to the manifests that were reviewed`, () => {
    assert.equal(rendered(set), readFileSync(join(folder, `${set}.golden.yaml`), 'utf8'));
  });
}

test('Kubernetes takes what is rendered, in its oldest release that the chart allows and in the newest', () => {
  const environment = join(scratch, 'python');
  execFileSync('python3', ['-m', 'venv', environment]);
  execFileSync(join(environment, 'bin/pip'), ['install', '--quiet', 'kubernetes-validate==1.37.0']);
  for (const set of sets) {
    const file = join(scratch, `${set}.yaml`);
    // Its schemas are Kubernetes' own; those of the Prometheus Operator are not among them.
    const known = manifests(set).filter(({ apiVersion }) => apiVersion !== 'monitoring.coreos.com/v1');
    writeFileSync(file, known.map((one) => stringify(one)).join('---\n'));
    for (const version of ['1.28', '1.37']) {
      const { status, stdout, stderr } = spawnSync(
        join(environment, 'bin/kubernetes-validate'),
        ['--strict', '--kubernetes-version', version, file],
        { encoding: 'utf8' },
      );
      assert.equal(status, 0, `${version}: ${stdout}${stderr}`);
    }
  }
});

test('the image has no default, and what is missing is said', () => {
  const { code, said } = helm('template', 'gateway', chart);
  assert.notEqual(code, 0);
  assert.match(said, /image\.repository: the image that you have built and pushed/);
});

test('a value that is not one is refused by its name', () => {
  const image = ['--set', 'image.repository=registry.example.com/gateway'];
  for (const [wrong, told] of [
    ['replica=3', /replica/],
    ['image.digest=latest', /digest/],
    ['redis.url=redis.example.com', /url/],
    ['replicas=0', /replicas/],
  ] as const) {
    const { code, said } = helm('template', 'gateway', chart, ...image, '--set', wrong);
    assert.notEqual(code, 0, wrong);
    assert.match(said, told);
  }
});

test('the network policy opens the address of the identity that a pod has, and no other', () => {
  // GKE, "Workload Identity Federation for GKE", network policies; Amazon EKS, "Set up the Amazon EKS Pod Identity Agent".
  const gke = ['169.254.169.254/32:80', '169.254.169.252/32:988'];
  const eks = ['169.254.170.23/32:80', 'fd00:ec2::23/128:80'];
  const image = ['--set', 'image.repository=registry.example.com/gateway'];
  const annotation = (name: string) =>
    `serviceAccount.annotations.${name.replaceAll('.', '\\.')}=gateway@project.example`;
  for (const [sets, expected] of [
    [[], []],
    [[annotation('iam.gke.io/gcp-service-account')], gke],
    [[annotation('eks.amazonaws.com/role-arn')], eks],
    [[annotation('azure.workload.identity/client-id')], []],
    [['networkPolicy.podIdentity=gke'], gke],
    [['networkPolicy.podIdentity=eks'], eks],
    [['networkPolicy.podIdentity=none', annotation('iam.gke.io/gcp-service-account')], []],
  ] as const) {
    const { code, out, said } = helm(
      'template',
      'gateway',
      chart,
      ...image,
      ...sets.flatMap((one) => ['--set', one]),
    );
    assert.equal(code, 0, said);
    const policy = parseAllDocuments(out)
      .map((document) => ('errors' in document ? document.toJS() : undefined))
      .find((one) => one.kind === 'NetworkPolicy');
    const rules = policy.spec.egress as { to?: { ipBlock: { cidr: string } }[]; ports: { port: number }[] }[];
    const opened = rules.flatMap(({ to = [], ports }) =>
      to.map(({ ipBlock }) => `${ipBlock.cidr}:${ports[0]?.port}`),
    );
    assert.deepEqual(
      opened.filter((one) => /^(?:169\.254|fd00)/.test(one)),
      expected,
    );
  }
});

test('the configuration that the chart brings is valid, and its ports and probes are those of the pod', async () => {
  const text = manifest('least', 'ConfigMap').data['gateway.yaml'] as string;
  const { config, problems } = await loadInspected('-', { requireSecrets: false, env: {}, text });
  assert.equal(formatProblems(problems.filter(({ severity }) => severity !== 'note')), '');
  assert.ok(config);
  const { spec } = manifest('least', 'StatefulSet').spec.template;
  const [container] = spec.containers;
  assert.deepEqual(container.ports, [
    { name: 'https', containerPort: config.listen.address.port },
    { name: 'admin', containerPort: config.admin?.address.port },
  ]);
  for (const [probe, path] of [
    ['startupProbe', '/readyz'],
    ['readinessProbe', '/readyz'],
    ['livenessProbe', '/livez'],
  ] as const) {
    assert.deepEqual(container[probe].httpGet, { path, port: 'admin', scheme: 'HTTPS' });
  }
  const { drainDelayMs, drainMs } = config.listen;
  const needed = Number(container.lifecycle.preStop.exec.command[1]) + (drainDelayMs + drainMs) / 1000;
  assert.ok(spec.terminationGracePeriodSeconds >= needed + 5);
});

test('the rules of the chart are those of the examples, and Prometheus takes them', async () => {
  const examples = readFileSync(join(root, 'examples/deploy/prometheus/gateway-alerts.yaml'), 'utf8');
  assert.equal(readFileSync(join(chart, 'files/alerts.yaml'), 'utf8'), examples);
  const file = join(scratch, 'rules.yaml');
  writeFileSync(file, stringify(manifest('everything', 'PrometheusRule').spec));
  const { code, said } = await promtool(['check', 'rules', file]);
  assert.equal(code, 0, said);
});
