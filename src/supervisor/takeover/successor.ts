/** The process of another version that follows this one: started with its sockets, told what it counts. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Counted } from '../../limits/ledger.ts';
import type { SettledIds } from '../../limits/settled-object-ids.ts';
import { SettledQuestions } from '../../process/settled-questions.ts';
import {
  type FromSuccessor,
  type TakeoverPlace,
  type TakeoverRequest,
  type ToSuccessor,
  takeoverVariable,
} from './takeover-messages.ts';

/** systemd gives a service as long by default. */
const serveWithinMs = 90_000;

export interface Successor {
  readonly pid: number;
  readonly version: string;
  tell(counted: Counted): void;
  /** Nothing more comes; resolves when it was told so. */
  over(): Promise<void>;
}

/** The parts that the successor needs. */
export interface SuccessorParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Descriptors of this process. */
  readonly sockets: { readonly public: number; readonly admin: number | undefined };
  readonly isOfSystemd: boolean;
  /**
   * It is about to serve: the state is left to it.
   *
   * @param settled Asks it about objects that are counted once; undefined where it does not answer such questions.
   */
  readonly yields: (settled: SettledIds | undefined) => Promise<Counted>;
}

/** Resolves when it serves. Rejects with an Error in the operator's words when it ended, or did not come to it in time. */
export function startSuccessor(
  { execPath, execArgv, script, file, version }: TakeoverRequest['takeover'],
  { env, version: own, sockets, isOfSystemd, yields }: SuccessorParts,
): Promise<Successor> {
  const passed = [sockets.public, ...(sockets.admin === undefined ? [] : [sockets.admin])];
  const place: TakeoverPlace = {
    from: process.pid,
    version: own,
    public: firstFd,
    ...(sockets.admin === undefined ? {} : { admin: firstFd + 1 }),
    isOfSystemd,
  };
  const child = spawn(execPath, [...execArgv, script, 'serve', '--config', file], {
    env: { ...withoutOwn(env), [takeoverVariable]: JSON.stringify(place) },
    stdio: ['ignore', 'inherit', 'inherit', ...passed, 'ipc'],
    serialization: 'json',
  });
  const settled = new SettledQuestions((question) => void say(child, { kind: 'settle', question }));
  const gone = () => settled.lose(new Error('the process that follows has ended'));
  child.once('disconnect', gone);
  child.once('exit', gone);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      fail(`it did not serve within ${serveWithinMs / 1000} s`);
      child.kill('SIGKILL');
    }, serveWithinMs);
    let reason = '';
    const fail = (text: string) => {
      clearTimeout(late);
      reject(new Error(text));
    };
    child.on('error', (error) => fail(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      fail(reason === '' ? `it ended with ${signal ?? code}` : reason);
    });
    child.on('message', (message: FromSuccessor) => {
      if (message.kind === 'failed') reason = message.reason;
      if (message.kind === 'yield') {
        yields(message.settles === true ? settled : undefined).then(
          (counted) => say(child, { kind: 'state', counted }),
          (error: unknown) => fail(String(error)),
        );
      }
      if (message.kind === 'settled') settled.answered(message.answer);
      if (message.kind === 'serving') {
        clearTimeout(late);
        resolve({
          pid: child.pid!,
          version,
          tell: (counted) => void say(child, { kind: 'counted', counted }),
          over: () => say(child, { kind: 'over' }),
        });
      }
    });
  });
}

/** After standard input, output and error. */
const firstFd = 3;

/** The environment without the variables of this very process. */
function withoutOwn(env: SuccessorParts['env']): Record<string, string | undefined> {
  const { LISTEN_FDS, LISTEN_PID, LISTEN_FDNAMES, WATCHDOG_PID, ...rest } = env;
  return rest;
}

function say(child: ChildProcess, message: ToSuccessor): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
