import { closeSync, fstatSync, openSync } from 'node:fs';
import pino, { type DestinationStream } from 'pino';

type Stream = ReturnType<typeof pino.destination>;

interface Target {
  readonly stream: Stream;
  readonly blockBytes: number;
}

/** The characters that affect terminals although JSON allows them: DEL, C1 controls, and marks of text direction. */
const controls = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** Anything but what most lines are of. */
const odd = /[^\n -~]/;

/** A line of JSON with escapes for them, which means the same. */
function withoutControls(line: string): string {
  return line.replace(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const fileMode = 0o640;
/**
 * So much is written at once, or what there is after so long. Workers share one pipe, and no more than this goes into a
 * full one in one piece (PIPE_BUF of POSIX): with more, lines of one worker would end in the middle of another's.
 */
const pipeBlockBytes = 4096;
/** A file takes every block in one piece. Handing a block to the thread that writes costs more than writing it. */
const fileBlockBytes = 64 * 1024;
const longestMs = 1000;
/** A character is at most so long in UTF-8, counted by the units of a string. */
const bytesPerUnit = 3;
/** If the reader of the log is too slow, lines beyond this bound are lost, and memory stays bounded. */
const maxWaiting = 32 * 1024 * 1024;
const complainEveryMs = 60_000;

/**
 * The output of log lines: standard output or a file. Lines are gathered to blocks, because a write per line is a
 * system call per request; as bytes, because strings that wait are what garbage collection copies most. Several
 * processes append to the same file; a line is always written whole.
 */
export class LogOutput implements DestinationStream {
  #file: string | undefined;
  #target: Target | undefined;
  #block: Buffer | undefined;
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  write(written: string): void {
    const line = odd.test(written) ? withoutControls(written) : written;
    const { blockBytes } = this.#opened();
    let left = blockBytes - this.#length;
    // The longest that it can be is known without looking at its characters.
    if (line.length * bytesPerUnit > left) {
      const bytes = Buffer.byteLength(line);
      if (bytes > left) {
        this.#pass();
        left = blockBytes;
      }
      if (bytes > left) return this.#send(Buffer.from(line));
    }
    this.#block ??= Buffer.allocUnsafeSlow(blockBytes);
    this.#length += this.#block.write(line, this.#length);
    this.#timer ??= setTimeout(() => this.#pass(), longestMs).unref();
  }

  /** Writes what there is; calls back when it is written. */
  flush(done: () => void = () => {}): void {
    this.#pass();
    if (this.#target === undefined) done();
    else this.#target.stream.flush(() => done());
  }

  /** Writes what there is before the process ends at once. */
  flushSync(): void {
    this.#pass();
    this.#target?.stream.flushSync();
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
    const next = file === undefined ? undefined : targetAt(openToAppend(file));
    this.#pass();
    this.#target?.stream.end();
    this.#target = next;
    this.#file = file;
    if (next !== undefined) inUse.add(this);
  }

  #pass(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const block = this.#block;
    if (block === undefined) return;
    this.#block = undefined;
    const length = this.#length;
    this.#length = 0;
    // Of a block that is hardly used a copy waits, not the whole.
    this.#send(
      length < block.length / 2 ? Buffer.from(block.subarray(0, length)) : block.subarray(0, length),
    );
  }

  #send(bytes: Buffer): void {
    // The types know strings only.
    (this.#opened().stream as unknown as { write(data: Buffer): void }).write(bytes);
  }

  /** The target of lines; by default standard output. */
  #opened(): Target {
    if (this.#target === undefined) {
      this.#target = targetAt(1);
      inUse.add(this);
    }
    return this.#target;
  }
}

/** The outputs to write before the process ends. */
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

function targetAt(fd: number): Target {
  const blockBytes = fstatSync(fd).isFile() ? fileBlockBytes : pipeBlockBytes;
  return { stream: streamTo(fd, blockBytes), blockBytes };
}

function streamTo(fd: number, blockBytes: number): Stream {
  const stream = pino.destination({
    fd,
    sync: false,
    minLength: 1,
    maxLength: maxWaiting,
    maxWrite: blockBytes,
    contentMode: 'buffer',
  } as Parameters<typeof pino.destination>[0]);
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
