/**
 * The deployments that operators took out while serving. Kept in `state.dir` until that is undone: a restart in the middle
 * of somebody's work on a backend must not send it requests again.
 */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../lib/files/replace-file.ts';
import type { Logger } from '../../observe/log/log.ts';

const name = 'drained.json';

export interface Drain {
  /** `MODEL/NAME`. */
  readonly deployment: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
}

/** The drains as an operator's listener may use them. */
export interface DrainControl {
  readonly list: readonly Drain[];
  /** Takes a deployment out, or leaves it out. Rejects, and changes nothing, where that can't be written down. */
  drain(deployment: string, by: string): Promise<Drain>;
  /** Takes it back; false where it was not drained. Rejects as `drain` does. */
  resume(deployment: string): Promise<boolean>;
}

export class Drains implements DrainControl {
  readonly #dir: () => string;
  readonly #changed: (deployments: readonly string[]) => void;
  #list: readonly Drain[];
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    list: readonly Drain[],
    dir: () => string,
    changed: (deployments: readonly string[]) => void,
  ) {
    this.#list = list;
    this.#dir = dir;
    this.#changed = changed;
  }

  /**
   * Reads what an earlier process wrote. A file that is no use is put aside, and said.
   *
   * @param dir `state.dir` of the configuration that is served.
   * @param changed Told of the names of all that are drained from now on.
   */
  static async open(
    dir: () => string,
    log: Logger,
    changed: (deployments: readonly string[]) => void,
  ): Promise<Drains> {
    const list = await read(join(dir(), name), log);
    if (list.length > 0) {
      log.warn({ deployments: list.map(({ deployment }) => deployment) }, 'deployments are drained');
    }
    return new Drains(list, dir, changed);
  }

  get list(): readonly Drain[] {
    return this.#list;
  }

  get names(): readonly string[] {
    return this.#list.map(({ deployment }) => deployment);
  }

  drain(deployment: string, by: string): Promise<Drain> {
    return this.#inTurn(async () => {
      const known = this.#list.find((one) => one.deployment === deployment);
      if (known !== undefined) return known;
      const drain = { deployment, at: new Date().toISOString(), by };
      await this.#keep([...this.#list, drain]);
      return drain;
    });
  }

  resume(deployment: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const left = this.#list.filter((one) => one.deployment !== deployment);
      if (left.length === this.#list.length) return false;
      await this.#keep(left);
      return true;
    });
  }

  /** Two changes at once must not undo each other. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => {});
    return done;
  }

  async #keep(list: readonly Drain[]): Promise<void> {
    const dir = this.#dir();
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await replaceFile(join(dir, name), `${JSON.stringify({ version: 1, drained: list }, null, 1)}\n`, 0o600);
    this.#list = list;
    this.#changed(this.names);
  }
}

async function read(file: string, log: Logger): Promise<readonly Drain[]> {
  try {
    const { version, drained } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    if (version === 1 && Array.isArray(drained) && drained.every(isDrain)) return drained;
  } catch (err) {
    const { code } = err as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code !== undefined) {
      log.error({ err, file }, 'the list of drained deployments can not be read');
      return [];
    }
  }
  const aside = `${file}.damaged`;
  await rename(file, aside).catch(() => {});
  log.error(
    { file: aside },
    'the list of drained deployments was damaged: it is put aside, and none is drained',
  );
  return [];
}

function isDrain(value: unknown): value is Drain {
  const fields = ['deployment', 'at', 'by'] as const;
  return (
    typeof value === 'object' &&
    value !== null &&
    fields.every((field) => typeof (value as Partial<Record<string, unknown>>)[field] === 'string')
  );
}
