import { buffer } from 'node:stream/consumers';
import type { ReadStream, WriteStream } from 'node:tty';
import { styleText } from 'node:util';

/** The two outputs of a command. Results go to `out`, everything about them to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** True for colours on `out`, and on `err`. */
  readonly colorOut: boolean;
  readonly colorErr: boolean;
  /** The width of `out` if it is a terminal. */
  readonly outColumns?: number | undefined;
  /** The width of `err` if it is a terminal on which a line can be rewritten. */
  readonly errColumns?: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if a person types the standard input. */
  readonly isInteractive: boolean;
  /** All of standard input; rejects when it is not UTF-8. */
  readInput(): Promise<string>;
}

/** Of the whole command line: 0 is a good answer, 1 a file that is not valid, 2 a command that could not run. */
export const exitCodes = { good: 0, notValid: 1, couldNotRun: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The terminal of this process. A reader that goes away (`gateway check F | head -1`) ends nothing. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    colorOut: wantsColor(stdout, env),
    colorErr: wantsColor(stderr, env),
    outColumns: stdout.isTTY ? stdout.columns : undefined,
    errColumns: stderr.isTTY && env['TERM'] !== 'dumb' ? stderr.columns || 80 : undefined,
    env,
    // Few commands ask for it, and it takes a while to open.
    get isInteractive() {
      return (process.stdin as Partial<ReadStream>).isTTY === true;
    },
    readInput: async () => decoded(await buffer(process.stdin)),
  };
}

/** NO_COLOR (https://no-color.org) wins over FORCE_COLOR, and both over what the stream is. */
export function wantsColor(stream: Partial<Pick<WriteStream, 'isTTY'>>, env: Terminal['env']): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** `styleText`, for a stream that is known to want colours or not. */
export function painter(color: boolean): (style: Parameters<typeof styleText>[0], text: string) => string {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
}

/** `1 model`, `2 models`. */
export function counted(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error('standard input is not valid UTF-8', { cause: error });
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') process.exitCode = exitCodes.couldNotRun;
}
