/** The official package for Python, of both eras, uses servers that others wrote. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startToolsGateway, toolsSecret } from '../../helpers/mcp/tools-gateway.ts';

const program = fileURLToPath(new URL('python-client.py', import.meta.url));

test('the clients of Python', { timeout: 300_000 }, async (t) => {
  const gateway = await startToolsGateway(t);
  const scratch = mkdtempSync(join(tmpdir(), 'gateway-python-'));
  t.after(() => rmSync(scratch, { recursive: true, force: true }));
  for (const [version, revisions] of [
    ['1.30.0', ['2025-11-25']],
    ['2.3.0', ['2026-07-28', '2025-11-25']],
  ] as const) {
    const folder = join(scratch, version);
    execFileSync('python3', ['-m', 'venv', folder]);
    execFileSync(join(folder, 'bin/pip'), ['install', '--quiet', `mcp==${version}`]);
    const { stdout } = await promisify(execFile)(join(folder, 'bin/python'), [program, version[0]!], {
      env: {
        ...process.env,
        GATEWAY_URL: gateway.url,
        GATEWAY_KEY: toolsSecret,
        SSL_CERT_FILE: gateway.caFile,
      },
    });
    assert.deepEqual(
      stdout.trim().split('\n'),
      revisions.map((revision) => `${revision}: good`),
    );
  }
});
