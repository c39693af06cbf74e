import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder with the given files, gone after the test. */
export async function folderWith(
  t: TestContext,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'gateway-cli-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  return dir;
}

/** A small valid file: two models on two simulators, a key for one of them, the listener on a port of its own. */
export const valid = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends:
  one: { simulator: {} }
  two: { simulator: {} }
models:
  large:
    deployments:
      - { backend: one, endpoints: { chat_completions: [vision, streaming] } }
      - { backend: two, priority: 1, endpoints: { chat_completions: [streaming] } }
  small:
    deployments:
      - { backend: two, endpoints: { messages: [] } }
keys:
  team:
    hash: sha256:e19c865f8490a262aa2e88c659c0f838f7078394c9a39a55fd63fc453bd1156d
    models: [large, small]
`;

/** The same with routing tests, the first of which is wrong. */
export const withFailingTest = `${valid}tests:
  - name: vision is on two
    request: { endpoint: chat_completions, model: large, tags: [vision], key: team }
    expect: { deployment: two }
  - name: without one there is no vision
    down: [one]
    request: { endpoint: chat_completions, model: large, tags: [vision] }
    expect: { status: 503, code: "503" }
`;

/** One error: a backend that nobody defined. */
export const withUnknownBackend = valid.replace('backend: one,', 'backend: onne,');
