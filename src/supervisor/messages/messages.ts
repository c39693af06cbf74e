/**
 * Messages to operators. They are in `state.dir` until they are delivered, together with the memory of earlier ones: a
 * restart loses none and repeats only those that may not have arrived.
 */
import type { NotifyConfig } from '../../config/types/telemetry.ts';
import type { Logger } from '../../observe/log/log.ts';
import { type AlarmClock, systemAlarmClock } from '../credentials/alarm-clock.ts';
import { type Kept, KeptFile } from '../state/kept-file.ts';
import type { UnwrittenFiles } from '../state/unwritten-files.ts';
import { type Cause, Causes, type Looked } from './causes.ts';
import { sendOnce } from './hook-request.ts';
import type { Matter } from './message.ts';
import { type MessageCounts, Outbox, type Waiting } from './outbox.ts';

export interface MessagesParts {
  /** `state.dir`, and part of the file's name where a gateway of another host has the plain one. */
  readonly dir: string;
  readonly owner: string | undefined;
  readonly log: Logger;
  readonly unwritten: UnwrittenFiles;
  readonly clock?: AlarmClock;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly random?: () => number;
}

/** The desk as the observers of matters use it. */
export interface MessageDesk {
  readonly counts: MessageCounts;
  /** The number of undelivered messages. */
  readonly waiting: number;
  /** Takes the present matters: reports new ones, and the end of earlier ones. */
  look(looked: Looked): void;
  /** Takes matters without a duration and reports each. */
  happened(matters: readonly Matter[]): void;
}

/** Nobody is told of anything. */
export const noMessages: MessageDesk = {
  counts: { delivered: 0, failed: 0, dropped: 0 },
  waiting: 0,
  look() {},
  happened() {},
};

export class Messages implements MessageDesk {
  readonly #parts: MessagesParts;
  readonly #now: () => number;
  readonly #causes = new Causes();
  readonly #outbox: Outbox;
  #place: Pick<MessagesParts, 'dir' | 'owner'>;
  /** Undefined until somebody is to be told of something. */
  #file: KeptFile | undefined;
  #opening: Promise<void> | undefined;
  /** The memory of earlier messages is loaded. */
  #isKnown = false;
  #isAway = false;

  constructor({ clock = systemAlarmClock, now = Date.now, random = Math.random, ...parts }: MessagesParts) {
    this.#parts = parts;
    this.#place = parts;
    this.#now = now;
    // The file may be another process's meanwhile.
    const changed = () => void (this.#isAway || this.#file?.save());
    this.#outbox = new Outbox({ log: parts.log, send: sendOnce, clock, now, random, changed });
  }

  get counts(): MessageCounts {
    return this.#outbox.counts;
  }

  get waiting(): number {
    return this.#outbox.waiting.length;
  }

  /** Tells these from now on. Resolves when what an earlier process had not told is in flight. */
  async follow(notify: NotifyConfig | undefined): Promise<void> {
    if (notify !== undefined) {
      this.#opening ??= this.#open();
      await this.#opening;
    }
    this.#outbox.follow(notify?.hooks ?? []);
    this.#isKnown = notify !== undefined;
  }

  /** Continues in another folder. */
  moveTo(dir: string, owner: string | undefined): void {
    this.#place = { dir, owner };
    this.#file?.follow(dir, owner);
  }

  look(looked: Looked): void {
    if (this.#isTelling) this.#outbox.add(this.#causes.look(looked, this.#now()));
  }

  happened(matters: readonly Matter[]): void {
    if (this.#isTelling) this.#outbox.add(this.#causes.happened(matters, this.#now()));
  }

  /** Tells nothing more. Resolves when all that waits is written. */
  async close(): Promise<void> {
    this.#isAway = true;
    this.#outbox.stop();
    await this.#opening;
    await this.#file?.close();
  }

  /** The process that was to tell in this one's place has gone. */
  takeBack(): void {
    this.#isAway = false;
    this.#file?.resume();
    this.#outbox.resume();
  }

  get #isTelling(): boolean {
    return this.#isKnown && !this.#isAway;
  }

  async #open(): Promise<void> {
    const { dir, owner } = this.#place;
    const { log, unwritten } = this.#parts;
    const kept: Kept = {
      name: 'messages.json',
      what: 'the list of messages to operators',
      text: (isAny) => this.#text(isAny),
      takeUp: (text) => this.#takeUp(text),
    };
    this.#file = await KeptFile.open(dir, owner, kept, log, unwritten);
  }

  #text(isAny: boolean): string {
    const { waiting } = this.#outbox;
    const causes = this.#causes.list;
    if (!isAny && waiting.length === 0 && causes.length === 0) return '';
    return `${JSON.stringify({ version: 1, waiting, causes }, null, 1)}\n`;
  }

  #takeUp(text: string): boolean {
    let kept: { readonly version?: unknown; readonly waiting?: unknown; readonly causes?: unknown };
    try {
      kept = JSON.parse(text);
    } catch {
      return false;
    }
    const { version, waiting, causes } = kept ?? {};
    if (version !== 1 || !Array.isArray(waiting) || !Array.isArray(causes)) return false;
    if (!waiting.every(isWaiting) || !causes.every(isCause)) return false;
    this.#causes.restore(causes);
    this.#outbox.restore(waiting);
    return true;
  }
}

function isWaiting(value: unknown): value is Waiting {
  const { message, hooks } = (value ?? {}) as Partial<Waiting>;
  if (!Array.isArray(hooks) || !hooks.every((hook) => typeof hook === 'string')) return false;
  const { id, at, event, state, about, text } = message ?? {};
  return typeof at === 'number' && [id, event, state, about, text].every((part) => typeof part === 'string');
}

function isCause(value: unknown): value is Cause {
  const { event, about, text, toldAt, isOpen } = (value ?? {}) as Partial<Cause>;
  return (
    typeof toldAt === 'number' &&
    typeof isOpen === 'boolean' &&
    [event, about, text].every((part) => typeof part === 'string')
  );
}
