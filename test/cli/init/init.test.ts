import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { greeting } from '../../../src/cli/serve/greeting.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { hashSecret, hasValidChecksum } from '../../../src/keys/key-secret.ts';
import { folderWith } from '../files.ts';
import { gateway } from '../recorder.ts';

test('what init writes is valid, strictly, and its tests pass', async (t) => {
  for (const more of [[], ['--dev-cert']]) {
    const dir = join(await folderWith(t), 'new');
    assert.equal((await gateway(['init', dir, ...more])).exitCode, 0);
    const file = join(dir, 'gateway.yaml');
    assert.deepEqual(await gateway(['check', '--strict', '--require-secrets', file]), {
      exitCode: 0,
      out: `${file}: valid, 1 model, 1 deployment, 1 key, 1 test passed\n`,
      err: '',
    });
  }
});

test('the lines in comments are valid too', async (t) => {
  const dir = await folderWith(t);
  await gateway(['init', dir]);
  const file = join(dir, 'gateway.yaml');
  const text = await readFile(file, 'utf8');
  // Comments in prose have no YAML structure; those to uncomment are indented fields or begin with a field's name.
  const uncommented = text.replace(
    /^( *)# ( {2}.*|(?:openai|claude|gpt-4o-mini|claude-haiku-4-5):)$/gm,
    '$1$2',
  );
  await writeFile(file, uncommented.replace(/^ +yaml-language-server.*$/m, ''));
  const { exitCode, out } = await gateway(['check', file]);
  assert.equal(exitCode, 0, out);
  assert.match(out, /: valid, 3 models, 3 deployments, 1 key, 1 test passed, 2 notes\n$/);
});

test('the secret is shown once, and only its hash is kept', async (t) => {
  const dir = await folderWith(t);
  const { out } = await gateway(['init', dir]);
  const [secret = ''] = out.match(/gw-\w+/g) ?? [];
  assert.ok(hasValidChecksum(secret));
  assert.equal(out.split(secret).length, 2);
  const keys = await readFile(join(dir, 'keys.yaml'), 'utf8');
  assert.ok(keys.includes(`hash: ${hashSecret(secret)}`));
  for (const name of await readdir(dir))
    assert.ok(!(await readFile(join(dir, name), 'utf8')).includes(secret));
});

test('only the owner may read the keys', async (t) => {
  const dir = await folderWith(t);
  await gateway(['init', dir, '--dev-cert']);
  for (const name of ['keys.yaml', 'admin-token', 'dev-key.pem']) {
    assert.equal((await stat(join(dir, name))).mode & 0o777, 0o600, name);
  }
});

test('nothing is overwritten, and nothing written beside what is there', async (t) => {
  for (const name of ['gateway.yaml', 'keys.yaml', 'dev-ca.pem']) {
    const dir = await folderWith(t, { [name]: 'mine' });
    const { exitCode, out, err } = await gateway(['init', dir, '--dev-cert']);
    assert.equal(exitCode, 2);
    assert.equal(out, '');
    assert.ok(err.startsWith(`gateway: ${join(dir, name)} exists; `), err);
    assert.deepEqual(await readdir(dir), [name]);
    assert.equal(await readFile(join(dir, name), 'utf8'), 'mine');
  }
});

test('--dev-cert makes a certificate for localhost and names the variable of each kind of client', async (t) => {
  const dir = await folderWith(t);
  const { out } = await gateway(['init', dir, '--dev-cert']);
  const ca = join(dir, 'dev-ca.pem');
  const leaf = new X509Certificate(await readFile(join(dir, 'dev-cert.pem')));
  assert.ok(leaf.verify(new X509Certificate(await readFile(ca)).publicKey));
  assert.equal(leaf.checkHost('localhost'), 'localhost');
  for (const variable of [
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'CODEX_CA_CERTIFICATE',
    'REQUESTS_CA_BUNDLE',
    'CURL_CA_BUNDLE',
  ]) {
    assert.ok(out.includes(`  export ${variable}=${ca}\n`), out);
  }
});

test('a folder with a space in its name is quoted in the commands to copy', async (t) => {
  const dir = join(await folderWith(t), 'my gateway');
  const { out } = await gateway(['init', dir]);
  assert.ok(out.includes(`gateway serve --config '${join(dir, 'gateway.yaml')}'`), out);
});

test('the token that init makes signs in, and both init and serve say where it is', async (t) => {
  const dir = await folderWith(t);
  const { out } = await gateway(['init', dir]);
  const file = join(dir, 'admin-token');
  assert.ok(out.includes(`http://127.0.0.1:9901/dashboard; sign in with the token in ${file}\n`), out);
  const { config } = await loadConfig(join(dir, 'gateway.yaml'), { requireSecrets: true, env: {} });
  assert.equal(config?.admin?.token, (await readFile(file, 'utf8')).trim());
  const reach = {
    address: { host: '127.0.0.1', port: 8443 },
    adminAddress: { host: '127.0.0.1', port: 9901 },
    caFile: undefined,
  };
  const said = greeting({ ...config!, file: join(dir, 'gateway.yaml') }, reach, '1.2.3');
  assert.ok(said.includes(`/dashboard (sign in with the token in ${file}, or to look alone`), said);
});
