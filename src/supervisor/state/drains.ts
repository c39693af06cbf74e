/**
 * The deployments and tools that operators took out while serving. Kept in `state.dir` until that is undone: a restart in the middle
 * of somebody's work on a backend must not send it requests again.
 */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../lib/files/replace-file.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { DrainedNames } from '../../process/process-messages.ts';

const name = 'drained.json';

export interface Drain {
  /** `MODEL/NAME` of a deployment; `SERVER` or `SERVER/TOOL` of tools. */
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
}

/** The kinds of names that can be drained. */
export type DrainKind = keyof DrainedNames;

/** The drains as an operator's listener may use them. */
export interface DrainControl {
  /** Those of a kind. */
  of(kind: DrainKind): readonly Drain[];
  /** Takes a deployment or tools out, or leaves them out. Rejects, and changes nothing, where that can't be written down. */
  drain(kind: DrainKind, name: string, by: string): Promise<Drain>;
  /** Takes it back; false where it was not drained. Rejects as `drain` does. */
  resume(kind: DrainKind, name: string): Promise<boolean>;
}

type Lists = Readonly<Record<DrainKind, readonly Drain[]>>;

export class Drains implements DrainControl {
  readonly #dir: () => string;
  readonly #changed: (names: DrainedNames) => void;
  #lists: Lists;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(lists: Lists, dir: () => string, changed: (names: DrainedNames) => void) {
    this.#lists = lists;
    this.#dir = dir;
    this.#changed = changed;
  }

  /**
   * Reads what an earlier process wrote. A file that is no use is put aside, and said.
   *
   * @param dir `state.dir` of the configuration that is served.
   * @param changed Told of the names of all that are drained from now on.
   */
  static async open(dir: () => string, log: Logger, changed: (names: DrainedNames) => void): Promise<Drains> {
    const lists = await read(join(dir(), name), log);
    const { deployments, tools } = namesOf(lists);
    if (deployments.length > 0) log.warn({ deployments }, 'deployments are drained');
    if (tools.length > 0) log.warn({ tools }, 'tools are drained');
    return new Drains(lists, dir, changed);
  }

  of(kind: DrainKind): readonly Drain[] {
    return this.#lists[kind];
  }

  get names(): DrainedNames {
    return namesOf(this.#lists);
  }

  drain(kind: DrainKind, name: string, by: string): Promise<Drain> {
    return this.#inTurn(async () => {
      const known = this.#lists[kind].find((one) => one.name === name);
      if (known !== undefined) return known;
      const drain = { name, at: new Date().toISOString(), by };
      await this.#keep(kind, [...this.#lists[kind], drain]);
      return drain;
    });
  }

  resume(kind: DrainKind, name: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const left = this.#lists[kind].filter((one) => one.name !== name);
      if (left.length === this.#lists[kind].length) return false;
      await this.#keep(kind, left);
      return true;
    });
  }

  /** Two changes at once must not undo each other. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => {});
    return done;
  }

  async #keep(kind: DrainKind, list: readonly Drain[]): Promise<void> {
    const lists = { ...this.#lists, [kind]: list };
    const dir = this.#dir();
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await replaceFile(join(dir, name), written(lists), 0o600);
    this.#lists = lists;
    this.#changed(this.names);
  }
}

function namesOf({ deployments, tools }: Lists): DrainedNames {
  const names = (list: readonly Drain[]) => list.map(({ name }) => name);
  return { deployments: names(deployments), tools: names(tools) };
}

/** The text of the file. Tools are apart from deployments: a version that knows none reads the rest. */
function written({ deployments, tools }: Lists): string {
  const drained = deployments.map(({ name, ...rest }) => ({ deployment: name, ...rest }));
  const drainedTools = tools.map(({ name, ...rest }) => ({ tool: name, ...rest }));
  return `${JSON.stringify({ version: 1, drained, tools: drainedTools }, null, 1)}\n`;
}

const nothing: Lists = { deployments: [], tools: [] };

async function read(file: string, log: Logger): Promise<Lists> {
  try {
    const {
      version,
      drained,
      tools = [],
    } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const deployments = drainsIn(drained, 'deployment');
    const drainedTools = drainsIn(tools, 'tool');
    if (version === 1 && deployments !== undefined && drainedTools !== undefined)
      return { deployments, tools: drainedTools };
  } catch (err) {
    const { code } = err as NodeJS.ErrnoException;
    if (code === 'ENOENT') return nothing;
    if (code !== undefined) {
      log.error({ err, file }, 'the list of drained deployments can not be read');
      return nothing;
    }
  }
  const aside = `${file}.damaged`;
  await rename(file, aside).catch(() => {});
  log.error(
    { file: aside },
    'the list of drained deployments was damaged: it is put aside, and none is drained',
  );
  return nothing;
}

/** The entries of a list; undefined where it is none. */
function drainsIn(value: unknown, named: 'deployment' | 'tool'): readonly Drain[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const drains = value.map((one: Partial<Record<string, unknown>> | null) => ({
    name: one?.[named],
    at: one?.['at'],
    by: one?.['by'],
  }));
  return drains.every(isDrain) ? drains : undefined;
}

function isDrain(value: Readonly<Record<keyof Drain, unknown>>): value is Drain {
  return Object.values(value).every((field) => typeof field === 'string');
}
