import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pack } from '../../src/process/config-transfer.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, loadText, secret } from '../helpers/gateway.ts';
import { scratchFolder, shellProgram } from '../helpers/scratch.ts';
import { readToken, serve } from '../helpers/serve.ts';
import { startTokenEndpoint } from '../helpers/token-endpoint.ts';

/** A value that stands nowhere by chance. */
function canary(name: string): string {
  return `canary-${name}-${randomBytes(18).toString('hex')}`;
}

const serving = 'endpoints: { chat_completions: [] }';

/** What a gateway holds that nobody may see, and the `auth` of backends that have it. */
async function sources(t: TestContext) {
  const folder = scratchFolder(t);
  const values = {
    file: canary('file'),
    exec: canary('exec'),
    execEnv: canary('env'),
    clientSecret: canary('client-secret'),
    badFile: canary('bad-file'),
    errors: canary('errors'),
    description: canary('description'),
    expired: canary('expired'),
  };
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const endpoint = await startTokenEndpoint(t, { kind: 'token', lifetime: 2 });
  const refusing = await startTokenEndpoint(t, {
    kind: 'fail',
    status: 401,
    error: 'invalid_client',
    description: `no ${values.description}`,
  });
  const oauth2 = (url: string, id: string) =>
    `{ oauth2: { token_url: "${url}", client_id: ${id}, client_secret: ${values.clientSecret} } }`;
  const auths = {
    file: `{ file: ${put('token', values.file)} }`,
    exec: `{ exec: { command: [${shellProgram(t, `echo '{"token":"${values.exec}","expires_in":2}'`)}], env: [CANARY] } }`,
    oauth2: oauth2(endpoint.url, 'good'),
    refused: oauth2(refusing.url, 'bad'),
    failing: `{ exec: { command: [${shellProgram(t, `echo "denied ${values.errors} $CANARY" >&2; exit 1`)}], env: [CANARY] } }`,
    unreadable: `{ exec: { command: [${shellProgram(t, `printf '{"token":"${values.badFile}'`)}] } }`,
    expired: `{ file: ${put('expired', `{"token":"${values.expired}","expires_at":"2001-01-01T00:00:00Z"}`)} }`,
  };
  return { values, auths, endpoint };
}

test('no token, key, program output or secret is in a log, an answer, a metric or a page', async (t) => {
  const { values, auths, endpoint } = await sources(t);
  const backend = await startBackend(t, (seen, response, body) =>
    seen.url?.startsWith('/echo')
      ? json(completion(`you sent ${seen.headers.authorization}`))(seen, response, body)
      : json({ error: { message: `refused: ${seen.headers.authorization}` } }, 401)(seen, response, body),
  );
  const names = Object.keys(auths);
  const at = (name: string) => (name === 'file' ? `${backend.url}/echo` : backend.url);
  const text = [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
    'workers: 1',
    'log: { level: trace }',
    'backends:',
    ...Object.entries(auths).map(([name, auth]) => `  ${name}: { url: "${at(name)}", auth: ${auth} }`),
    'models:',
    ...names.map((name) => `  ${name}: { deployments: [ { backend: ${name}, ${serving} } ] }`),
    `keys: { test: { secret: ${secret} } }`,
  ].join('\n');
  const served = await serve(t, text, { env: { CANARY: values.execEnv } });
  const seen: string[] = [];
  const ask = async () => {
    for (const model of names) {
      const body = { model, messages: [{ role: 'user', content: 'hello' }] };
      const reply = await served.call('/v1/chat/completions', { body });
      assert.notEqual(reply.status, 200);
      seen.push(reply.text, JSON.stringify(reply.headers));
    }
  };
  await ask();
  await until(() => endpoint.tokens.length >= 3, 'three lifetimes');
  await ask();
  const { paths } = JSON.parse((await served.admin('/api/openapi.json')).text);
  const pages = Object.entries<Record<string, unknown>>(paths)
    .filter(([path, methods]) => methods['get'] !== undefined && !path.includes('{'))
    .map(([path]) => path);
  assert.ok(pages.length > 10);
  for (const path of [...pages, '/status', '/metrics', '/readyz?verbose', '/', `/api/explain?model=file`]) {
    seen.push((await served.admin(path)).text);
  }
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
  const all = [JSON.stringify(served.logs), served.said.err, ...seen].join('\n');
  assert.ok(all.includes('"valid_for_s"') && all.includes('gateway_credential_valid_seconds{source="exec"}'));
  assert.ok(served.logs.length > 20);
  const hidden = [...Object.values(values), ...endpoint.tokens];
  assert.ok(hidden.length >= 11);
  for (const value of hidden) {
    const index = all.indexOf(value);
    assert.equal(index, -1, all.slice(Math.max(0, index - 300), index + 80));
    assert.ok(!all.includes(Buffer.from(value).toString('base64').slice(0, 24)), 'as base64');
  }
});

test('what a source gives is in nothing that goes between processes with a configuration, nor in its revision', async (t) => {
  const folder = scratchFolder(t);
  const file = join(folder, 'token');
  const value = canary('transfer');
  const load = () =>
    loadText(
      configText({
        backends: `{ main: { url: "http://127.0.0.1:9", auth: { file: ${file} } } }`,
        models: `{ m: { deployments: [ { backend: main, ${serving} } ] } }`,
      }),
    );
  writeFileSync(file, value, { mode: 0o600 });
  const config = await load();
  for (const { bytes } of pack(config).chunks) {
    assert.equal(Buffer.from(bytes).indexOf(value), -1);
  }
  writeFileSync(file, canary('another'), { mode: 0o600 });
  assert.equal((await load()).revision, config.revision);
});
