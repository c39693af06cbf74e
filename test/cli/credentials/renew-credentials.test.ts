import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { configText } from '../../helpers/gateway.ts';
import { scratchFolder, shellProgram } from '../../helpers/scratch.ts';
import { startTokenEndpoint } from '../../helpers/token-endpoint.ts';
import { gateway } from '../recorder.ts';

/** A file whose backends have these forms of `auth`, all serving one model. */
function fileOf(t: TestContext, auths: Readonly<Record<string, string>>): string {
  const deployments = Object.keys(auths).map(
    (name) => `{ backend: ${name}, endpoints: { chat_completions: [] } }`,
  );
  const backends = Object.entries(auths).map(
    ([name, auth]) => `${name}: { url: "https://llm.example.com", auth: ${auth} }`,
  );
  const text = configText({
    backends: `{ ${backends.join(', ')} }`,
    models: `{ m: { deployments: [ ${deployments.join(', ')} ] } }`,
  });
  const file = join(scratchFolder(t), 'gateway.yaml');
  writeFileSync(file, text);
  return file;
}

const oauth2 = (url: string) =>
  `{ oauth2: { token_url: "${url}", client_id: gateway-client, client_secret: client-secret-0123456789 } }`;

test('each source is renewed once, and told by the first backend that uses it, whose it is and how long it lives', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const token = join(scratchFolder(t), 'token');
  writeFileSync(token, 'file-token-0123456789', { mode: 0o600 });
  const file = fileOf(t, {
    one: oauth2(endpoint.url),
    two: oauth2(endpoint.url),
    three: `{ file: ${token} }`,
    four: '{ bearer: static-0123456789 }',
  });
  const { exitCode, out, err } = await gateway(['credentials', '--config', file]);
  assert.equal(exitCode, 0, err);
  assert.equal(endpoint.requests.length, 1);
  const rows = out
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  assert.deepEqual(rows, [
    ['BACKEND', 'KIND', 'LIVES', 'WHOSE'],
    ['one and 1 more', 'oauth2', '60m', 'gateway-client'],
    ['three', 'file', 'not said', token],
  ]);
  assert.doesNotMatch(out + err, /0123456789/);
});

test('one that fails is told why, and the exit code is 1', async (t) => {
  const endpoint = await startTokenEndpoint(t, { kind: 'fail', status: 401, error: 'invalid_client' });
  const program = shellProgram(t, `echo '{"token":"program-token-0123456789","expires_in":-1}'`);
  const file = fileOf(t, { bad: oauth2(endpoint.url), good: `{ exec: { command: [${program}] } }` });
  const { exitCode, out, err } = await gateway(['credentials', '--config', file]);
  assert.equal(exitCode, 1);
  assert.match(out, /^bad +oauth2 +failed$/m);
  assert.match(out, /^bad: .*\(invalid_client\)$/m);
  assert.match(out, /^good: warning: .*no lifetime/m);
  assert.doesNotMatch(out + err, /0123456789/);
});

for (const [seconds, lives] of [
  ['90', '90s'],
  ['5400', '90m'],
  ['43200', '12h'],
  ['864000', '10d'],
  ['1e306', '3650d'],
] as const) {
  test(`a life of ${seconds} s is told as ${lives}`, async (t) => {
    const program = shellProgram(t, `echo '{"token":"program-token-0123456789","expires_in":${seconds}}'`);
    const file = fileOf(t, { good: `{ exec: { command: [${program}] } }` });
    const { out } = await gateway(['credentials', '--config', file]);
    assert.match(out, new RegExp(`^good +exec +${lives} `, 'm'));
  });
}

test('for programs it is JSON, without a value as well', async (t) => {
  const program = shellProgram(t, `echo '{"token":"program-token-0123456789","expires_in":90}'`);
  const file = fileOf(t, { good: `{ exec: { command: [${program}] } }` });
  const { exitCode, out } = await gateway(['credentials', '--config', file, '--format', 'json']);
  assert.equal(exitCode, 0);
  assert.deepEqual(JSON.parse(out), {
    credentials: [
      {
        name: 'good',
        backends: ['good'],
        kind: 'exec',
        subject: program,
        lives_for_s: 90,
        warning: null,
        error: null,
      },
    ],
  });
});

test('a file without such a credential, and one that is not valid, are told', async (t) => {
  const none = await gateway([
    'credentials',
    '--config',
    fileOf(t, { one: '{ bearer: static-0123456789 }' }),
  ]);
  assert.deepEqual([none.exitCode, none.out], [0, 'No backend has a credential that is renewed.\n']);
  const bad = await gateway(['credentials', '--config', fileOf(t, { one: '{ exec: {} }' })]);
  assert.equal(bad.exitCode, 1);
  assert.match(bad.err, /command/);
});
