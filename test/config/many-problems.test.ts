/** Files with thousands of mistakes: what is not shown is not made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';
import { formatProblems } from '../../src/config/problems.ts';
import { hashSecret } from '../../src/keys/key-secret.ts';

const before = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models: { fast: { deployments: [{ backend: local, endpoints: { chat_completions: [] } }] } }
keys:
`;
const count = 6_000;
const lines = (line: (index: number) => string) =>
  before + Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
const valid = lines((index) => `  k${index}: { hash: "${hashSecret(`secret-${index}`)}" }`);

/** Of the processor, in milliseconds: others may want it as well. */
async function costOf(
  text: string,
): Promise<{ readonly ms: number; readonly said: string; readonly errors: number }> {
  const start = process.cpuUsage();
  const { problems } = await loadConfig('-', { text, env: {}, requireSecrets: false });
  const said = formatProblems(problems);
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1000, said, errors: problems.length };
}

const bad: Readonly<Record<string, string>> = {
  'no hash at all': lines((index) => `  k${index}: { hash: "sha256:zz${index}" }`),
  'the key itself in the place of its hash': lines((index) => `  k${index}: { hash: "${'0'.repeat(64)}" }`),
  'one hash for all': lines((index) => `  k${index}: { hash: "${hashSecret('one')}" }`),
  'one key with a list of them': lines((index) =>
    index === 0 ? '  one:\n    hash:' : `      - "sha256:zz${index}"`,
  ),
  'all of them on a line': `${before}  one: { hash: [${Array.from({ length: count }, (_, i) => `"zz${i}"`).join(', ')}] }\n`,
};

test('thousands of mistakes are told in a few times the time that the file takes without', {
  timeout: 300_000,
}, async (t) => {
  await costOf(valid); // compiled, and nothing else is measured
  const usual = await costOf(valid);
  assert.equal(usual.errors, 0, usual.said);
  for (const [what, text] of Object.entries(bad)) {
    const { ms, said, errors } = await costOf(text);
    t.diagnostic(`${what}: ${Math.round(ms)} ms, without mistakes ${Math.round(usual.ms)} ms`);
    assert.ok(errors >= count - 1, what);
    assert.match(said, /\n\n\.\.\. and \d+ more problems$/);
    assert.ok(ms < 6 * usual.ms, `${what}: ${ms} ms`);
  }
});
