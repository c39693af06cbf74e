import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateway } from '../recorder.ts';

const quickstart = 'examples/quickstart.yaml';

test('check --client says where what a program sends would go, for each model', async () => {
  const { exitCode, out, err } = await gateway(['check', '--client', 'claude-code', quickstart]);
  assert.equal(exitCode, 0, err + out);
  assert.match(out, /^claude-code \d+\.\d+\.\d+, set by ANTHROPIC_BASE_URL/m);
  assert.match(
    out,
    /^ {2}served +demo, key quickstart\n {4}POST \/v1\/messages\?beta=true -> demo\/local, uses /m,
  );
});

test('check --client fails where a program would be refused, also as JSON', async () => {
  const input = [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    'backends: { b: { simulator: {} } }',
    'models: { demo: { deployments: [{ backend: b, endpoints: { chat_completions: [] } }] } }',
    'keys: { test: { secret: sk-test-0123456789abcdef } }',
  ].join('\n');
  const text = await gateway(['check', '--client', 'codex', '--client', 'opencode', '-'], { input });
  assert.equal(text.exitCode, 1);
  assert.match(text.out, /<stdin>: valid, .*codex would be refused/);
  assert.match(text.out, /^ {2}not for it +demo: no deployment serves/m);
  const json = await gateway(['check', '--client', 'codex', '--format', 'json', '-'], { input });
  assert.equal(json.exitCode, 1);
  const { clients } = JSON.parse(json.out) as { clients: { client: string; cases: { verdict: string }[] }[] };
  assert.deepEqual(
    clients.map(({ client, cases }) => [client, cases[0]?.verdict]),
    [['codex', 'unfit']],
  );
});

test('check --client takes a version, and without one the newest', async () => {
  const args = [
    '--client',
    'claude-code',
    '--client',
    'claude-code@2.1.197',
    '--client',
    'claude-code@2.1.197',
  ];
  const { exitCode, out, err } = await gateway(['check', '--format', 'json', ...args, quickstart]);
  assert.equal(exitCode, 0, err + out);
  const { clients } = JSON.parse(out) as { clients: { client: string; version: string }[] };
  assert.equal(clients.length, 2);
  const [newest, named] = clients;
  assert.equal(named?.version, '2.1.197');
  assert.ok(Number(newest?.version.split('.')[2]) > 197);
});

test('check --client says what it does not know', async () => {
  for (const [args, said] of [
    [['--client', 'nobody'], /Allowed choices are claude-code, codex/],
    [['--client', 'codex@0.1.0'], /what codex 0\.1\.0 sends is not known; of codex there are \d+\./],
    [['--client', 'codex', '--model', 'dmeo'], /no model is named "dmeo" \(did you mean "demo"\?\)/],
    [['--client', 'codex', '--key', 'quickstrat'], /no key is named "quickstrat" \(did you mean/],
    [['--model', 'demo'], /--key and --model narrow --client/],
    [['--client', 'codex', '--format', 'junit'], /--client reports as text, github or json/],
  ] as const) {
    const { exitCode, err } = await gateway(['check', ...args, quickstart]);
    assert.equal(exitCode, 2);
    assert.match(err, said);
  }
});
