import { eventText } from '../../../api/stream/sse-event-fields.ts';
import { type StreamTexts, type Unseen, withoutEscapes } from '../../../api/text/index.ts';
import { EventCutter } from './event-cutter.ts';
import { textsOutsideData } from './text-outside-event-data.ts';
import { TextWindow } from './text-window.ts';

/** A text or tool call that has to pass before an event may go. */
interface Need {
  readonly isMet: boolean;
}

/** An event that the client has not got. */
interface HeldEvent {
  readonly raw: Buffer;
  /** Nothing for most. */
  readonly needs: readonly Need[];
}

/** A text has to have passed up to a place. */
class Passed implements Need {
  readonly #window: TextWindow;
  readonly #end: number;

  constructor(window: TextWindow) {
    this.#window = window;
    this.#end = window.end;
  }

  get isMet(): boolean {
    return this.#window.released >= this.#end;
  }
}

/** A tool call, of which nothing goes before all of it is there and has passed. */
class HeldCall implements Need {
  readonly windows = new Set<TextWindow>();
  isEnded = false;

  finish(): void {
    this.isEnded = true;
    for (const window of this.windows) window.finish();
  }

  get isMet(): boolean {
    if (!this.isEnded) return false;
    for (const window of this.windows) if (!window.isOver) return false;
    return true;
  }
}

/** The bytes of the largest event that is looked at. */
const largestEvent = 16 * 1024 * 1024;
const nothing: HeldEvent['needs'] = [];
/** The most texts outside of data that are known when they come once more. */
const mostAsides = 16;
const manyWindows = 64;

export interface HoldSettings {
  readonly bytes: number;
  readonly overlap: number;
  readonly waitMs: number;
}

/** The events of a stream that wait for what they say to be looked at, in their order. */
export class HeldStream {
  readonly #texts: StreamTexts;
  readonly #hold: HoldSettings;
  readonly #cutter = new EventCutter();
  readonly #windows = new Map<string, TextWindow>();
  readonly #calls = new Map<string, HeldCall>();
  readonly #asides = new Set<string>();
  #events: HeldEvent[] = [];
  #shown: TextWindow[] = [];
  /** Bytes of events that are complete, and that the client has not got. */
  #wholeBytes = 0;
  /** Bytes of all texts. */
  textBytes = 0;
  /** Content that can't be looked at, in the order in which it came. */
  unseen: Unseen[] = [];

  constructor(texts: StreamTexts, hold: HoldSettings) {
    this.#texts = texts;
    this.#hold = hold;
  }

  /** Bytes that the client has not got. */
  get heldBytes(): number {
    return this.#wholeBytes + this.#cutter.openBytes;
  }

  /** Takes bytes as they come. */
  push(bytes: Buffer, now: number): void {
    for (const raw of this.#cutter.push(bytes)) this.#take(raw, now);
    if (this.#cutter.openBytes > largestEvent) this.#meet('max_text', 'an event of the stream');
  }

  /** Nothing more comes. @param isWhole The rest without a blank line is an event, too; it is none if the stream broke off. */
  finish(isWhole: boolean, now: number): void {
    const rest = this.#cutter.rest();
    if (isWhole && rest.length > 0) this.#take(rest, now);
    this.#finishAll();
  }

  #finishAll(): void {
    for (const window of this.#windows.values()) window.finish();
    for (const call of this.#calls.values()) call.finish();
  }

  #take(raw: Buffer, now: number): void {
    this.#wholeBytes += raw.length;
    const text = raw.toString();
    const { type, data, stray } = eventText(text);
    const needs: Need[] = [];
    if (stray !== '') {
      this.#meet('unreadable', 'a line of the stream');
      this.#takeAside(stray, now, needs);
    }
    for (const aside of textsOutsideData(text, type)) this.#takeAside(aside, now, needs);
    if (data === undefined) {
      this.#events.push({ raw, needs: needs.length === 0 ? nothing : needs });
      return;
    }
    const said = this.#texts.event(type, data);
    for (const { key, call, text, isRepeat } of said.added) {
      // A repeated text needs no other look.
      if (isRepeat) continue;
      const window = this.#window(key, call !== undefined);
      const bytes = Buffer.byteLength(text);
      this.textBytes += bytes;
      window.push(text, bytes, now);
      needs.push(call === undefined ? new Passed(window) : this.#call(call, window));
    }
    for (const key of said.ends) {
      this.#windows.get(key)?.finish();
      this.#calls.get(key)?.finish();
    }
    if (said.endsAll) this.#finishAll();
    this.unseen.push(...said.unseen);
    this.#events.push({ raw, needs: needs.length === 0 ? nothing : needs });
  }

  /** Takes a text outside of an event's data. Backends repeat some of them again and again. */
  #takeAside(text: string, now: number, needs: Need[]): void {
    if (this.#asides.has(text)) return;
    if (this.#asides.size < mostAsides) this.#asides.add(text);
    const window = this.#window('beside the data', false);
    const bytes = Buffer.byteLength(text);
    this.textBytes += bytes;
    window.push(text, bytes, now);
    window.finish();
    needs.push(new Passed(window));
  }

  #meet(kind: Unseen['kind'], at: string): void {
    this.unseen.push({ kind, at, isNew: true });
  }

  #window(key: string, isHeldWhole: boolean): TextWindow {
    const known = this.#windows.get(key);
    if (known !== undefined) {
      // It was told too early that nothing more comes.
      known.isEnded = false;
      return known;
    }
    const fresh = new TextWindow(this.#hold.overlap, isHeldWhole);
    this.#windows.set(key, fresh);
    return fresh;
  }

  #call(key: string, window: TextWindow): HeldCall {
    const known = this.#calls.get(key);
    const call = known ?? new HeldCall();
    call.isEnded = false;
    this.#calls.set(key, call);
    call.windows.add(window);
    return call;
  }

  /** The texts that are to be looked at now; empty where nothing has to be. */
  show(now: number): readonly string[] {
    const due = now - this.#hold.waitMs;
    this.#shown = [...this.#windows.values()].filter((window) => window.isReady(this.#hold.bytes, due));
    // Arguments are JSON: whoever reads them decodes the escapes in it.
    return this.#shown.map((window) => (window.isHeldWhole ? withoutEscapes(window.show()) : window.show()));
  }

  /** The shown texts have passed. */
  pass(holdBack: number): void {
    for (const window of this.#shown) window.pass(holdBack);
    this.#shown = [];
    // Of very many parts those that are over are let go: an event that waits for one still has it.
    if (this.#windows.size < manyWindows) return;
    for (const [key, window] of this.#windows) if (window.isOver) this.#windows.delete(key);
    for (const [key, call] of this.#calls) if (call.isMet) this.#calls.delete(key);
  }

  /** The moment when a text has waited for long enough for its look; undefined where none waits. */
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
    while (count < events.length && events[count]!.needs.every(({ isMet }) => isMet)) count += 1;
    if (count === 0) return [];
    this.#events = events.slice(count);
    const released = events.slice(0, count).map(({ raw }) => raw);
    for (const raw of released) this.#wholeBytes -= raw.length;
    return released;
  }
}
