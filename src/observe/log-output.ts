import { closeSync, openSync } from 'node:fs';
import pino, { type DestinationStream } from 'pino';

type Stream = ReturnType<typeof pino.destination>;

const fileMode = 0o640;
/** So many characters are written at once, or what there is after so long. */
const blockLength = 65_536;
const longestMs = 1000;
/** Where whoever reads the log does not keep up, lines beyond this are lost instead of memory. */
const maxWaiting = 32 * 1024 * 1024;
const complainEveryMs = 60_000;

/**
 * Where log lines go: standard output or a file. Lines are gathered to blocks, because a write per line is a system
 * call per request. Several processes append to the same file; a line is always written whole.
 */
export class LogOutput implements DestinationStream {
  #file: string | undefined;
  #stream: Stream | undefined;
  #waiting = '';
  #timer: NodeJS.Timeout | undefined;

  write(line: string): void {
    this.#waiting += line;
    if (this.#waiting.length >= blockLength) this.#pass();
    else this.#timer ??= setTimeout(() => this.#pass(), longestMs).unref();
  }

  /** Writes what there is; calls back when it is written. */
  flush(done: () => void = () => {}): void {
    this.#pass();
    if (this.#stream === undefined) done();
    else this.#stream.flush(() => done());
  }

  /** Writes what there is before the process ends at once. */
  flushSync(): void {
    this.#pass();
    this.#stream?.flushSync();
  }

  /** Goes on in a file, or on standard output. Throws an Error in the operator's words where it can't be opened. */
  follow(file: string | undefined): void {
    if (file !== this.#file) this.#change(file);
  }

  /** Opens the file anew: the one there was has been moved away. Throws as `follow` does, and then goes on in it. */
  reopen(): void {
    if (this.#file !== undefined) this.#change(this.#file);
  }

  #change(file: string | undefined): void {
    const next = file === undefined ? undefined : streamTo(openToAppend(file));
    this.#pass();
    this.#stream?.end();
    this.#stream = next;
    this.#file = file;
    if (next !== undefined) inUse.add(this);
  }

  #pass(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === '') return;
    if (this.#stream === undefined) {
      this.#stream = streamTo(1);
      inUse.add(this);
    }
    const block = this.#waiting;
    this.#waiting = '';
    this.#stream.write(block);
  }
}

/** What has to be written before the process ends. */
const inUse = new Set<LogOutput>();
process.on('exit', () => {
  for (const output of inUse) output.flushSync();
});

/** Throws an Error in the operator's words where the file can't be appended to. */
export function requireLogFile(file: string | undefined): void {
  if (file !== undefined) closeSync(openToAppend(file));
}

function openToAppend(file: string): number {
  try {
    return openSync(file, 'a', fileMode);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Error(`log.file: ${file} can't be written to (${code})`, { cause: error });
  }
}

function streamTo(fd: number): Stream {
  const stream = pino.destination({ fd, sync: false, minLength: 1, maxLength: maxWaiting });
  let isFailing = false;
  let complainedMs = Number.NEGATIVE_INFINITY;
  const complain = (why: string) => {
    const now = performance.now();
    if (now - complainedMs < complainEveryMs) return;
    complainedMs = now;
    process.stderr.write(`gateway: log lines are being lost: ${why}\n`);
  };
  // Without a listener a full disk or a closed pipe ends the process; lines are lost instead, requests are not.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    isFailing = true;
    complain(error.code ?? error.message);
  });
  stream.on('write', () => {
    isFailing = false;
  });
  // It tries until it has written: with a full disk, that is for ever, and pino asks for it when the process ends.
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (!isFailing) flushSync();
  };
  stream.on('drop', () => complain('whoever reads them does not keep up'));
  return stream;
}
