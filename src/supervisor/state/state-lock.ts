/**
 * Marks a state folder as taken. Two gateways that wrote there would overwrite each other's counts, so the first one
 * listens on a socket in it, and the second one asks there. A socket proves a living owner and leaves nothing behind:
 * nobody answers on one whose process is gone. Only a gateway of another host, which may share the folder over a
 * network, can't be asked; it rewrites a file beside the socket again and again.
 */
import { randomUUID } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../lib/files/file-lock.ts';

/** A gateway's description of itself. */
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
  /** A warning for operators. */
  readonly warning: string | undefined;
  /** From now on a line that somebody writes on the socket is answered with what comes back, as a line. */
  answer(asked: Answerer): void;
  release(): Promise<void>;
}

/** Answers a line with a line. */
export type Answerer = (line: string) => Promise<string>;

export interface LockPace {
  /** The interval between two writes of the file. */
  readonly beatMs: number;
  /** A file that has not been for so long was left behind. */
  readonly silentMs: number;
}

const usualPace: LockPace = { beatMs: 10_000, silentMs: 40_000 };
/** A holder that has not said who it is by then holds the folder all the same. */
const answerWithinMs = 1000;
/** A connection without a question by then only tests for a living owner. */
const askWithinMs = 500;
const longestLine = 65_536;
/** Longer paths of sockets do not fit (unix(7), `sun_path`). */
const longestPath = 100;

/** The folder is another gateway's. */
export class StateInUse extends Error {
  override readonly name = 'StateInUse';
}

/** The description of this process. */
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
    return { owner: undefined, warning, answer: () => {}, release: async () => {} };
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
    const socket = socketPath(this.#dir, this.#folder, `${name}.sock`);
    const note = join(this.#dir, `${name}.lock`);
    const listening = await listen(socket, this.#holder);
    if (listening !== undefined) return this.#taken(listening, note, owner);
    const there = await holderAt(socket);
    if (there !== undefined) throw inUse(this.#dir, there === 'silent' ? await noted(note) : there);
    const elsewhere = owner === undefined ? await this.#elsewhere(note) : undefined;
    if (elsewhere !== undefined) return this.take(nameOf(this.#holder.host));
    await rm(socket, { force: true });
    const anew = await listen(socket, this.#holder);
    if (anew === undefined) throw inUse(this.#dir, await noted(note));
    return this.#taken(anew, note, owner);
  }

  async #taken({ server, answer }: Listening, note: string, owner: string | undefined): Promise<StateLock> {
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
      answer,
      release: async () => {
        clearInterval(beating);
        await rm(note, { force: true }).catch(() => {});
        server.close(); // takes the socket away too, at once; who asked something is still answered
        await this.#folder.close();
      },
    };
  }

  /** The owner of the folder on another host, as far as this host can tell. */
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
}

interface Listening {
  readonly server: Server;
  answer(asked: Answerer): void;
}

/** Undefined where the name is taken. Rejects with the system's error where none can be had. */
async function listen(path: string, holder: Holder): Promise<Listening | undefined> {
  let answer: Answerer | undefined;
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', () => {});
    connection.write(`${JSON.stringify(holder)}\n`);
    // A connection without a question waits for the end.
    const silent = setTimeout(() => connection.end(), askWithinMs).unref();
    connection.on('end', () => connection.end());
    onFirstLine(connection, (line) => {
      clearTimeout(silent);
      connection.removeAllListeners('end');
      const unable = async () =>
        JSON.stringify({ failed: 'it has just begun to start; try again in a moment' });
      void (answer ?? unable)(line)
        .catch((error: unknown) => JSON.stringify({ failed: String(error) }))
        .then((reply) => connection.end(`${reply}\n`));
    });
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
  server.unref();
  return {
    server,
    answer(asked) {
      answer = asked;
    },
  };
}

function onFirstLine(connection: Socket, take: (line: string) => void): void {
  let text = '';
  let isOver = false;
  connection.setEncoding('utf8').on('data', (part: string) => {
    if (isOver) return;
    text += part;
    const end = text.indexOf('\n');
    if (end === -1 && text.length < longestLine) return;
    isOver = true;
    take(text.slice(0, end === -1 ? longestLine : end));
  });
}

/** The owner behind a socket; undefined if nobody answers. */
function holderAt(path: string): Promise<Holder | 'silent' | undefined> {
  return new Promise((resolve) => {
    const connection = connect({ path });
    const timer = setTimeout(() => settle('silent'), answerWithinMs);
    const settle = (holder: Holder | 'silent' | undefined) => {
      clearTimeout(timer);
      connection.destroy();
      resolve(holder);
    };
    onFirstLine(connection, (line) => settle(parsed(line) ?? 'silent'));
    connection.on('end', () => settle('silent'));
    connection.on('error', ({ code }: NodeJS.ErrnoException) =>
      settle(code === 'ECONNREFUSED' || code === 'ENOENT' ? undefined : 'silent'),
    );
  });
}

/** The result of a question to a gateway. */
export interface Asked {
  readonly holder: Holder;
  /** Undefined for one that answers nothing, as older versions. */
  readonly reply: string | undefined;
}

/**
 * Asks the gateway of this host that keeps its state in a folder; undefined where there is none. Rejects with the system's
 * error where it may not be asked.
 */
export async function askHolder(dir: string, line: string): Promise<Asked | undefined> {
  const folder = await open(dir, 'r').catch(() => undefined);
  if (folder === undefined) return undefined;
  try {
    return await new Promise((resolve, reject) => {
      const connection = connect({ path: socketPath(dir, folder, 'gateway.sock') });
      const lines: string[] = [];
      let text = '';
      connection.setEncoding('utf8').on('data', (part: string) => {
        const whole = (text + part).split('\n');
        text = whole.pop() ?? '';
        lines.push(...whole);
      });
      connection.once('connect', () => connection.write(`${line}\n`));
      const settle = () => {
        const holder = parsed(lines[0] ?? '');
        resolve(holder && { holder, reply: lines[1] });
      };
      connection.on('close', settle);
      connection.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined);
        else if (lines.length === 0) reject(error);
      });
    });
  } finally {
    await folder.close();
  }
}

/** Of whatever length the folder's path is. */
function socketPath(dir: string, folder: FileHandle, name: string): string {
  const plain = join(dir, name);
  return Buffer.byteLength(plain) <= longestPath ? plain : `/proc/self/fd/${folder.fd}/${name}`;
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
    `state.dir: ${who} keeps its state in ${dir}: stop it first, take its place with --takeover, or give this one a state.dir of its own`,
  );
}

function nameOf(host: string): string {
  return host.replace(/[^\w.-]/g, '_');
}
