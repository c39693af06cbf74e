import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../config/fixtures.ts';
import { gateway } from '../recorder.ts';

const yaml = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
  vendor: { url: "https://models.example/v1" }
  local: { simulator: {} }
extra_capabilities: [poetry]
models:
  fast:
    deployments:
      - backend: vendor
        model: fast-1
        capabilities: [streaming]
        endpoints: { chat_completions: [vision, poetry], messages: [audio_input] }
  idle:
    deployments:
      - { backend: local, disabled: true, endpoints: { chat_completions: [vision] } }
  "open-*":
    deployments:
      - { backend: local, endpoints: { chat_completions: [vision] } }
`;

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

function entry(days: number, result = 'proven'): string {
  const why = result === 'proven' ? '' : ', "why": "the answer does not have the word"';
  return `{ "result": "${result}", "at": "${ago(days)}"${why} }`;
}

interface Locked {
  readonly name?: string;
  readonly host?: string;
  readonly upstream?: string;
  readonly vision?: string;
}

function lock({
  name = 'vendor',
  host = 'models.example',
  upstream = 'fast-1',
  vision = entry(1),
}: Locked): string {
  return `{ "version": 1, "deployments": [{
    "model": "fast", "name": "${name}", "host": "${host}", "upstream_model": "${upstream}",
    "endpoints": {
      "chat_completions": { "streaming": ${entry(2)}, "vision": ${vision} },
      "messages": { "streaming": ${entry(3)} }
    }
  }] }`;
}

/** What `check` finds with a lock beside the file. */
async function check(t: TestContext, locked: string | undefined, age = '30d') {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, yaml, { mode: 0o640 });
  if (locked !== undefined) await writeFile(join(folder, 'capabilities.lock'), locked, { mode: 0o640 });
  const ignored = ['--ignore', 'GW1815,GW1801,GW1802,GW1804'];
  const args = ['check', file, '--require-proof', age, '--format', 'json', ...ignored];
  const { exitCode, out, err } = await gateway(args);
  assert.equal(err, '');
  const findings = JSON.parse(out) as { code: string; line: number; message: string; hint: string }[];
  return { exitCode, findings, file };
}

test('what was proven in time passes, and so does what nobody knows a proof of', async (t) => {
  const { exitCode, findings } = await check(t, lock({}));
  assert.deepEqual([exitCode, findings], [0, []]);
});

test('without a lock each deployment is one problem, at its place and with the command to run', async (t) => {
  const { exitCode, findings, file } = await check(t, undefined);
  assert.equal(exitCode, 1);
  assert.deepEqual(
    findings.map(({ code, line }) => [code, line]),
    [['GW1901', 10]],
  );
  assert.equal(
    findings[0]!.message,
    'fast/vendor has no proof from the last 30d of its capabilities: chat_completions: streaming (never asked) and vision (never asked); messages: streaming (never asked)',
  );
  assert.equal(findings[0]!.hint, `to ask it: gateway probe fast/vendor --config ${file} --yes`);
});

const lacking: Readonly<Record<string, readonly [locked: Locked, message: RegExp]>> = {
  'a proof that is older': [{ vision: entry(31) }, /vision \(proven 31 days ago\)$/],
  'a proof of tomorrow': [{ vision: entry(-1) }, /vision \(dated 20\d\d-.*Z, in the future\)$/],
  'what was asked and not proven': [
    { vision: entry(1, 'not_proven') },
    /vision \(asked 24 h ago and not proven\)$/,
  ],
  'what the backend refused': [{ vision: entry(3, 'failed') }, /vision \(refused 3 days ago\)$/],
  'a proof of another host': [
    { host: 'other.example' },
    /vision \(never asked\).*; the lock is of fast-1 at other\.example, which have changed$/,
  ],
  'a proof of another model': [{ upstream: 'fast-0' }, /the lock is of fast-0 at models\.example/],
};

for (const [what, [locked, message]] of Object.entries(lacking)) {
  test(`${what} does not count`, async (t) => {
    const { exitCode, findings } = await check(t, lock(locked));
    assert.deepEqual([exitCode, findings.length, findings[0]?.code], [1, 1, 'GW1901']);
    assert.match(findings[0]!.message, message);
  });
}

test('how old a proof may be is what is asked for', async (t) => {
  assert.equal((await check(t, lock({}), '96h')).exitCode, 0);
  const { findings } = await check(t, lock({}), '30h');
  assert.match(
    findings[0]!.message,
    /last 30h .*: chat_completions: streaming \(proven 2 days ago\); messages/,
  );
});

test('a lock for other deployments is noticed: they are told as a note', async (t) => {
  const { exitCode, findings, file } = await check(t, lock({ name: 'other' }));
  assert.equal(exitCode, 1);
  const note = findings.find(({ code }) => code === 'GW1903');
  assert.equal(note?.message, 'capabilities.lock has fast/other, which is no deployment of this file');
  assert.match(note.hint, new RegExp(`gateway probe --prune --config ${file}$`));
});

test('a deployment of an included file is told at its place there, and proven by the lock beside the main file', async (t) => {
  const folder = await temporaryFolder(t);
  const [file, included] = [join(folder, 'gateway.yaml'), join(folder, 'models.yaml')];
  const at = yaml.indexOf('models:');
  await writeFile(file, `${yaml.slice(0, at)}include: [models.yaml]\n`, { mode: 0o640 });
  await writeFile(included, yaml.slice(at), { mode: 0o640 });
  const args = ['check', file, '--require-proof', '30d', '--format', 'json', '--ignore', 'GW1801'];
  const found = async () =>
    (JSON.parse((await gateway(args)).out) as { code: string; file: string; line: number }[])
      .filter(({ code }) => code.startsWith('GW19'))
      .map((finding) => [finding.file, finding.line]);
  assert.deepEqual(await found(), [[included, 4]]);
  await writeFile(join(folder, 'capabilities.lock'), lock({}), { mode: 0o640 });
  assert.deepEqual(await found(), []);
});

test('a lock that is broken is one problem, and not one of each deployment', async (t) => {
  const { exitCode, findings } = await check(t, '{ "version": 1, "deployments": [');
  assert.deepEqual([exitCode, findings.map(({ code }) => code)], [1, ['GW1115']]);
});

test('an age that is none, and standard input, are refused', async () => {
  const { err, exitCode } = await gateway(['check', 'gateway.yaml', '--require-proof', 'soon']);
  assert.deepEqual([exitCode, /soon: give how old a proof may be, such as 30d/.test(err)], [2, true], err);
  const input = await gateway(['check', '-', '--require-proof', '30d'], { input: yaml });
  assert.match(input.err, /lies beside the file/);
});
