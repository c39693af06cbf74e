import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Where the fields are made (that of a guard's own requests, too), where they are shown as they are written, and where a problem is put beside them. */
const readers = [
  'src/admin/query-process/written-entries.ts',
  'src/check/lints/fallbacks.ts',
  'src/check/written-fields.ts',
  'src/config/derived/allowed-models.ts',
  'src/config/resolve/keys.ts',
  'src/config/types/keys.ts',
  'src/pipeline/guards/model-caller.ts',
];

const field = /\bgroupModels\b|\bkey[!?]?\.(config\.)?models\b|\bkeys\.get\([^)]*\)[!?]*\.models\b/;

test('which models a key may use is asked of one function, which knows its groups too', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((file) => field.test(readFileSync(file, 'utf8')));
  assert.deepEqual(found.sort(), readers);
});

/** Where a key is made of what somebody wrote, or is shown: what knows the models of one knows its tools. */
const places = [
  'dashboard/pages/keys.tsx',
  'dashboard/parts/key-form.tsx',
  'src/admin/api/key-routes.ts',
  'src/admin/contract/keys.ts',
  'src/admin/query-process/written-entries.ts',
  'src/check/written-fields.ts',
  'src/cli/keys/key-change.ts',
  'src/cli/keys/key-commands.ts',
  'src/config/resolve/keys.ts',
  'src/config/resolve/holders/groups.ts',
  'src/config/types/keys.ts',
  'src/keys/keyring.ts',
  'src/keys/keys-file.ts',
];

test('what knows which models a key may use knows its tools, too', () => {
  for (const file of places) {
    const text = readFileSync(file, 'utf8');
    assert.match(text, /models/i, file);
    assert.match(text, /\btools\b/, file);
  }
});
