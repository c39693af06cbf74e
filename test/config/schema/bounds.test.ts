import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../../src/config/load.ts';
import { fileShape } from '../../../src/config/schema/generated/shape.generated.js';
import { type FieldPath, fileWith, scalars } from './every-field.ts';

/** What makes a form of `auth` complete. */
const ofAuth: Readonly<Record<string, FieldPath>> = {
  'auth.exec': ['command', 0],
  'auth.oauth2': ['token_url'],
  'auth.aws.role': ['arn'],
};
const forms: Readonly<Record<string, FieldPath>> = {
  ...Object.fromEntries(
    ['backends.x', 'guards.x', 'mcp.servers.x'].flatMap((place) =>
      Object.entries(ofAuth).map(([form, path]) => [`${place}.${form}`, path]),
    ),
  ),
  metrics: ['otlp'],
  'programs.x': ['command', 0],
};

/** What a field needs beside it to be looked at. */
function around(path: string): string | undefined {
  const form = Object.keys(forms).find((start) => path.startsWith(`${start}.`));
  if (form !== undefined) {
    const [place] = /^(?:backends|guards|mcp\.servers)\.x/.exec(path) ?? [];
    const whole = place === undefined ? undefined : around(place);
    return fileWith([...form.split('.'), ...forms[form]!], 'https://a.example', whole);
  }
  const [, checked] = /^(backends|guards)\.x\.health\./.exec(path) ?? [];
  if (checked !== undefined)
    return fileWith([checked, 'x', 'health', 'path'], '/health', around(`${checked}.x`));
  if (path.startsWith('guards.x')) {
    const formed = fileWith(['guards', 'x', 'form'], 'agentgateway', around('backends.x'));
    const reached = fileWith(['guards', 'x', 'url'], 'https://a.example', formed);
    return fileWith(['guards', 'x', 'unseen'], 'refuse', reached);
  }
  if (path.startsWith('mcp.servers.x')) return fileWith(['mcp', 'servers', 'x', 'url'], 'https://a.example');
  if (path.startsWith('keys.x.end_users.'))
    return fileWith(['keys', 'x', 'end_users', 'from', 0], 'body user');
  if (!path.startsWith('backends.x') || path.startsWith('backends.x.simulator')) return undefined;
  return fileWith(['backends', 'x', 'url'], 'https://a.example');
}

/** As many of the same unit, and some more. */
function beside(bound: string, more: number): string {
  return bound.replace(/^\d+/, (count) => String(Number(count) + more));
}

test('every duration and size is held to the bounds that the schema gives it', async () => {
  let fields = 0;
  for (const [{ bounds, definition }, path] of scalars(fileShape)) {
    const shown = path.join('.');
    if (bounds === undefined) {
      assert.ok(definition !== 'duration' && definition !== 'size', `${shown} has no bounds`);
      continue;
    }
    fields += 1;
    const [least, most] = bounds;
    const said = async (value: string) => {
      const text = fileWith(path, value, around(shown));
      const { problems } = await loadConfig('-', { text, env: {}, requireSecrets: false });
      return problems.filter((problem) => problem.path === shown).map(({ message }) => message);
    };
    const wrong = `must be between ${least} and ${most}`;
    assert.ok((await said(beside(most, 1))).includes(wrong), `${shown} above ${most}`);
    if (!/^0/.test(least))
      assert.ok((await said(beside(least, -1))).includes(wrong), `${shown} below ${least}`);
    for (const bound of bounds) assert.ok(!(await said(bound)).includes(wrong), `${shown} at ${bound}`);
  }
  assert.ok(fields >= 20);
});
