import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AwsSource } from '../../../../src/config/types/credentials.ts';
import type { Renewed } from '../../../../src/credentials/sources/source.ts';
import { typescriptOptions } from '../../../helpers/started.ts';
import { type AwsKeys, exampleConfig } from '../../aws/held-keys.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly isLasting: boolean;
}

const program = fileURLToPath(new URL('renew-program.ts', import.meta.url));

const slowWarning = /^@smithy\/node-http-handler - \[WARN\] a request has exceeded .*\n/gm;

/** A folder of the test's, which is the home of whoever renews. */
export function homeFolder(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'gateway-aws-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Writes a file into a folder, and gives its path. */
export function fileIn(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/** A process that renews, as the gateway's does: with an environment of its own, and several times in its life. */
export class Renewing {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  #errors = '';

  /** @param env All that is in it besides PATH. */
  constructor(t: TestContext, env: Readonly<Record<string, string>>) {
    const { PATH = '' } = process.env;
    this.#child = spawn(process.execPath, [...typescriptOptions, program], {
      env: { PATH, HOME: homeFolder(t), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child.stderr!.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
    });
    const lines: Interface = createInterface({ input: this.#child.stdout! });
    this.#answers = lines[Symbol.asyncIterator]();
    t.after(() => void this.#child.kill('SIGKILL'));
  }

  /** All that it wrote where nobody should read a secret, less what the provider's client says of a busy machine. */
  get errors(): string {
    return this.#errors.replace(slowWarning, '');
  }

  async #ask(source: Partial<AwsSource>): Promise<{ renewed?: Renewed; failure?: Failure }> {
    const whole: AwsSource = { ...exampleConfig.source, ...source };
    this.#child.stdin!.write(`${JSON.stringify(whole)}\n`);
    const { value, done } = await this.#answers.next();
    assert.ok(!done, `the program ended: ${this.errors}`);
    return JSON.parse(value);
  }

  async renew(source: Partial<AwsSource> = {}): Promise<Renewed> {
    const { renewed, failure } = await this.#ask(source);
    assert.ok(renewed, failure?.message);
    return renewed;
  }

  /** The keys that it gives. */
  async keys(source: Partial<AwsSource> = {}): Promise<AwsKeys> {
    const { value } = await this.renew(source);
    assert.equal(value.kind, 'aws_keys');
    return value;
  }

  /** @param timeIsUp When it has taken long enough; left out, it may take its time. */
  async fail(source: Partial<AwsSource> = {}, timeIsUp?: Promise<void>): Promise<Failure> {
    const asked = this.#ask(source);
    if (timeIsUp !== undefined) {
      await timeIsUp;
      this.#child.stdin!.write('abort\n');
    }
    const { renewed, failure } = await asked;
    assert.equal(renewed, undefined);
    return failure!;
  }
}
