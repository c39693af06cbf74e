import { chmod, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The environment that the fixtures refer to. */
export const fixtureEnv = {
  SET: 'value-from-the-environment',
  OPENAI_API_KEY: 'value-of-the-api-key',
  ADMIN_TOKEN: '0123456789abcdef',
  EMPTY: '',
  SPACED: 'two words',
  NEWLINE: 'line\n',
  UMLAUT: 'schlüssel',
  SHORT: 'short',
  HOOK: `whsec_${Buffer.alloc(32, 'hook').toString('base64')}`,
  SLACK_HOOK: 'https://hooks.slack.com/services/T000/B000/abcdefgh',
  IDS_SECRET: Buffer.alloc(32, 'ids').toString('base64'),
  ACCESS_TOKEN: 'ya29.value-of-an-access-token',
};

/** A file that is complete and has no findings. */
export const minimal = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
  local: { simulator: {} }
models:
  fast:
    deployments:
      - { backend: local, endpoints: { chat_completions: [streaming] } }
`;

/** A new folder that goes when the test ends. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-config-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A file in a folder of its own, with the permissions that a secret may have. */
export async function temporaryFile(
  t: TestContext,
  name: string,
  text: string | Uint8Array,
): Promise<string> {
  const file = join(await temporaryFolder(t), name);
  await writeFile(file, text, { mode: 0o640 });
  return file;
}

/** A copy of the fixtures whose permissions do not depend on how the repository was checked out. */
export async function copyFixtures(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  await cp(fileURLToPath(new URL('../fixtures/config', import.meta.url)), folder, { recursive: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), 0o640);
  }
  return folder;
}
