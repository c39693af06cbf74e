/** Commands find the gateway that runs, however broken the file is that it is named by. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { liveText } from '../../helpers/live.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { ownerOfFile, readToken, type Served, serve } from '../../helpers/serve.ts';
import { gateway } from '../recorder.ts';

const owner = ownerOfFile();
const token = 'live-admin-token-0123';

interface Running {
  readonly served: Served;
  readonly file: string;
  readonly dir: string;
  readonly url: string;
  readonly text: string;
}

let started: Promise<Running> | undefined;
/** One gateway for the whole file. It stays with the text that it began with. */
function running(): Promise<Running> {
  started ??= start();
  return started;
}

async function start(): Promise<Running> {
  const dir = dirOf(owner);
  const file = join(dir, 'gateway.yaml');
  const address = `127.0.0.1:${await freePort()}`;
  const text = liveText({ admin: `"${address}"` }).replace('read_token', `token: ${token}, read_token`);
  writeFileSync(file, text);
  const served = await serve(owner, '', { file, env: { STATE_DIRECTORY: dir } });
  return { served, file, dir, url: `http://${address}`, text };
}

/** What each of the commands says of a file. */
async function said(file: string, env: Readonly<Record<string, string>> = {}, more: readonly string[] = []) {
  const at = ['--config', file, ...more];
  const commands = [
    ['status', ...at],
    ['usage', ...at],
    ['drain', 'first/one', ...at],
    ['resume', 'first/one', ...at],
    ['reload', ...at],
  ];
  const all = [];
  for (const words of commands) all.push({ words, ...(await gateway(words, { env })) });
  return all;
}

test('each command asks the gateway that can be read of a file which is no YAML, and says so', async () => {
  const { dir, url, text } = await running();
  const file = join(dir, 'edited.yaml');
  const before = text.replace('workers: 2', 'workers: [');
  const inside = text.replace(/^admin: .*$/m, (line) => line.replace(' }', ''));
  const above = `listen: [\n${text}`;
  const block = `${text.replace(/^admin: .*\n/m, '')}\nadmin:\n  address: ${url.slice(7)}\n  token: \${TOKEN_OF_ADMIN}\n\n  # to read\n  read_token: ${readToken}\n\t- x\n`;
  for (const broken of [before, inside, above, block]) {
    writeFileSync(file, broken);
    for (const { words, exitCode, out, err } of await said(file, { TOKEN_OF_ADMIN: token })) {
      const what = `${words[0]} of:\n${broken}\n${out}${err}`;
      assert.match(
        err,
        /edited\.yaml is not valid: the gateway at http:\S+ is found by what can be read of `admin` in it\n/,
        what,
      );
      assert.ok(err.includes(url), what);
      // The file is not the one that is served.
      assert.equal(exitCode, words[0] === 'status' ? 1 : 0, what);
    }
  }
});

test('where nothing of admin can be read, the gateway is found by its state.dir, or by --admin', async () => {
  const { dir, url, text } = await running();
  const file = join(dir, 'edited.yaml');
  const env = { GATEWAY_ADMIN_TOKEN: token, STATE_DIRECTORY: '/nowhere' };
  const without = text.replace(/^admin: .*\n/m, '');
  writeFileSync(file, `${without}\nstate: { dir: . }\nworkers: [\n`);
  for (const { words, exitCode, err } of await said(file, env)) {
    assert.match(err, /the gateway at http:\S+ is found by its state\.dir, \S+\n/, words[0]);
    assert.equal(exitCode, words[0] === 'status' ? 1 : 0, err);
  }
  writeFileSync(file, `${without}\nworkers: [\n`);
  for (const { words, exitCode, err } of await said(file, { ...env, STATE_DIRECTORY: dir }))
    assert.equal(exitCode, words[0] === 'status' ? 1 : 0, err);
  for (const { words, exitCode, err } of await said(file, env)) {
    assert.equal(exitCode, 2, words[0]);
    assert.match(
      err,
      /edited\.yaml has no `admin\.address` with a port that can be read, and no gateway that says more runs with its state \(state\.dir \/nowhere\); give the URL with --admin/,
    );
  }
  // As the message says.
  for (const { words, exitCode, err } of await said(file, env, ['--admin', url])) {
    assert.match(err, /edited\.yaml is not valid: the gateway at http:\S+ is found by --admin\n/);
    assert.equal(exitCode, words[0] === 'status' ? 1 : 0, err);
  }
});

test('a valid file whose admin port is chosen by the system leads to the gateway by its state.dir', async () => {
  const { dir, text } = await running();
  const file = join(dir, 'chosen.yaml');
  writeFileSync(file, text.replace(/address: "127\.0\.0\.1:\d+"(?=, token)/, 'address: "127.0.0.1:0"'));
  const { exitCode, err, out } = await gateway(['usage', '--config', file], {
    env: { STATE_DIRECTORY: dir },
  });
  assert.equal(exitCode, 0, err);
  assert.match(err, /is found by its state\.dir/);
  assert.match(out, /^test\s+no limits/m);
});

test('a deployment that is not there is told in the words of the command', async () => {
  const { file } = await running();
  const typo = await gateway(['drain', 'first/onne', '--config', file]);
  assert.equal(typo.exitCode, 2);
  assert.match(
    typo.err,
    /no deployment is named "first\/onne" there \(did you mean "first\/one"\?\); write MODEL\/NAME, as `gateway explain` names them/,
  );
  const idle = await gateway(['resume', 'first/one', '--config', file]);
  assert.match(idle.err, /"first\/one" is not drained there; `gateway status` says what is/);
});
