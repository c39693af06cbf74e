import { createHash, type Hash } from 'node:crypto';

/** The most characters that are kept as they are; of more there is a hash. */
const mostKept = 1024;

/** A text that comes in pieces, to know it when it comes once more in full. However long it is, it costs little. */
export class StreamedTextDigest {
  #length = 0;
  #rest = '';
  #hash: Hash | undefined;

  constructor(text = '') {
    if (text !== '') this.add(text);
  }

  add(piece: string): void {
    this.#length += piece.length;
    this.#rest += piece;
    if (this.#rest.length <= mostKept) return;
    this.#hash ??= createHash('sha256');
    this.#hash.update(this.#rest, 'utf16le');
    this.#rest = '';
  }

  /** True if all pieces together are a text. */
  is(text: string): boolean {
    if (text.length !== this.#length) return false;
    if (this.#hash === undefined) return text === this.#rest;
    const own = this.#hash.copy().update(this.#rest, 'utf16le').digest();
    return own.equals(createHash('sha256').update(text, 'utf16le').digest());
  }
}
