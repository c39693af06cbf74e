import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { scratchFolder } from '../helpers/scratch.ts';
import { serve } from '../helpers/serve.ts';

const root = resolve(import.meta.dirname, '../..');

test('what npm packs installs as a command that serves the examples which come with it', async (t) => {
  const scratch = scratchFolder(t);
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch];
  const told = execFileSync('npm', packing, { cwd: root, encoding: 'utf8' });
  const [{ filename }] = Object.values(JSON.parse(told)) as [{ readonly filename: string }];
  const prefix = join(scratch, 'prefix');
  const installing = ['--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...installing, join(scratch, filename)], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 2],
  });
  const command = join(prefix, 'bin/gateway');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  assert.equal(execFileSync(command, ['--version'], { encoding: 'utf8' }).trim(), version);

  const example = readFileSync(join(prefix, 'lib/node_modules/gateway/examples/quickstart.yaml'), 'utf8');
  const free = example.replace('127.0.0.1:8443', '127.0.0.1:0').replace('127.0.0.1:9901', '127.0.0.1:0');
  const served = await serve(t, free, { program: [command] });
  const { status, json } = await served.call('/v1/chat/completions', {
    key: 'sk-quickstart',
    body: { model: 'demo', messages: [{ role: 'user', content: 'Hello' }] },
  });
  assert.equal(status, 200);
  assert.equal(json.choices[0].message.role, 'assistant');
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
});
