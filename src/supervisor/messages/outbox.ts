/** Messages that are not delivered yet, each to the hooks that are still to have it. */
import { createHash, randomBytes } from 'node:crypto';
import type { HookConfig } from '../../config/types/telemetry.ts';
import type { Logger } from '../../observe/log/log.ts';
import { Alarm, type AlarmClock } from '../credentials/alarm-clock.ts';
import type { Telling } from './causes.ts';
import type { Sent, sendOnce } from './hook-request.ts';
import type { Message } from './message.ts';

/** The results of tries and of messages, for metrics. */
export const messageResults = ['delivered', 'failed', 'dropped'] as const;
export type MessageCounts = Record<(typeof messageResults)[number], number>;

/** A message and the hooks that it is still to go to. */
export interface Waiting {
  readonly message: Message;
  /** By their ids. */
  readonly hooks: readonly string[];
}

export interface OutboxParts {
  readonly log: Logger;
  /** Sends once. */
  readonly send: typeof sendOnce;
  readonly clock: AlarmClock;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: () => number;
  /** Called after each change of the waiting messages. */
  readonly changed: () => void;
}

/** Messages that wait at most; of more the oldest are dropped. */
const mostWaiting = 1000;
/** Of those that are given up at once, more would not be read in a log. */
const mostNamed = 10;
const dayMs = 86_400_000;
const firstRetryMs = 5000;
const longestRetryMs = 600_000;

/** One hook, and how it is. */
interface Hook {
  readonly id: string;
  readonly config: HookConfig;
  /** Its place in the file and its host: its address may be a secret. */
  readonly name: string;
  readonly alarm: Alarm;
  failures: number;
  /** It answered 410, and gets nothing more while it is in the file as it is. */
  isGone: boolean;
  isSending: boolean;
}

export class Outbox {
  readonly counts: MessageCounts = { delivered: 0, failed: 0, dropped: 0 };
  readonly #parts: OutboxParts;
  readonly #hooks = new Map<string, Hook>();
  /** By message, the oldest first, with the hooks that are still to have it. */
  readonly #waiting = new Map<Message, Set<string>>();
  #isStopped = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  get waiting(): readonly Waiting[] {
    return [...this.#waiting].map(([message, hooks]) => ({ message, hooks: [...hooks] }));
  }

  /** Sends to these from now on. What waits for others goes nowhere any more. */
  follow(configs: readonly HookConfig[]): void {
    const before = new Map(this.#hooks);
    this.#hooks.clear();
    for (const [index, config] of configs.entries()) {
      const id = idOf(config);
      const hook = before.get(id);
      before.delete(id);
      const isSame = hook !== undefined && JSON.stringify(hook.config) === JSON.stringify(config);
      const name = `${index + 1} (${new URL(config.url).hostname})`;
      const alarm = hook?.alarm ?? new Alarm(this.#parts.clock);
      const fresh = { id, config, name, alarm, failures: 0, isGone: false, isSending: false };
      this.#hooks.set(id, isSame ? hook : fresh);
    }
    for (const { alarm } of before.values()) alarm.clear();
    for (const [message, hooks] of this.#waiting) {
      for (const id of hooks) if (!this.#hooks.has(id)) this.#settle(message, id);
    }
    this.#sendAll();
  }

  /** Takes over an earlier process's undelivered messages. */
  restore(waiting: readonly Waiting[]): void {
    for (const { message, hooks } of waiting) this.#waiting.set(message, new Set(hooks));
  }

  /** Has each of these sent to the hooks that are told of such things. */
  add(tellings: readonly Telling[]): void {
    let isNews = false;
    for (const { event, state, about, text } of tellings) {
      const to = [...this.#hooks.values()].filter(
        ({ config, isGone }) => !isGone && config.on.includes(event),
      );
      if (to.length === 0) continue;
      const id = `msg_${randomBytes(16).toString('hex')}`;
      const message = { id, at: this.#parts.now(), event, state, about, text };
      this.#waiting.set(message, new Set(to.map(({ id }) => id)));
      isNews = true;
    }
    if (!isNews) return;
    const tooMany = [...this.#waiting.keys()].slice(0, Math.max(0, this.#waiting.size - mostWaiting));
    this.#drop(tooMany, `more than ${mostWaiting} wait`);
    this.#parts.changed();
    this.#sendAll();
  }

  /** Sends nothing more; what is in flight may be delivered and is not known to be. */
  stop(): void {
    this.#isStopped = true;
    for (const { alarm } of this.#hooks.values()) alarm.clear();
  }

  /** Sends on, also to hooks that have failed: their pauses ended with the stop. */
  resume(): void {
    this.#isStopped = false;
    for (const hook of this.#hooks.values()) void this.#send(hook);
  }

  #sendAll(): void {
    for (const hook of this.#hooks.values()) if (hook.failures === 0) void this.#send(hook);
  }

  /** One message after the other, until none waits or one fails: then the hook has a pause. */
  async #send(hook: Hook): Promise<void> {
    if (hook.isSending || this.#isStopped) return;
    hook.isSending = true;
    try {
      for (;;) {
        this.#dropOld();
        const message = this.#firstFor(hook.id);
        if (message === undefined || this.#isStopped || !this.#isCurrent(hook)) break;
        const sent = await this.#parts.send(hook.config, message, this.#parts.now());
        if (this.#isStopped || !this.#isCurrent(hook)) break;
        if (sent.kind === 'failed') {
          this.#failed(hook, sent);
          break;
        }
        this.#delivered(hook, message);
      }
    } finally {
      hook.isSending = false;
    }
  }

  #delivered(hook: Hook, message: Message): void {
    this.counts.delivered += 1;
    if (hook.failures > 0) this.#parts.log.info({ hook: hook.name }, 'messages are delivered again');
    hook.failures = 0;
    this.#settle(message, hook.id);
    this.#parts.changed();
  }

  #failed(hook: Hook, { reason, isGone, pauseMs = 0 }: Extract<Sent, { kind: 'failed' }>): void {
    const { log, random } = this.#parts;
    this.counts.failed += 1;
    hook.failures += 1;
    if (isGone) {
      log.error(
        { hook: hook.name, reason },
        'a hook wants no more messages: it gets none until its entry in the file changes',
      );
      hook.isGone = true;
      for (const message of this.#waiting.keys()) this.#settle(message, hook.id);
      this.#parts.changed();
      return;
    }
    if (hook.failures === 1)
      log.warn({ hook: hook.name, reason }, 'a message could not be delivered: it is tried again');
    const usualMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (hook.failures - 1));
    hook.alarm.set(Math.max(usualMs * (0.8 + 0.4 * random()), pauseMs), () => void this.#send(hook));
  }

  #dropOld(): void {
    const now = this.#parts.now();
    const old: Message[] = [];
    for (const message of this.#waiting.keys()) {
      if (now - message.at < dayMs) break;
      old.push(message);
    }
    this.#drop(old, 'a day old');
    if (old.length > 0) this.#parts.changed();
  }

  /** Gives these up, with one line for all of them. */
  #drop(messages: readonly Message[], why: string): void {
    if (messages.length === 0) return;
    for (const message of messages) this.#waiting.delete(message);
    this.counts.dropped += messages.length;
    const first = messages.slice(0, mostNamed).map(({ event, about }) => `${event}: ${about}`);
    this.#parts.log.error(
      { count: messages.length, first, why },
      'messages were not delivered, and are given up',
    );
  }

  #firstFor(hook: string): Message | undefined {
    for (const [message, hooks] of this.#waiting) if (hooks.has(hook)) return message;
    return undefined;
  }

  #isCurrent(hook: Hook): boolean {
    return this.#hooks.get(hook.id) === hook;
  }

  /** A hook is to have a message no more. */
  #settle(message: Message, hook: string): void {
    const hooks = this.#waiting.get(message);
    hooks?.delete(hook);
    if (hooks?.size === 0) this.#waiting.delete(message);
  }
}

/** The name of a hook in a file: it reveals nothing of the address, and a new secret does not change it. */
function idOf({ url }: HookConfig): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}
