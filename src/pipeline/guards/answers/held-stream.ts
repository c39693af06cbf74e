import { createHash, type Hash } from 'node:crypto';
import { eventText } from '../../../api/stream/sse-event-fields.ts';
import type { StreamTexts, Unseen } from '../../../api/text/index.ts';
import { EventCutter } from './event-cutter.ts';
import { TextWindow } from './text-window.ts';

/** An event that the client has not got. */
interface HeldEvent {
  readonly raw: Buffer;
  /** What has to have passed before it may go, each up to a place; nothing for most. */
  readonly needs: readonly (readonly [TextWindow, number])[];
}

/** What is larger can't be looked at. */
const largestEvent = 16 * 1024 * 1024;

export interface HoldSettings {
  readonly bytes: number;
  readonly overlap: number;
  readonly waitMs: number;
}

/** The events of a stream that wait for what they say to be looked at, in their order. */
export class HeldStream {
  readonly #texts: StreamTexts;
  readonly #hold: HoldSettings;
  readonly #repeats: boolean;
  readonly #cutter = new EventCutter();
  readonly #windows = new Map<string, TextWindow>();
  /** Of texts that may be said once more: what they said so far. */
  readonly #said = new Map<string, Hash>();
  #events: HeldEvent[] = [];
  #openCalls: ReadonlySet<string> = new Set();
  #shown: TextWindow[] = [];
  /** Bytes of events that the client has not got. */
  heldBytes = 0;
  /** Bytes of all texts. */
  textBytes = 0;
  /** What can't be looked at, as it was found. */
  unseen: Unseen | undefined;

  /** @param repeats The dialect says texts once more, in full. */
  constructor(
    texts: StreamTexts,
    hold: HoldSettings,
    repeats: boolean,
  ) {
    this.#texts = texts;
    this.#hold = hold;
    this.#repeats = repeats;
  }

  /** Takes bytes as they come. */
  push(bytes: Buffer, now: number): void {
    for (const raw of this.#cutter.push(bytes)) this.#take(raw, now);
    if (this.#cutter.openBytes > largestEvent)
      this.unseen ??= { kind: 'max_text', at: 'an event of the stream', isNew: true };
  }

  /** Nothing more comes. @param isWhole What is left without its blank line is an event, too; of what broke off it is none. */
  finish(isWhole: boolean, now: number): void {
    const rest = this.#cutter.rest();
    if (isWhole && rest.length > 0) this.#take(rest, now);
    for (const window of this.#windows.values()) window.finish();
  }

  #take(raw: Buffer, now: number): void {
    this.heldBytes += raw.length;
    const { type, data, stray } = eventText(raw.toString());
    if (stray !== '') this.unseen ??= { kind: 'unreadable', at: 'a line of the stream', isNew: true };
    if (data === undefined) {
      this.#events.push({ raw, needs: nothing });
      return;
    }
    const said = this.#texts.event(type, data);
    const needs: [TextWindow, number][] = [];
    for (const { key, text, isRepeat, kind } of said.added) {
      const window = isRepeat ? this.#repeated(key, text) : this.#window(key, kind === 'arguments');
      if (window === undefined) continue;
      const bytes = Buffer.byteLength(text);
      this.textBytes += bytes;
      window.push(text, bytes, now);
      if (isRepeat) window.finish();
      else if (this.#repeats) this.#note(key, text);
      needs.push([window, window.end]);
    }
    for (const key of said.ends) this.#windows.get(key)?.finish();
    if (said.endsAll) for (const window of this.#windows.values()) window.finish();
    this.#awaitCalls(needs);
    const [first] = said.unseen;
    if (first !== undefined) this.unseen ??= first;
    this.#events.push({ raw, needs: needs.length === 0 ? nothing : needs });
  }

  /** What opens a call waits for all of it: with the order of events all that follows does, too. */
  #awaitCalls(needs: [TextWindow, number][]): void {
    const { openCalls } = this.#texts;
    if (openCalls.length === 0 && this.#openCalls.size === 0) return;
    for (const key of openCalls) {
      if (!this.#openCalls.has(key)) needs.push([this.#window(key, true), Number.POSITIVE_INFINITY]);
    }
    this.#openCalls = new Set(openCalls);
  }

  #window(key: string, isHeldWhole: boolean): TextWindow {
    const known = this.#windows.get(key);
    if (known !== undefined) return known;
    const fresh = new TextWindow(this.#hold.overlap, isHeldWhole);
    this.#windows.set(key, fresh);
    return fresh;
  }

  #note(key: string, text: string): void {
    let hash = this.#said.get(key);
    if (hash === undefined) {
      hash = createHash('sha256');
      this.#said.set(key, hash);
    }
    hash.update(text, 'utf16le');
  }

  /** What says once more what has been said needs no other look; what says something else does. */
  #repeated(key: string, text: string): TextWindow | undefined {
    const before = this.#said.get(key)?.copy().digest('base64');
    const now = createHash('sha256').update(text, 'utf16le').digest('base64');
    if (before === now) return undefined;
    return this.#window(`${key} repeated as ${now}`, true);
  }

  /** The texts that are to be looked at now; empty where nothing has to be. */
  show(now: number): readonly string[] {
    const due = now - this.#hold.waitMs;
    this.#shown = [...this.#windows.values()].filter((window) => window.isReady(this.#hold.bytes, due));
    return this.#shown.map((window) => window.show());
  }

  /** What was shown has passed. */
  pass(holdBack: number): void {
    for (const window of this.#shown) window.pass(holdBack);
    this.#shown = [];
    for (const [key, window] of this.#windows)
      if (window.isOver && key.includes(' repeated as ')) this.#windows.delete(key);
  }

  /** When what waits for a look has waited for long enough; undefined where nothing waits. */
  dueAt(): number | undefined {
    let first: number | undefined;
    for (const window of this.#windows.values()) {
      if (!window.isWaiting) continue;
      const at = window.isEnded ? 0 : window.sinceMs + this.#hold.waitMs;
      if (first === undefined || at < first) first = at;
    }
    return first;
  }

  /** A whole window waits, while another is looked at: no more has to come for now. */
  get isFull(): boolean {
    for (const window of this.#windows.values())
      if (window.isWaiting && window.pendingBytes >= this.#hold.bytes) return true;
    return false;
  }

  /** The events that may go on, which are held no longer. */
  release(): readonly Buffer[] {
    const events = this.#events;
    let count = 0;
    while (count < events.length && events[count]!.needs.every(isMet)) count += 1;
    if (count === 0) return [];
    this.#events = events.slice(count);
    const released = events.slice(0, count).map(({ raw }) => raw);
    for (const raw of released) this.heldBytes -= raw.length;
    return released;
  }
}

const nothing: HeldEvent['needs'] = [];

function isMet([window, end]: readonly [TextWindow, number]): boolean {
  return end === Number.POSITIVE_INFINITY ? window.isOver : window.released >= end;
}
