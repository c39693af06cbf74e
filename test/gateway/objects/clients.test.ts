import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../../src/simulator/index.ts';
import { configText, secret, type TestGateway } from '../../helpers/gateway.ts';
import { runClient } from '../../helpers/sdk.ts';
import { serve } from '../../helpers/serve.ts';
import { other } from './two-accounts.ts';

test('the official clients keep and find things through two workers and two backends', async (t) => {
  const a = await startSimulator();
  const b = await startSimulator();
  t.after(() => Promise.all([a.close(), b.close()]));
  const served = await serve(
    t,
    configText({
      // Files are larger than anything that is held.
      listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 1MiB, max_buffered: 2MiB }',
      backends: `{ a: { url: "${a.url}", lists: test }, b: { url: "${b.url}" } }`,
      models:
        '{ demo: { deployments: [ { backend: a, endpoints: { responses: [streaming], messages: [streaming] } }, { backend: b, endpoints: { responses: [streaming], messages: [streaming] } } ] } }',
      keys: `{ test: { secret: ${secret}, endpoints: [all] }, other: { secret: ${other}, endpoints: [all] } }`,
      more: 'workers: 2\nendpoints: { files: { backends: [a, b] } }\nstateful: { ids: signed, endpoints: [responses, conversations, files, anthropic_files, batches, message_batches], default: { conversations: b, anthropic_files: a, message_batches: b } }',
    }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'gateway-ca-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, served.ca);
  const gateway = { url: `https://localhost:${served.port}`, caFile } as TestGateway;
  await runClient(t, new URL('official-clients.ts', import.meta.url), gateway, {
    GATEWAY_KEY: secret,
    OTHER_KEY: other,
  });
});
