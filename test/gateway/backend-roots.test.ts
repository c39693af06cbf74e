import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadTls } from '../../src/process/loaded-tls.ts';
import { json, startBackend } from '../helpers/backend.ts';
import { liveText } from '../helpers/live.ts';
import { serve } from '../helpers/serve.ts';

test('a backend over HTTPS is trusted by the roots of the process where the file names none', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-roots-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const { tls } = await loadTls({ kind: 'self_signed' }, dir);
  const backend = await startBackend(t, json({ choices: [] }), tls);
  const text = liveText({ workers: 1, backend: `{ url: "${backend.url}" }` });
  const body = { model: 'first', messages: [{ role: 'user', content: 'hi' }] };

  const roots = { NODE_EXTRA_CA_CERTS: join(dir, 'dev-ca.pem') };
  const trusting = await serve(t, text, { env: roots });
  // More than one connection: they share what was read of certificates.
  const replies = await Promise.all([1, 2, 3].map(() => trusting.call('/v1/chat/completions', { body })));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  );

  const doubting = await serve(t, text);
  const refused = await doubting.call('/v1/chat/completions', { body });
  assert.equal(refused.status, 502);
});
