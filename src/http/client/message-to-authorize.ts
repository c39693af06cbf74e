import { createHash } from 'node:crypto';
import type { Credential, OutgoingMessage } from '../../credentials/credential.ts';
import { headerLine } from '../node/message-head.ts';

/** The characters of a field's value (RFC 9110, 5.5): no later code checks the lines of a head. */
const sound = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A message that a credential is added to. Its header lines are sound, and each name appears once, in lower case. */
export class MessageToAuthorize implements OutgoingMessage {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly body: readonly Buffer[];
  readonly #allowed: readonly string[];
  #lines: string;
  #sha256: string | undefined;

  constructor(
    { headers }: Pick<Credential, 'headers'>,
    message: Pick<OutgoingMessage, 'method' | 'path' | 'host' | 'body'> & { readonly headerLines: string },
  ) {
    this.method = message.method;
    this.path = message.path;
    this.host = message.host;
    this.body = message.body;
    this.#allowed = headers;
    this.#lines = message.headerLines;
  }

  /** With the headers that were set so far. */
  get headerLines(): string {
    return this.#lines;
  }

  header(name: string): string | undefined {
    const at = this.#lineAt(name);
    return at === -1 ? undefined : this.#lines.slice(at + name.length + 2, this.#lines.indexOf('\r\n', at));
  }

  bodySha256(): string {
    if (this.#sha256 === undefined) {
      const hash = createHash('sha256');
      for (const piece of this.body) hash.update(piece);
      this.#sha256 = hash.digest('hex');
    }
    return this.#sha256;
  }

  set(name: string, value: string): void {
    if (!this.#allowed.includes(name))
      throw new Error(`a credential that does not have the header ${name} set it`);
    if (!sound.test(value)) throw new Error(`a credential's ${name} holds what no header can carry`);
    const at = this.#lineAt(name);
    if (at !== -1) {
      this.#lines = this.#lines.slice(0, at) + this.#lines.slice(this.#lines.indexOf('\r\n', at) + 2);
    }
    this.#lines += headerLine(name, value);
  }

  #lineAt(name: string): number {
    if (this.#lines.startsWith(`${name}: `)) return 0;
    const at = this.#lines.indexOf(`\r\n${name}: `);
    return at === -1 ? -1 : at + 2;
  }
}
