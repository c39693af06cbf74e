import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { storeOf } from '../../../src/cli/keys/keys-place.ts';
import { terminalOf } from '../recorder.ts';

test('a keys_store whose address a program prints is found', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-keys-place-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'gateway.yaml');
  writeFileSync(
    file,
    `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
programs: { vault: { command: [/bin/sh, -c, "echo redis://:secret@redis.example"] } }
state: { dir: ${dir}, redis: { url: "\${program:vault}" } }
keys_store: redis
backends: { local: { simulator: {} } }
models: { fast: { deployments: [{ backend: local, endpoints: { chat_completions: [] } }] } }
`,
  );
  const store = await storeOf(file, terminalOf().terminal);
  assert.equal(store?.url, 'redis://:secret@redis.example');
});
