import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** What builds on private parts of Node.js; what it takes to try that needs no build of the gateway. */
const files = ['test/http/node/', 'test/process/node/canary', 'test/process/node/connection-handoffs'];

for (const version of ['22', '24', '26']) {
  test(`what is taken for granted of Node.js is so on Node ${version}`, () => {
    const command = ['--import', 'tsx', 'scripts/runtimes.ts', version, '--', 'test/run.ts', ...files];
    // Not in full: this file would be among them.
    const env = { ...process.env, TEST_FULL: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
    assert.equal(status, 0, `on Node ${version}: ${broken(stdout)}\n${stderr}`);
  });
}

/** The lines that say what is not as it was. */
function broken(report: string): string {
  const from = report.indexOf('failing tests:');
  return from === -1 ? report.slice(-2000) : report.slice(from);
}
