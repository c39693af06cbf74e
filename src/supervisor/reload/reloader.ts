import type { Logger } from '../../observe/log/log.ts';
import type { ConfigTransfer } from '../../process/config-transfer.ts';
import { type Loaded, Loader } from '../config-loader.ts';
import { FileWatcher } from '../file-watcher.ts';
import type { ReloadHistory, ReloadRecord } from '../reload-history.ts';
import type { ServiceManager } from '../service/service-manager.ts';
import { changeAll, type Participants, WorseChange } from './participant.ts';
import { type Followers, participantsOf, participantsOfKeys } from './participants.ts';
import type { ServedVersion } from './served-version.ts';

export interface ReloaderParts {
  readonly log: Logger;
  readonly served: ServedVersion;
  readonly history: ReloadHistory;
  readonly service: ServiceManager;
  /** A sentence about what is served. */
  readonly status: () => string;
  readonly isStopping: () => boolean;
  readonly followers: Followers;
}

type Outcome = Omit<ReloadRecord, 'at' | 'from'>;

/** Files that change while they are read are read this often. */
const mostReads = 2;
/** A person who saved a file waits for a log line. Large files take longer while requests fill the cores. */
const longReloadMs = 3000;

/** Reads the files when they change and brings everything to what they say; whatever fails, all serve on as before. */
export class Reloader {
  readonly #parts: ReloaderParts;
  readonly #loader: Loader;
  readonly watcher: FileWatcher;
  readonly #all: Participants;
  readonly #ofKeys: Participants;
  /** The callers that wait for a reload that has not begun yet. */
  #waiting: ((record: ReloadRecord | undefined) => void)[] = [];
  #changing: Promise<unknown> = Promise.resolve();

  constructor(parts: ReloaderParts) {
    this.#parts = parts;
    this.#loader = new Loader(() => parts.followers.programs.known);
    this.watcher = new FileWatcher((isStill) => this.#reload(isStill), {
      noticed: () => this.#loader.warmUp(parts.served.transfer),
    });
    const { followers, log, served } = parts;
    this.#all = participantsOf({ ...followers, log, served, watcher: this.watcher });
    this.#ofKeys = participantsOfKeys({ ...followers, served });
  }

  /** Reads the files again now. Resolves to what came of it; undefined where it does not come to that. */
  reload(): Promise<ReloadRecord | undefined> {
    if (this.#parts.isStopping()) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.watcher.force();
    });
  }

  /** Runs what must not happen while the configuration changes: reloads and takeovers come one after the other. */
  inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#changing.then(change);
    this.#changing = done.catch(() => {});
    return done;
  }

  /** No reload begins any more, and what is read is not waited for. */
  close(): void {
    this.watcher.close();
    for (const tell of this.#waiting.splice(0)) tell(undefined);
    this.#loader.end();
  }

  async #reload(isStill: () => Promise<boolean>): Promise<void> {
    const { service, status, isStopping } = this.#parts;
    const waiting = this.#waiting;
    this.#waiting = [];
    const record = await this.inTurn(async () => {
      if (isStopping()) return undefined;
      service.reloading();
      const outcome = await this.#outcomeOf(isStill);
      if (!isStopping()) service.ready(status());
      return outcome;
    });
    for (const tell of waiting) tell(record);
  }

  /** The result; undefined if the gateway stops meanwhile. */
  async #outcomeOf(isStill: () => Promise<boolean>): Promise<ReloadRecord | undefined> {
    const { log, served, isStopping } = this.#parts;
    const from = served.config.revision;
    const goesOn = 'reload in progress: the previous configuration serves until it is done';
    const long = setTimeout(() => log.info({ from }, goesOn), longReloadMs);
    try {
      return this.#record(from, await this.#applied(isStill));
    } catch (error) {
      if (isStopping()) return undefined;
      const problems = error instanceof Error ? error.message : String(error);
      // A change for the worse is in the files, and the operator mends it there.
      const cause = error instanceof WorseChange ? 'files' : 'host';
      return this.#record(from, { outcome: 'rejected', cause, problems });
    } finally {
      clearTimeout(long);
    }
  }

  async #applied(isStill: () => Promise<boolean>): Promise<Outcome> {
    const { served } = this.#parts;
    const readAt = Date.now();
    const { sources, text, transfer, keysTransfer, changes } = await this.#load(isStill);
    // A file that is newly named is watched, whatever becomes of the change; what is served is watched on.
    await this.watcher.follow([...new Set([...sources, ...served.config.sources])], readAt);
    if (keysTransfer !== undefined) await this.#takeKeys(keysTransfer);
    if (transfer === undefined) return { outcome: 'rejected', cause: 'files', problems: text };
    if (transfer === 'unchanged') return { outcome: 'unchanged' };
    try {
      await changeAll(this.#all, served.changeTo(transfer, sources, readAt));
    } catch (error) {
      await this.#takeKeysAlone();
      throw error;
    }
    const to = served.config.revision;
    return { outcome: 'applied', to, changes, ...(text === '' ? {} : { warnings: text }) };
  }

  /** Files that change while they are read may not belong together, such as a certificate and its key. */
  async #load(isStill: () => Promise<boolean>): Promise<Loaded> {
    const { config, transfer } = this.#parts.served;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#loader.load(config.file, transfer);
      if (tries === mostReads || (await isStill())) return answer;
    }
  }

  /** Takes changed keys where the files are valid and this host can't follow them. */
  async #takeKeysAlone(): Promise<void> {
    const { log, served, isStopping } = this.#parts;
    if (isStopping()) return;
    try {
      const transfer = await this.#loader.loadKeys(served.config.file, served.transfer);
      if (transfer !== undefined) await this.#takeKeys(transfer);
    } catch (err) {
      if (!isStopping()) log.error({ err }, 'changed keys could not be taken');
    }
  }

  /**
   * Serves the present keys of the `keys_file` and the store, whatever is wrong with the other files: nothing but keys
   * changes.
   */
  async #takeKeys(transfer: ConfigTransfer): Promise<void> {
    const { log, served } = this.#parts;
    await changeAll(this.#ofKeys, served.changeTo(transfer, served.config.sources, Date.now()));
    const { revision } = served.config;
    log.info({ revision }, 'changed keys take effect, although the other files do not');
  }

  #record(from: string, outcome: Outcome): ReloadRecord {
    const { log, history } = this.#parts;
    const record = history.add({ from, ...outcome });
    const { outcome: result, ...details } = record;
    if (result === 'rejected')
      log.error(details, 'reload rejected: the previous configuration stays in service');
    else log.info(details, `reload ${result}`);
    return record;
  }
}
