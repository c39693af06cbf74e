import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { TestGateway } from './gateway.ts';
import { typescriptOptions } from './started.ts';

/** What a program of an official client found out: one line of JSON per case. */
interface Found {
  readonly name: string;
  readonly error?: string;
}

/**
 * Runs a program that uses an official client, as its users do: in a process of its own, which trusts the
 * gateway's certificate because NODE_EXTRA_CA_CERTS says so, and knows nothing but a base URL and keys. Each of its cases
 * becomes a subtest.
 */
export async function runClient(
  t: TestContext,
  program: URL,
  gateway: TestGateway,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, [...typescriptOptions, fileURLToPath(program)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: gateway.caFile, GATEWAY_URL: gateway.url, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const found = Buffer.concat(chunks)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Found);
  for (const { name, error } of found) {
    await t.test(name, () => {
      if (error !== undefined) assert.fail(error);
    });
  }
  assert.equal(code, 0, 'the client program ended early');
  assert.ok(found.length > 0, 'the client program ran no case');
}

/** The program's side: runs cases in turn and reports each. */
export async function reportCases(cases: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
  for (const [name, run] of Object.entries(cases)) {
    let found: Found = { name };
    try {
      await run();
    } catch (error) {
      found = { name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    process.stdout.write(`${JSON.stringify(found)}\n`);
  }
}
