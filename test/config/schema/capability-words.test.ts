import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { capabilityNames } from '../../../src/config/capability-names.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { minimal } from '../fixtures.ts';

/** What is said of a capability in a file, and of a tag that a key asks for. */
async function said(name: string): Promise<readonly (readonly [string, string | undefined])[]> {
  const text = `${minimal.replace('[streaming]', `[${name}]`)}keys: { k: { secret: "\${K}", tags: [${name}] } }\n`;
  const { problems } = await loadConfig('-', { text, env: { K: 'value-of-the-key' }, requireSecrets: true });
  return problems.map(({ message, hint }) => [message, hint] as const);
}

test('a capability by the name that it has elsewhere gets the one that it has here', async () => {
  for (const [written, meant] of [
    ['tools', 'function_calling'],
    ['image_input', 'vision'],
    ['supports_vision', 'vision'],
    ['thinking', 'reasoning'],
    ['parallel-tool-calls', 'parallel_function_calling'],
    ['Streaming', 'streaming'],
    ['visoin', 'vision'],
  ]) {
    const found = await said(written ?? '');
    assert.equal(found.length, 2);
    for (const [message] of found) assert.match(message, new RegExp(`did you mean "${meant}"`), written);
  }
});

test('one that nothing is like gets the names that there are', async () => {
  for (const [message, hint] of await said('zebra')) {
    assert.doesNotMatch(message, /did you mean/);
    for (const name of capabilityNames) assert.ok(hint?.includes(name));
  }
});

test('the page on capabilities has a row for each, and no other', async () => {
  const page = await readFile(new URL('../../../docs/capabilities.md', import.meta.url), 'utf8');
  const table = /\| capability \|.*\n\|-.*\n((?:\|.*\n)+)/.exec(page)?.[1] ?? '';
  assert.deepEqual(
    [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name),
    [...capabilityNames],
  );
});
