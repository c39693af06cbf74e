/**
 * Takes the bytes of a stream apart into server-sent events (WHATWG HTML, "Server-sent events"), wherever they are split.
 * Where the pieces of an event are many, each is looked through once: they are put together when the event is complete.
 */
import { StringDecoder } from 'node:string_decoder';
import type { StreamDecoder } from './answer-codec.ts';

/** An event that has to be decoded may have so many bytes. */
const maxEventBytes = 16 * 1024 * 1024;

export class EventLines {
  /** An event was larger than 16 MiB: nothing is told any more. */
  isOverfull = false;
  readonly #to: Pick<StreamDecoder, 'event' | 'stray'>;
  readonly #decoder = new StringDecoder('utf8');
  /** What has come of a line that is not complete. */
  #line = '';
  /** The last line ended with a carriage return: a line feed that follows belongs to it. */
  #afterReturn = false;
  #isFirstLine = true;
  #type = '';
  #data: string | undefined;
  #stray = '';
  #pendingBytes = 0;

  constructor(to: Pick<StreamDecoder, 'event' | 'stray'>) {
    this.#to = to;
  }

  /** So many bytes of an event that is not complete are kept. */
  get keptBytes(): number {
    return this.#pendingBytes;
  }

  push(bytes: Buffer): void {
    if (this.isOverfull) return;
    this.#pendingBytes += bytes.length;
    const text = this.#decoder.write(bytes);
    let at = 0;
    if (this.#afterReturn && text !== '') {
      this.#afterReturn = false;
      if (text[0] === '\n') at = 1;
    }
    let nextReturn = text.indexOf('\r', at);
    let nextFeed = text.indexOf('\n', at);
    while (nextFeed !== -1 || nextReturn !== -1) {
      const isReturn = nextReturn !== -1 && (nextFeed === -1 || nextReturn < nextFeed);
      const end = isReturn ? nextReturn : nextFeed;
      this.#complete(this.#line + text.slice(at, end));
      this.#line = '';
      at = end + 1;
      if (isReturn) {
        if (at === text.length) this.#afterReturn = true;
        else if (text[at] === '\n') at += 1;
        nextReturn = text.indexOf('\r', at);
      }
      if (nextFeed !== -1 && nextFeed < at) nextFeed = text.indexOf('\n', at);
      // What was complete counts no more; of what is left the number of characters is near enough.
      this.#pendingBytes = Math.min(this.#pendingBytes, text.length - at + this.#keptLength());
    }
    this.#line += text.slice(at);
    if (this.#pendingBytes > maxEventBytes) this.#overflow();
  }

  /** Nothing more comes: what is left without the blank line that ends an event is taken for one. */
  end(): void {
    if (this.isOverfull) return;
    const rest = this.#line + this.#decoder.end();
    this.#line = '';
    if (rest !== '') this.#complete(rest);
    this.#dispatch();
  }

  #keptLength(): number {
    return (this.#data?.length ?? 0) + this.#stray.length;
  }

  #overflow(): void {
    this.isOverfull = true;
    this.#line = '';
    this.#data = undefined;
    this.#stray = '';
    this.#pendingBytes = 0;
  }

  #complete(whole: string): void {
    let line = whole;
    if (this.#isFirstLine) {
      this.#isFirstLine = false;
      if (line.startsWith('\ufeff')) line = line.slice(1);
    }
    if (line === '') return this.#dispatch();
    if (line.startsWith('data:')) return this.#addData(valueIn(line, 5));
    if (line.startsWith('event:')) {
      this.#type = valueIn(line, 6);
      return;
    }
    if (line.startsWith(':')) return;
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    if (field === 'data') this.#addData('');
    else if (field === 'event') this.#type = '';
    else if (field !== 'id' && field !== 'retry') this.#stray += `${this.#stray === '' ? '' : '\n'}${line}`;
  }

  #addData(value: string): void {
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
  }

  #dispatch(): void {
    const type = this.#type;
    const data = this.#data;
    const stray = this.#stray;
    this.#type = '';
    this.#data = undefined;
    this.#stray = '';
    if (data !== undefined) this.#to.event(type, data);
    if (stray !== '') this.#to.stray(stray);
  }
}

function valueIn(line: string, from: number): string {
  return line.slice(line[from] === ' ' ? from + 1 : from);
}
