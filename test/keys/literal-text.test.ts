/** Text of whoever may make keys stays text: nothing in it reads the gateway's environment or files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { loadConfig } from '../../src/config/load.ts';
import { realDisk } from '../../src/config/text/files.ts';
import type { KeyConfig } from '../../src/config/types/keys.ts';
import { hashSecret, newSecret } from '../../src/keys/key-secret.ts';
import { createKey, type NewKeyFields, putKey, updateKey } from '../../src/keys/keys-file.ts';
import { copyText } from '../../src/keys/store/store-copy.ts';
import { runs } from '../helpers/full.ts';

const canary = 'canary-0123456789';
const env = { CANARY: canary };

interface Place {
  readonly main: string;
  readonly keysFile: string;
  readonly secretFile: string;
  /** Loads what stands there. The absolute paths of files that were read come with it. */
  load(): Promise<{
    readonly keys: ReadonlyMap<string, KeyConfig> | undefined;
    readonly read: readonly string[];
    readonly told: string;
  }>;
}

function place(t: TestContext, keysName: string, more = ''): Place {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-literal-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const main = join(dir, 'gateway.yaml');
  const secretFile = join(dir, 'canary');
  writeFileSync(secretFile, canary, { mode: 0o600 });
  writeFileSync(
    main,
    `version: 1
state: { dir: ${dir}/state${more === '' ? '' : `, redis: { url: "redis://127.0.0.1:1" }`} }
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
keys_file: ${keysName}
${more}
backends: { local: { simulator: {} } }
models: { demo: { deployments: [{ backend: local, endpoints: { chat_completions: [] } }] } }
keys: { main: { secret: "\${CANARY}", owner: "\${CANARY}" } }
`,
  );
  return {
    main,
    keysFile: join(dir, keysName),
    secretFile,
    async load() {
      const read: string[] = [];
      const disk = {
        ...realDisk,
        read(path: string, most: number) {
          read.push(path);
          return realDisk.read(path, most);
        },
      };
      const { config, problems } = await loadConfig(main, {
        env,
        disk,
        requireSecrets: true,
        leavesOutStoreKeys: true,
      });
      return { keys: config?.keys, read, told: JSON.stringify(problems) };
    },
  };
}

/** Texts around references and what of YAML and JSON could let one out of its quotes. */
function texts(secretFile: string): fc.Arbitrary<string> {
  const parts = fc.constantFrom(
    ...['${CANARY}', `\${file:${secretFile}}`, '${file:canary}', '${CANARY:-x}', '$${CANARY}', '$', '{', '}'],
    ...['$CANARY', 'os.environ/CANARY', '{{ CANARY }}', '\\x24{CANARY}', '\\u0024{CANARY}', '\\'],
    ...[
      '\n',
      '\r',
      '\u2028',
      '\u0085',
      '\t',
      ' ',
      '"',
      "'",
      '#',
      ': ',
      '- ',
      '*',
      '&a ',
      '!!str ',
      '|',
      '>',
      '---\n',
    ],
    ...[
      'keys:\n  other: { secret: "${CANARY}" }\n',
      '\n    secret: "${CANARY}"',
      '%',
      '@',
      '`',
      '\0',
      '\u{1f600}',
    ],
  );
  return fc.oneof(
    fc
      .array(fc.oneof(parts, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 8 })
      .map((all) => all.join('')),
    parts,
  );
}

/** What of a key is free text comes back to the letter, and of every key nothing is what a reference would have read. */
function assertLiteral(
  { keys, read, told }: Awaited<ReturnType<Place['load']>>,
  at: Place,
  wanted?: NewKeyFields,
) {
  assert.ok(!read.includes(at.secretFile), 'no file was read for a text');
  assert.ok(!told.includes(canary), 'no message repeats what a reference would have read');
  for (const { id, hashes, ...key } of keys?.values() ?? []) {
    if (id === 'main') continue;
    assert.ok(!JSON.stringify([id, key]).includes(canary), `of the key ${id}`);
    assert.ok(!hashes.includes(hashSecret(canary).slice('sha256:'.length)), 'no secret was made of it');
    if (wanted !== undefined) assert.deepEqual([key.owner, key.note], [wanted.owner, wanted.note]);
  }
}

for (const name of ['keys.yaml', 'keys.json']) {
  test(`any text in a field of a key of ${name} is taken as it stands`, async (t) => {
    const at = place(t, name);
    const text = texts(at.secretFile);
    await fc.assert(
      fc.asyncProperty(text, text, text, async (owner, note, other) => {
        rmSync(at.keysFile, { force: true });
        await createKey(at.keysFile, 'k', { owner, note });
        const made = await at.load();
        assert.ok(made.keys?.has('k') || /must not be empty|control character/.test(made.told), made.told);
        assertLiteral(made, at, { owner, note });
        await updateKey(at.keysFile, 'k', { owner: note, note: other });
        assertLiteral(await at.load(), at, { owner: note, note: other });
        // Fields whose texts are names or times: refused or not, nothing is read for them.
        await createKey(at.keysFile, 'l', { models: [other, owner], endpoints: [note], owner });
        assertLiteral(await at.load(), at);
        await updateKey(at.keysFile, 'l', {
          models: null,
          endpoints: null,
          rate_limit: owner,
          group: note,
          expires: other,
        });
        assertLiteral(await at.load(), at);
      }),
      { numRuns: runs(120), includeErrorInReport: true },
    );
  });
}

test('any text in an entry of the store is taken as it stands, there and once it is moved to the file', async (t) => {
  const at = place(t, 'keys.yaml', 'keys_store: redis');
  const copy = join(at.main, '..', 'state', 'store-keys.json');
  mkdirSync(join(copy, '..'));
  const text = texts(at.secretFile);
  const value = fc.oneof(text, fc.array(text, { maxLength: 2 }));
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.oneof(fc.constantFrom('owner', 'note', 'secret', 'hash', 'models', 'tags'), text),
        value,
      ),
      text,
      async (terms, hint) => {
        const secrets = [{ hash: hashSecret(newSecret()), hint, until: undefined }];
        rmSync(at.keysFile, { force: true });
        await putKey(at.keysFile, 'k', { secrets, terms }).catch((error: Error) => {
          assert.match(error.message, /has the field `(secret|hash)` among its terms/);
        });
        assertLiteral(await at.load(), at);
        rmSync(at.keysFile, { force: true });
        writeFileSync(at.keysFile, '{"keys":{}}');
        const entries = new Map([['k', { secrets: [{ hash: secrets[0]!.hash, hint }], terms }]]);
        writeFileSync(copy, copyText({ id: 'x', version: 1, entries }));
        assertLiteral(await at.load(), at);
      },
    ),
    { numRuns: runs(120), includeErrorInReport: true },
  );
});

test('a secret of the keys file is still taken from outside of it', async (t) => {
  const at = place(t, 'keys.yaml');
  writeFileSync(
    at.keysFile,
    `keys:
  a: { secret: "\${OTHER}" }
  b: { owner: &text "\${file:canary}", note: *text }
`,
  );
  const { config } = await loadConfig(at.main, {
    env: { ...env, OTHER: 'other-0123456789' },
    requireSecrets: true,
  });
  assert.deepEqual(config?.keys.get('a')?.hashes, [hashSecret('other-0123456789').slice('sha256:'.length)]);
  assert.deepEqual(
    [config?.keys.get('b')?.owner, config?.keys.get('b')?.note],
    ['${file:canary}', '${file:canary}'],
  );
});

test('a hash that is a reference in a keys file is refused with the field that takes one', async (t) => {
  const at = place(t, 'keys.yaml');
  writeFileSync(at.keysFile, 'keys: { a: { hash: "${CANARY}" } }\n');
  const { config, problems } = await loadConfig(at.main, { env, requireSecrets: true });
  assert.equal(config, undefined);
  assert.match(problems[0]!.hint ?? '', /only the field `secret` takes a reference/);
});
