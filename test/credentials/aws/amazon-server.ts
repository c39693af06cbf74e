import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AwsKeys } from './held-keys.ts';

const program = fileURLToPath(new URL('amazon-server.py', import.meta.url));

/** Debian's own Python, which has what Debian's packages bring. */
const python = '/usr/bin/python3';

/**
 * A server that works out the signature of each request with Amazon's library for Python (Debian's package
 * `python3-botocore`), and answers 403 where it is another.
 *
 * @returns its address
 */
export async function startAmazonServer(
  t: TestContext,
  keys: readonly AwsKeys[],
  aheadSeconds = 0,
): Promise<string> {
  const all = keys.map(({ accessKeyId, secretAccessKey, sessionToken }) => [
    accessKeyId,
    secretAccessKey,
    sessionToken,
  ]);
  const child = spawn(python, [program, JSON.stringify(all), String(aheadSeconds)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: port, done } = await lines.next();
  assert.ok(!done, `${said}\nis it installed? apt-get install python3-botocore`);
  return `http://127.0.0.1:${port}`;
}
