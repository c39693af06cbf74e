import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import type { AdminConfig } from '../config/types/admin.ts';
import type { Config } from '../config/types/gateway.ts';
import type { Address } from '../config/types/listen.ts';
import type { Listening } from '../http/node/hand-on-socket.ts';
import type { Listener, TlsMaterial } from '../http/server/listener.ts';
import { openAt } from '../http/server/open-at.ts';
import { servedTls } from '../lib/tls/tls-options.ts';
import type { Logger } from '../observe/log/log.ts';
import { loadTls } from '../process/loaded-tls.ts';
import type { Prepared } from './reload/participant.ts';

/** The system connects whoever asks, and resets those whom the listener has not accepted: for so long it goes on. */
const acceptMs = 10;
/** A client of a listener that is being replaced may have a request on its way for this long, */
const requestMs = 250;
/** and may take so long to read its last answer. */
const lastAnswerMs = 1000;

interface OpenedListener {
  readonly config: AdminConfig;
  readonly tls: TlsMaterial | undefined;
  readonly listener: Listener;
}

type Open = (
  config: AdminConfig,
  tls: TlsMaterial | undefined,
  listening: Listening | undefined,
) => Promise<Listener>;

/** The operator's listener, through all changes of the configuration. */
export class AdminListener {
  readonly #open: Open;
  readonly #log: Logger;
  /** A socket that was open before this process, until it is used. */
  #inherited: Listening | undefined;
  #current: OpenedListener | undefined;

  constructor(open: Open, log: Logger, inherited?: Listening) {
    this.#open = open;
    this.#log = log;
    this.#inherited = inherited;
  }

  get address(): Address | undefined {
    return this.#current?.listener.address;
  }

  /** Makes everything ready that can fail, beside the listener there is. Throws an Error in the operator's words. */
  async prepare({ admin, state }: Config): Promise<Prepared> {
    const before = this.#current;
    if (admin === undefined) return before === undefined ? {} : this.#replacing(undefined);
    const { tls } = admin.tls === undefined ? { tls: undefined } : await loadTls(admin.tls, state.dir);
    if (tls !== undefined) createSecureContext(servedTls(tls));
    if (before === undefined || !isSame(before.config.address, admin.address)) {
      const inherited = this.#inherited;
      this.#inherited = undefined;
      return this.#replacing(await this.#opened(admin, tls, inherited));
    }
    if (
      isSame(withoutTls(before.config), withoutTls(admin)) &&
      (before.tls === undefined) === (tls === undefined)
    ) {
      return isSame(before.tls, tls) ? {} : this.#renewing(before, admin, tls);
    }
    return this.#reopening(before, admin, tls);
  }

  /** Accepts nothing more; resolves when every answer is complete, or has had its time. */
  async close(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    if (current !== undefined) await closeGently(current.listener);
  }

  destroy(): void {
    this.#current?.listener.destroy();
  }

  /** Another address, or none: the new listener is open before the old one closes. */
  #replacing(next: OpenedListener | undefined): Prepared {
    return {
      commit: async () => {
        const before = this.#current;
        this.#current = next;
        if (before !== undefined) void closeGently(before.listener);
      },
      discard: async () => {
        if (next !== undefined) await closeGently(next.listener);
      },
    };
  }

  #renewing({ listener }: OpenedListener, config: AdminConfig, tls: TlsMaterial | undefined): Prepared {
    return {
      commit: async () => {
        listener.setCertificate(tls!);
        this.#current = { config, tls, listener };
      },
    };
  }

  /** One address can't be opened twice, so here the old listener closes first; its socket stays open. */
  #reopening(before: OpenedListener, config: AdminConfig, tls: TlsMaterial | undefined): Prepared {
    return {
      commit: async () => {
        const socket = before.listener.handOn();
        await closeGently(before.listener, 0);
        try {
          this.#current = await this.#opened(config, tls, socket);
        } catch (err) {
          this.#log.error({ err }, 'the admin listener could not be opened again; it stays as it was');
          this.#current = await this.#opened(before.config, before.tls, socket);
        }
      },
    };
  }

  async #opened(
    config: AdminConfig,
    tls: TlsMaterial | undefined,
    listening: Listening | undefined,
  ): Promise<OpenedListener> {
    const open = () => this.#open(config, tls, listening);
    const listener = await openAt('admin.address', config.address, open);
    return { config, tls, listener };
  }
}

async function closeGently(listener: Listener, limitMs: number = lastAnswerMs): Promise<void> {
  await sleep(acceptMs);
  // However late this process is, it has looked who is there once between these two.
  await nextTurn();
  await nextTurn();
  await Promise.race([listener.retire(), sleep(requestMs)]);
  const late = setTimeout(() => listener.destroy(), limitMs);
  await listener.close();
  clearTimeout(late);
}

function withoutTls({ tls: _tls, ...config }: AdminConfig): object {
  return config;
}

/** Compares plain data that was built in the same order. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
