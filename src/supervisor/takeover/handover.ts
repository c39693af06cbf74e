import type { Address } from '../../config/types/listen.ts';
import type { Logger } from '../../observe/log/log.ts';
import { listeningAt } from '../../process/node/listening-handles.ts';
import { packageVersion } from '../../process/package-paths.ts';
import type { Messages } from '../messages/messages.ts';
import type { HostLimits } from '../state/host-limits.ts';
import type { SettledFile } from '../state/settled-ids-file.ts';
import { type Holder, lockState, type StateLock } from '../state/state-lock.ts';
import { type AdminListening, asksForAdmin } from './ask-admin-listener.ts';
import { takeoverIn } from './ask-takeover.ts';
import { type Successor, startSuccessor } from './successor.ts';
import type { TakeoverReply, TakeoverRequest } from './takeover-messages.ts';

/** A successor receives the counts of this process this often. */
const tellEveryMs = 1000;

/** The parts of a gateway that a takeover needs. */
export interface HandoverParts {
  readonly log: Logger;
  readonly holder: Holder;
  readonly lock: StateLock;
  readonly counting: HostLimits;
  readonly settled: SettledFile;
  readonly messages: Messages;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Its sockets are systemd's. */
  readonly isOfSystemd: boolean;
  /** The listening sockets at this moment. */
  readonly sockets: () => { readonly public: Address; readonly admin: Address | undefined };
  /** The listener for operators. */
  readonly admin: () => AdminListening | undefined;
  readonly stateDir: () => string;
  readonly isStopping: () => boolean;
  /** Runs what must not happen while the configuration changes. */
  readonly inTurn: <T>(change: () => Promise<T>) => Promise<T>;
  /** Another process serves: nothing begins here any more, */
  readonly taken: () => void;
  /** and whoever asked for it has heard so. */
  readonly superseded: () => void;
}

/**
 * The place that a gateway has on its host: the lock on its `state.dir`, on which it is asked for the place, and the
 * process of another version that it was left to.
 */
export class Handover {
  readonly #parts: HandoverParts;
  #lock: StateLock;
  #successor: Successor | undefined;
  /** Takes no more connections here. */
  #closeSocket: () => void = () => {};

  constructor(parts: HandoverParts) {
    this.#parts = parts;
    this.#lock = parts.lock;
  }

  get owner(): string | undefined {
    return this.#lock.owner;
  }

  /** The process that serves in the place of this one; undefined where none does. */
  get successor(): Successor | undefined {
    return this.#successor;
  }

  /** Answers from now on whoever asks for the place. */
  open(): void {
    this.#lock.answer((line) => this.#answer(line));
  }

  /** Goes on in another folder. Resolves when the one before is free. */
  async moveTo(lock: StateLock): Promise<void> {
    const before = this.#lock;
    this.#lock = lock;
    this.open();
    await before.release();
  }

  release(): Promise<void> {
    return this.#lock.release();
  }

  /** Has clients go over to the one that follows while `leaving` lasts; what is counted here meanwhile is told there. */
  async leadAway(successor: Successor, leaving: () => Promise<void>): Promise<void> {
    const { counting } = this.#parts;
    this.#closeSocket();
    const telling = setInterval(() => successor.tell(counting.since()), tellEveryMs);
    await leaving();
    clearInterval(telling);
    successor.tell(counting.since());
    await successor.over();
  }

  async #answer(line: string): Promise<string> {
    if (asksForAdmin(line)) return JSON.stringify({ admin: this.#parts.admin() });
    const wanted = takeoverIn(line);
    const reply: TakeoverReply =
      wanted === undefined
        ? { failed: 'it knows nothing of what was asked' }
        : await this.#parts.inTurn(() => this.#makeWay(wanted));
    // The command receives the reply before this process ends.
    if ('done' in reply) setImmediate(this.#parts.superseded);
    return JSON.stringify(reply);
  }

  /** Has another version start in this one's place; where that comes to nothing all serve on as before. */
  async #makeWay(wanted: TakeoverRequest['takeover']): Promise<TakeoverReply> {
    const { log, env, counting, settled, messages, isOfSystemd, isStopping, sockets, taken } = this.#parts;
    if (isStopping()) return { failed: 'it stops' };
    const { version, script } = wanted;
    log.info({ version, script }, 'a takeover begins: another version starts beside this one');
    let hasYielded = false;
    try {
      const { public: address, admin } = sockets();
      const [open, openAdmin] = await Promise.all([listeningAt(address), admin && listeningAt(admin)]);
      if (open === undefined) throw new Error('no worker listens at this moment; try again');
      const successor = await startSuccessor(wanted, {
        env,
        version: packageVersion(),
        sockets: { public: open.fd, admin: openAdmin?.fd },
        isOfSystemd,
        yields: async (answering) => {
          hasYielded = true;
          if (answering !== undefined) await settled.handOver(answering);
          await messages.close();
          const counted = await counting.handOver();
          const lock = this.#lock;
          this.#lock = { ...lock, answer: () => {}, release: async () => {} };
          await lock.release();
          return counted;
        },
      });
      taken();
      this.#successor = successor;
      this.#closeSocket = () => open.close();
      log.info({ version, pid: successor.pid }, "another process serves in this one's place");
      return { done: { pid: successor.pid, version } };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ version, reason }, 'the takeover failed: this version stays in service');
      if (hasYielded) await this.#takeBack();
      return { failed: reason };
    }
  }

  async #takeBack(): Promise<void> {
    const { log, holder, counting, settled, messages, stateDir } = this.#parts;
    try {
      this.#lock = await lockState(stateDir(), holder);
      this.open();
    } catch (err) {
      log.error({ err }, 'state.dir belongs to another gateway now');
    }
    await settled.takeBack();
    counting.takeBack();
    messages.takeBack();
  }
}
