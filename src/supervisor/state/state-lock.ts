/**
 * Who keeps state in a folder. Two gateways that wrote there would overwrite what the other has counted, so the first
 * one listens on a socket in it, and the second one asks there. A socket says who lives without anything that could
 * be left behind: nobody answers on one whose process is gone. Only a gateway of another host, with which a folder may
 * be shared over a network, can't be asked; a file beside the socket that is written again and again tells of it.
 */
import { randomUUID } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../lib/files/file-lock.ts';

/** What a gateway says of itself. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Differs where another kernel runs, or the same one anew. */
  readonly boot: string;
  readonly version: string;
  readonly config_file: string;
  readonly since: string;
}

export interface StateLock {
  /** Part of the names of all files that this gateway writes, where a gateway of another host has the plain ones. */
  readonly owner: string | undefined;
  /** What an operator should know. */
  readonly warning: string | undefined;
  release(): Promise<void>;
}

export interface LockPace {
  /** How often the file is written anew. */
  readonly beatMs: number;
  /** A file that has not been for so long was left behind. */
  readonly silentMs: number;
}

const usualPace: LockPace = { beatMs: 10_000, silentMs: 40_000 };
/** A holder that has not said who it is by then holds the folder all the same. */
const answerWithinMs = 1000;
/** Longer paths of sockets do not fit (unix(7), `sun_path`). */
const longestPath = 100;

/** The folder is another gateway's. */
export class StateInUse extends Error {
  override readonly name = 'StateInUse';
}

/** Whoever asks about this very process. */
export function thisHolder(version: string, configFile: string, since: Date = new Date()): Promise<Holder> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    .catch(() => hostname())
    .then((boot) => ({
      pid: process.pid,
      host: hostname(),
      boot: boot.trim(),
      version,
      config_file: configFile,
      since: since.toISOString(),
    }));
}

/**
 * Takes a folder for this gateway. Throws StateInUse, in the operator's words, where another one of this host has it.
 * Where the folder can't hold a socket it is used without, with a warning.
 */
export async function lockState(dir: string, holder: Holder, pace: LockPace = usualPace): Promise<StateLock> {
  let folder: FileHandle | undefined;
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    folder = await open(dir, 'r');
    return await new Locking(dir, folder, holder, pace).take();
  } catch (error) {
    await folder?.close();
    if (error instanceof StateInUse) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const warning = `state.dir ${dir} can not be locked (${code ?? message}): no other gateway may use it`;
    return { owner: undefined, warning, release: async () => {} };
  }
}

class Locking {
  readonly #dir: string;
  readonly #folder: FileHandle;
  readonly #holder: Holder;
  readonly #pace: LockPace;

  constructor(dir: string, folder: FileHandle, holder: Holder, pace: LockPace) {
    this.#dir = dir;
    this.#folder = folder;
    this.#holder = holder;
    this.#pace = pace;
  }

  /** One after the other, or who clears away what was left behind would take away what another has just put there. */
  take(owner?: string): Promise<StateLock> {
    const name = owner === undefined ? 'gateway' : `gateway.${owner}`;
    return withLock(join(this.#dir, `${name}.start`), () => this.#takeAlone(name, owner));
  }

  async #takeAlone(name: string, owner: string | undefined): Promise<StateLock> {
    const socket = this.#socket(`${name}.sock`);
    const note = join(this.#dir, `${name}.lock`);
    const server = await listen(socket, this.#holder);
    if (server !== undefined) return this.#taken(server, note, owner);
    const there = await holderAt(socket);
    if (there !== undefined) throw inUse(this.#dir, there === 'silent' ? await noted(note) : there);
    const elsewhere = owner === undefined ? await this.#elsewhere(note) : undefined;
    if (elsewhere !== undefined) return this.take(nameOf(this.#holder.host));
    await rm(socket, { force: true });
    const anew = await listen(socket, this.#holder);
    if (anew === undefined) throw inUse(this.#dir, await noted(note));
    return this.#taken(anew, note, owner);
  }

  async #taken(server: Server, note: string, owner: string | undefined): Promise<StateLock> {
    const beat = () => writeFile(note, `${JSON.stringify(this.#holder)}\n`, { mode: 0o600 }).catch(() => {});
    const first = owner === undefined ? undefined : await noted(join(this.#dir, 'gateway.lock'));
    await beat();
    const beating = setInterval(beat, this.#pace.beatMs).unref();
    const warning =
      owner === undefined
        ? undefined
        : `state.dir ${this.#dir} is in use by a gateway on the host ${first?.host ?? '(unknown)'}: ` +
          `this one keeps files of its own there, which are named after ${owner}, and shares no limits with it`;
    return {
      owner,
      warning,
      release: async () => {
        clearInterval(beating);
        await rm(note, { force: true }).catch(() => {});
        await new Promise<void>((resolve) => server.close(() => resolve())); // takes the socket away too
        await this.#folder.close();
      },
    };
  }

  /** Who has the folder on another host, as far as can be told from here. */
  async #elsewhere(note: string): Promise<Holder | undefined> {
    const other = await noted(note);
    if (other === undefined || other.boot === this.#holder.boot || other.host === this.#holder.host) return;
    // By the clock of the file system: the other host's may differ from this one's.
    const probe = join(this.#dir, `.${randomUUID()}.tmp`);
    await writeFile(probe, '');
    const [{ mtimeMs: now }, last] = await Promise.all([stat(probe), stat(note).catch(() => undefined)]);
    await rm(probe, { force: true });
    return last !== undefined && now - last.mtimeMs < this.#pace.silentMs ? other : undefined;
  }

  /** Of whatever length the folder's path is. */
  #socket(name: string): string {
    const plain = join(this.#dir, name);
    return Buffer.byteLength(plain) <= longestPath ? plain : `/proc/self/fd/${this.#folder.fd}/${name}`;
  }
}

/** Undefined where the name is taken. Rejects with the system's error where none can be had. */
async function listen(path: string, holder: Holder): Promise<Server | undefined> {
  const server = createServer((connection) => {
    connection.on('error', () => {});
    connection.end(`${JSON.stringify(holder)}\n`);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path, readableAll: false, writableAll: false }, resolve);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  await chmod(path, 0o600).catch(() => {});
  server.on('error', () => {});
  return server.unref();
}

/** Who answers on a socket; undefined where nobody does. */
function holderAt(path: string): Promise<Holder | 'silent' | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const connection = connect({ path });
    const timer = setTimeout(() => settle('silent'), answerWithinMs);
    const settle = (holder: Holder | 'silent' | undefined) => {
      clearTimeout(timer);
      connection.destroy();
      resolve(holder);
    };
    connection.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    connection.on('end', () => settle(parsed(text) ?? 'silent'));
    connection.on('error', ({ code }: NodeJS.ErrnoException) =>
      settle(code === 'ECONNREFUSED' || code === 'ENOENT' ? undefined : 'silent'),
    );
  });
}

async function noted(note: string): Promise<Holder | undefined> {
  return parsed(await readFile(note, 'utf8').catch(() => ''));
}

function parsed(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' && typeof holder.host === 'string'
      ? (holder as Holder)
      : undefined;
  } catch {
    return undefined;
  }
}

function inUse(dir: string, holder: Holder | undefined): StateInUse {
  const who =
    holder === undefined
      ? 'another gateway'
      : `another gateway (process ${holder.pid}, version ${holder.version}, ${holder.config_file}, since ${holder.since})`;
  return new StateInUse(
    `state.dir: ${who} keeps its state in ${dir}: stop it first, or give this one a state.dir of its own`,
  );
}

function nameOf(host: string): string {
  return host.replace(/[^\w.-]/g, '_');
}
