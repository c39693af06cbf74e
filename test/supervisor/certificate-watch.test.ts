import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Config } from '../../src/config/types/gateway.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { CertificateWatch, worseCertificate } from '../../src/supervisor/certificate-watch.ts';
import { writeCertificate } from '../check/certificate.ts';
import { temporaryFolder } from '../config/fixtures.ts';
import type { LogLine } from '../helpers/gateway.ts';

const dayMs = 86_400_000;

async function configWith(folder: string, name: string, endsAt: number): Promise<Config> {
  await writeCertificate(folder, name, endsAt);
  const cert = readFileSync(join(folder, `${name}.crt`), 'utf8');
  const tls = { kind: 'files', cert, key: '' } as const;
  return { listen: { tls }, admin: undefined, state: { dir: folder } } as unknown as Config;
}

test('two weeks before its end there is a word about a certificate once a day, and an error once it is over', async (t) => {
  const logs: LogLine[] = [];
  const log = openLog('info', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const endsAt = Math.ceil(Date.now() / 1000) * 1000 + 30 * dayMs;
  let now = endsAt - 15 * dayMs;
  const watch = new CertificateWatch(log, () => now);
  t.after(() => watch.close());
  await watch.follow(await configWith(await temporaryFolder(t), 'own', endsAt));
  assert.deepEqual([...watch.ends], [['public', endsAt]]);
  assert.deepEqual(logs, []);
  for (const [days, lines] of [
    [13.5, 1],
    [13.4, 1],
    [12.4, 2],
    [-0.1, 3],
  ] as const) {
    now = endsAt - days * dayMs;
    watch.look();
    assert.equal(logs.length, lines, `${days} days before`);
  }
  const told = logs.map(({ level, listener, days }) => ({ level, listener, days }));
  assert.deepEqual(told, [
    { level: 'warn', listener: 'public', days: 13 },
    { level: 'warn', listener: 'public', days: 12 },
    { level: 'error', listener: 'public', days: undefined },
  ]);
});

test('only a certificate that is valid is not given up for one that is not', async (t) => {
  const folder = await temporaryFolder(t);
  const now = Date.now();
  const valid = await configWith(folder, 'valid', now + 30 * dayMs);
  const expired = await configWith(folder, 'expired', now - dayMs);
  const other = await configWith(folder, 'other', now - 2 * dayMs);
  const early = await configWith(folder, 'early', now + 400 * dayMs);
  assert.match(worseCertificate(valid, expired, now)!, /^listen\.tls\.cert: the new certificate expired at /);
  assert.match(
    worseCertificate(valid, early, now)!,
    /is not valid before .*; the one that is served is valid and stays$/,
  );
  assert.equal(worseCertificate(expired, valid, now), undefined);
  assert.equal(worseCertificate(expired, expired, now), undefined, 'an edit of something else goes through');
  assert.equal(worseCertificate(expired, other, now), undefined);
});
