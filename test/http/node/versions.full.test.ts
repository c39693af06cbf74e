import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';

/** What builds on private parts of Node.js; what it takes to try that needs no build of the gateway. */
const files = [
  'test/http/node/',
  'test/http/client/connection/',
  'test/process/node/canary',
  'test/process/node/connection-handoffs',
];

/** `.ci/run` tries the same on Node 26, beside the end-to-end tests. */
describe('other versions of Node.js, which are fetched first', { concurrency: 2 }, () => {
  for (const version of ['22', '24']) {
    test(`what is taken for granted of Node.js is so on Node ${version}`, async () => {
      const command = ['--import', 'tsx', 'scripts/runtimes.ts', version, '--', 'test/run.ts', ...files];
      // Not in full: this file would be among them.
      const child = spawn(process.execPath, command, {
        env: { ...process.env, TEST_FULL: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(child, 'close');
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [status] = (await ended) as [number | null];
      assert.equal(status, 0, `on Node ${version}: ${broken(stdout)}\n${stderr}`);
    });
  }
});

/** The lines that say what is not as it was. */
function broken(report: string): string {
  const from = report.indexOf('failing tests:');
  return from === -1 ? report.slice(-2000) : report.slice(from);
}
