/**
 * Reports the gateway's state to systemd, if it asks for that (`$NOTIFY_SOCKET`, sd_notify(3)). Node.js has no datagram
 * sockets of that kind, so systemd's own program sends each message; nothing ever waits for it. A message costs a
 * process of some milliseconds, a few times a minute.
 */
import { spawn } from 'node:child_process';
import type { Logger } from '../../observe/log/log.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** systemd itself waits for no longer. */
const giveUpMs = 10_000;
/** An unhealthy gateway is checked again this soon. */
const askAgainMs = 1000;
const program = 'systemd-notify';

/** The receiver of the gateway's state. */
export interface ServiceManager {
  /** All workers serve. @param isTakenOver This process has taken the place of the main one. */
  ready(status: string, isTakenOver?: boolean): void;
  /** A reload begins; `ready` says that it is over. */
  reloading(): void;
  stopping(status: string): void;
  /** Only says something to people. */
  status(text: string): void;
  /** From now on it is told twice in each period that it wants to be that all is well, for as long as it is. */
  guard(isWell: () => boolean): void;
  /** Nothing more is told but by the calls above. */
  close(): void;
}

const nobody: ServiceManager = {
  ready() {},
  reloading() {},
  stopping() {},
  status() {},
  guard() {},
  close() {},
};

/** Without a service manager the calls do nothing. */
export function serviceManager(env: Environment, log: Logger): ServiceManager {
  const socket = env['NOTIFY_SOCKET'];
  if (socket === undefined || socket === '') return nobody;
  return new Systemd(socket, env, log);
}

class Systemd implements ServiceManager {
  readonly #socket: string;
  readonly #env: Environment;
  readonly #log: Logger;
  /** One word after the other, or systemd might hear the end of a reload before its beginning. */
  #last: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  constructor(socket: string, env: Environment, log: Logger) {
    this.#socket = socket;
    this.#env = env;
    this.#log = log;
  }

  ready(status: string, isTakenOver = false): void {
    this.#tell([...(isTakenOver ? [`MAINPID=${process.pid}`] : []), 'READY=1', statusField(status)]);
  }

  reloading(): void {
    // systemd takes what was said before this moment for news of an earlier reload.
    const now = process.hrtime.bigint() / 1000n;
    this.#tell(['RELOADING=1', `MONOTONIC_USEC=${now}`, statusField('reading the files')]);
  }

  stopping(status: string): void {
    this.#tell(['STOPPING=1', statusField(status)]);
  }

  status(text: string): void {
    this.#tell([statusField(text)]);
  }

  guard(isWell: () => boolean): void {
    const everyMs = watchdogMs(this.#env) / 2;
    if (!(everyMs > 0) || this.#timer !== undefined) return;
    const look = () => {
      const isGood = isWell();
      if (isGood) this.#tell(['WATCHDOG=1']);
      this.#timer = setTimeout(look, isGood ? everyMs : Math.min(everyMs, askAgainMs)).unref();
    };
    look();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #tell(fields: readonly string[]): void {
    this.#last = this.#last.then(() => this.#say(fields)).catch((err: unknown) => this.#fail({ err }));
  }

  /** Resolves when it was heard, or could not be said. */
  #say(fields: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      const child = spawn(program, fields, {
        env: { NOTIFY_SOCKET: this.#socket, PATH: this.#env['PATH'] },
        stdio: 'ignore',
        timeout: giveUpMs,
        killSignal: 'SIGKILL',
      });
      child.on('error', (err) => {
        this.#fail({ err });
        resolve();
      });
      child.on('exit', (code, signal) => {
        if (code !== 0) this.#fail({ code, signal });
        resolve();
      });
      child.unref();
    });
  }

  /** Said once: the next word will fare no better. */
  #fail(how: object): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#log.warn(
      { ...how, NOTIFY_SOCKET: this.#socket },
      `systemd can't be notified of the gateway's state: ${program} failed; the package systemd has it`,
    );
  }
}

/** One line. */
function statusField(text: string): string {
  return `STATUS=${text.replace(/\s+/g, ' ')}`;
}

/** The longest time that systemd waits for a sign of life; 0 if it does not wait, or waits for another process. */
function watchdogMs(env: Environment): number {
  const pid = env['WATCHDOG_PID'];
  if (pid !== undefined && pid !== '' && pid !== String(process.pid)) return 0;
  return Number(env['WATCHDOG_USEC'] ?? 0) / 1000;
}
