import assert from 'node:assert/strict';
import { chmod, cp, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { proofProblems } from '../../src/check/capability-lock/require-proof.ts';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { pages, pageText } from '../../src/check/pages/index.ts';
import { prove } from '../../src/check/prove/prove.ts';
import { runRoutingTests } from '../../src/check/routing-tests.ts';
import { unproved } from '../../src/cli/check/finding.ts';
import { type ProblemName, problemCatalog } from '../../src/config/problem-codes.ts';
import { temporaryFolder } from '../config/fixtures.ts';
import { writeCertificate } from './certificate.ts';

/** What an excerpt leaves out, by its top-level fields. */
const rest: Readonly<Record<string, string>> = {
  version: 'version: 1',
  listen: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }',
  backends: 'backends:\n  local: { simulator: {} }',
  models:
    'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
};

const dayMs = 86_400_000;
const env = {
  OPENAI_API_KEY: 'value-of-the-api-key',
  TEAM_A_KEY: 'value-of-the-key-of-a-team',
  ADMIN_TOKEN: '0123456789abcdef',
  SHORT_TOKEN: 'short',
  TEAM_TOOLS: 'get_issue',
  HOOK_SECRET: `whsec_${Buffer.alloc(32, 'hook').toString('base64')}`,
  NEXT_WEEK: new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10),
  NEXT_YEAR: new Date(Date.now() + 365 * dayMs).toISOString().slice(0, 10),
};

/** What the text alone does not bring about. */
const preparations: Partial<Record<ProblemName, (folder: string) => Promise<void>>> = {
  file_too_large: (folder) => truncate(join(folder, 'keys.yaml'), 17 * 1024 * 1024),
  file_encoding: async (folder) => {
    const file = join(folder, 'gateway.yaml');
    await writeFile(file, Buffer.from(await readFile(file, 'utf8'), 'latin1'));
  },
  file_writable: (folder) => chmod(join(folder, 'gateway.yaml'), 0o646),
  secret_file_mode: (folder) => chmod(join(folder, 'token'), 0o644),
  program_writable: (folder) => chmod(join(folder, 'mint-token'), 0o757),
};

/** The codes that an excerpt of a page leads to, as a whole file in a folder with certificates and a token. */
async function codesOf(
  t: TestContext,
  excerpt: string,
  prepare?: (folder: string) => Promise<void>,
  isInstalled: () => boolean = () => true,
): Promise<readonly string[]> {
  const folder = await temporaryFolder(t);
  const tls = fileURLToPath(new URL('../fixtures/config/tls', import.meta.url));
  await cp(tls, folder, { recursive: true });
  for (const name of ['server', 'other', 'encrypted', 'expired']) {
    await chmod(join(folder, `${name}.key`), 0o640);
  }
  await writeCertificate(folder, 'ending', Date.now() + 3 * dayMs);
  await writeFile(join(folder, 'token'), 'a-token-from-a-file\n', { mode: 0o640 });
  await writeFile(join(folder, 'mint-token'), '#!/bin/sh\necho token\n', { mode: 0o755 });
  const [main = '', ...others] = excerpt.replaceAll('/opt/mint', folder).split(/^==> (.+) <==$/m);
  const missing = Object.entries(rest).filter(([field]) => !new RegExp(`^${field}:`, 'm').test(main));
  const before = missing.map(([, text]) => text).join('\n');
  const whole = main.startsWith('%') ? `${main}\n${before}\n` : `${before}\n${main}\n`;
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, whole, { mode: 0o640 });
  for (let index = 0; index < others.length; index += 2) {
    await writeFile(join(folder, others[index] ?? ''), (others[index + 1] ?? '').trimStart(), {
      mode: 0o640,
    });
  }
  await prepare?.(folder);
  const loaded = await loadInspected(file, { env, requireSecrets: true, isInstalled });
  const { config, problems, trees } = loaded;
  const failed = config === undefined ? [] : runRoutingTests(config).filter(({ passed }) => !passed);
  const proofs = config === undefined ? [] : prove(config);
  const required = { maxAgeMs: 30 * dayMs, shownAge: '30d', file, now: Date.now() };
  const hasLock = config !== undefined && others.includes('capabilities.lock');
  const lacking = hasLock ? proofProblems(config, trees, required) : [];
  return [
    ...[...problems, ...lacking].map(({ code }) => code),
    ...failed.map(() => problemCatalog.test_failed.code),
    ...proofs.flatMap((outcome) => unproved(outcome, file)?.code ?? []),
  ];
}

const names = Object.keys(problemCatalog) as ProblemName[];

test('every finding has a page, and every page a finding', () => {
  assert.deepEqual(Object.keys(pages).sort(), [...names].sort());
});

for (const name of names) {
  const { code } = problemCatalog[name];
  test(`the page on ${code} shows a file that has the finding, and one that has none at all`, async (t) => {
    const page = pages[name];
    assert.ok(page, `${name} has no page`);
    const bad = await codesOf(t, page.bad, preparations[name], () => name !== 'missing_package');
    assert.ok(bad.includes(code), `the bad example has ${bad.join(', ') || 'no finding'}`);
    assert.deepEqual(await codesOf(t, page.good), []);
  });
}

test('a page is a title, a paragraph and two examples, in lines that fit a terminal', () => {
  for (const name of names) {
    const { code, meaning } = problemCatalog[name];
    const text = pageText(code) ?? '';
    assert.ok(text.startsWith(`${code}  `) && text.includes(meaning), code);
    assert.match(text, /^This has the finding:\n\n {4}\S[\s\S]*^This has not:\n\n {4}\S/m);
    for (const line of text.split('\n')) assert.ok(line.startsWith('    ') || line.length <= 110, line);
  }
  assert.equal(pageText('gw1301'), pageText('GW1301'));
  assert.equal(pageText('GW9999'), undefined);
});
