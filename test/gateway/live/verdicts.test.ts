import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { requireFile } from '../../../src/cli/config-file.ts';
import type { Terminal } from '../../../src/cli/terminal.ts';
import { pack } from '../../../src/process/config-transfer.ts';
import { Loader } from '../../../src/supervisor/config-loader.ts';
import { gateway } from '../../cli/recorder.ts';
import { copyFixtures, fixtureEnv } from '../../config/fixtures.ts';
import { loadText } from '../../helpers/gateway.ts';
import { liveText } from '../../helpers/live.ts';
import { serve } from '../../helpers/serve.ts';

const folder = 'test/fixtures/config/bad';

/** What is said of a file before its summary, without notes: those are for who checks. */
function findingsIn(out: string): string {
  const blocks = out.slice(0, Math.max(0, out.lastIndexOf('\n\n'))).split('\n\n');
  return blocks.filter((block) => !/^.*\n {2}note /.test(block)).join('\n\n');
}

/** What a start says of a file, before it serves if it may. */
async function startedWith(file: string): Promise<{ readonly exitCode: number; readonly said: string }> {
  let said = '';
  const terminal: Terminal = {
    out: () => {},
    err: (text) => {
      said += text;
    },
    colorOut: false,
    colorErr: false,
    env: process.env,
    isInteractive: false,
    readInput: () => Promise.resolve(''),
  };
  const loaded = await requireFile(file, { requireSecrets: true, tellsWarnings: true }, terminal);
  return { exitCode: loaded.config === undefined ? loaded.exitCode : 0, said: said.trimEnd() };
}

/** The errors among findings, which are told with a blank line between them. */
function errorsIn(findings: string): string {
  return findings
    .split(/\n\n(?=\S)/)
    .filter((finding) => /^ {2}error GW/m.test(finding))
    .join('\n\n');
}

test('check, start and reload say the same of every bad file', { timeout: 120_000 }, async (t) => {
  Object.assign(process.env, fixtureEnv);
  const current = pack(await loadText(liveText()));
  const loader = new Loader();
  t.after(() => loader.end());
  const copy = join(await copyFixtures(t), 'bad');
  const verdicts = { refused: 0, warned: 0 };
  for (const name of readdirSync(copy).filter((name) => name.endsWith('.yaml'))) {
    const file = join(copy, name);
    const check = await gateway(['check', '--require-secrets', file], { env: process.env });
    const findings = findingsIn(check.out);
    const isRefused = check.exitCode !== 0;
    assert.deepEqual(await startedWith(file), { exitCode: check.exitCode, said: findings }, name);
    const { text, transfer: parcel } = await loader.load(file, current);
    // Beside what a file is rejected for a reload tells nothing else.
    assert.equal(text, isRefused ? errorsIn(findings) : findings, name);
    assert.equal(parcel === undefined, isRefused, name);
    verdicts[isRefused ? 'refused' : 'warned'] += 1;
    if (!isRefused || verdicts.refused % 50 !== 1) continue;
    // And so does the whole command, which would go on serving the others.
    const start = await gateway(['serve', '--config', file], { env: process.env });
    assert.ok(start.err.includes(`${findings}\n`), `${name}\n${start.err}`);
  }
  assert.ok(verdicts.refused >= 200 && verdicts.warned >= 20, JSON.stringify(verdicts));
});

test('a gateway that meets bad files one after the other goes on serving what it had', async (t) => {
  const served = await serve(t, liveText());
  const { revision } = await served.status();
  for (const name of ['yaml-cut-in-quotes', 'unknown-backend', 'private-key-missing', 'yaml-alias-bomb']) {
    cpSync(join(folder, `${name}.yaml`), served.file);
    const record = await served.reloaded('rejected');
    const { out } = await gateway(['check', '--require-secrets', served.file]);
    assert.equal(record?.problems, out.slice(0, out.lastIndexOf('\n\n')), relative('.', name));
  }
  assert.equal((await served.status()).revision, revision);
  assert.equal((await served.call('/v1/models')).status, 200);
  await served.save(readFileSync(served.file, 'utf8').replace(/[\s\S]*/, liveText()));
  assert.equal((await served.reloaded('unchanged'))?.from, revision);
});
