import {
  type CapabilityLock,
  foreignDeployments,
  lockFileOf,
  lockText,
  type ProvenEntry,
  withoutUndeclared,
  withProven,
} from '../../check/capability-lock/capability-lock.ts';
import { readLock } from '../../check/capability-lock/read-lock.ts';
import type { Problem } from '../../config/problems.ts';
import type { Config } from '../../config/types/gateway.ts';
import { withLock } from '../../lib/files/file-lock.ts';
import { rewriteFile } from '../../lib/files/replace-file.ts';
import type { PlannedDeployment } from './plan.ts';
import type { ProbeResult } from './run.ts';

/** The lock beside a configuration. Somebody else may write it meanwhile: each change is made to what is there then. */
export class LockFile {
  readonly path: string;
  readonly #config: string;

  constructor({ file }: Config) {
    this.path = lockFileOf(file);
    this.#config = file;
  }

  /** @throws LockBroken */
  read(): CapabilityLock {
    const { lock, isAbsent, problems } = readLock(this.path);
    if (lock === undefined && !isAbsent) throw new LockBroken(problems);
    return lock ?? [];
  }

  /** Keeps what a deployment has shown; gives false where that is nothing. */
  async take(plan: PlannedDeployment, results: readonly ProbeResult[]): Promise<boolean> {
    const { identity, deployment } = plan;
    const endpoints = new Map<string, Map<string, ProvenEntry>>();
    for (const { planned, entry } of results) {
      if (entry === undefined) continue;
      const capabilities = endpoints.get(planned.endpoint) ?? new Map<string, ProvenEntry>();
      endpoints.set(planned.endpoint, capabilities.set(planned.capability, entry));
    }
    await this.#change((lock) =>
      withoutUndeclared(
        endpoints.size === 0 ? lock : withProven(lock, identity, endpoints),
        identity,
        deployment,
      ),
    );
    return endpoints.size > 0;
  }

  prune(config: Config): Promise<void> {
    return this.#change((lock) => {
      const foreign = foreignDeployments(lock, config);
      return lock.filter((locked) => !foreign.includes(locked));
    });
  }

  #change(change: (lock: CapabilityLock) => CapabilityLock): Promise<void> {
    return withLock(this.path, async () => {
      const before = this.read();
      const text = lockText(change(before));
      if (text === lockText(before)) return;
      await rewriteFile(this.path, text, { mode: 0o644, beside: this.#config });
    });
  }
}

/** The lock can not be read for what is in it. */
export class LockBroken extends Error {
  override readonly name = 'LockBroken';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('; '));
    this.problems = problems;
  }
}
