import { createSecureContext } from 'node:tls';
import type { Address, AdminConfig, Config } from '../config/types.ts';
import type { Listener, TlsMaterial } from '../http/server/listener.ts';
import { openAt } from '../http/server/open-at.ts';
import { servedTls } from '../lib/tls-options.ts';
import type { Logger } from '../observe/log/log.ts';
import { materialOf } from '../process/tls-material.ts';

/** What a client may take to read the last answer of a listener that is replaced. */
const farewellMs = 1000;

interface Seated {
  readonly config: AdminConfig;
  readonly tls: TlsMaterial | undefined;
  readonly listener: Listener;
}

/** A change of the operator's listener, made ready beside the one there is. Is committed or discarded. */
export interface AdminChange {
  commit(): Promise<void>;
  discard(): Promise<void>;
}

const nothing: AdminChange = { commit: async () => {}, discard: async () => {} };

type Open = (config: AdminConfig, tls: TlsMaterial | undefined) => Promise<Listener>;

/** The operator's listener, through all changes of the configuration. */
export class AdminSeat {
  readonly #open: Open;
  readonly #log: Logger;
  #seated: Seated | undefined;

  constructor(open: Open, log: Logger) {
    this.#open = open;
    this.#log = log;
  }

  get address(): Address | undefined {
    return this.#seated?.listener.address;
  }

  /** Makes everything ready that can fail. Throws an Error in the operator's words. */
  async prepare({ admin, state }: Config): Promise<AdminChange> {
    const before = this.#seated;
    if (admin === undefined) return before === undefined ? nothing : this.#replacing(undefined);
    const { tls } = admin.tls === undefined ? { tls: undefined } : await materialOf(admin.tls, state.dir);
    if (tls !== undefined) createSecureContext(servedTls(tls));
    if (before === undefined || !isSame(before.config.address, admin.address)) {
      return this.#replacing(await this.#opened(admin, tls));
    }
    if (
      isSame(withoutTls(before.config), withoutTls(admin)) &&
      (before.tls === undefined) === (tls === undefined)
    ) {
      return isSame(before.tls, tls) ? nothing : this.#renewing(before, admin, tls);
    }
    return this.#reopening(before, admin, tls);
  }

  /** Accepts nothing more; resolves when every answer is complete, or has had its time. */
  async close(): Promise<void> {
    const seated = this.#seated;
    this.#seated = undefined;
    if (seated !== undefined) await farewell(seated.listener);
  }

  destroy(): void {
    this.#seated?.listener.destroy();
  }

  /** Another address, or none: the new listener is open before the old one closes. */
  #replacing(next: Seated | undefined): AdminChange {
    return {
      commit: async () => {
        const before = this.#seated;
        this.#seated = next;
        if (before !== undefined) void farewell(before.listener);
      },
      discard: async () => {
        if (next !== undefined) await farewell(next.listener);
      },
    };
  }

  #renewing({ listener }: Seated, config: AdminConfig, tls: TlsMaterial | undefined): AdminChange {
    return {
      ...nothing,
      commit: async () => {
        listener.setCertificate(tls!);
        this.#seated = { config, tls, listener };
      },
    };
  }

  /** One address can't be opened twice, so here the old listener closes first. */
  #reopening(before: Seated, config: AdminConfig, tls: TlsMaterial | undefined): AdminChange {
    return {
      ...nothing,
      commit: async () => {
        await farewell(before.listener, 0);
        try {
          this.#seated = await this.#opened(config, tls);
        } catch (err) {
          this.#log.error({ err }, 'the admin listener could not be opened again; it stays as it was');
          this.#seated = await this.#opened(before.config, before.tls);
        }
      },
    };
  }

  async #opened(config: AdminConfig, tls: TlsMaterial | undefined): Promise<Seated> {
    const listener = await openAt('admin.address', config.address, () => this.#open(config, tls));
    return { config, tls, listener };
  }
}

async function farewell(listener: Listener, limitMs: number = farewellMs): Promise<void> {
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
