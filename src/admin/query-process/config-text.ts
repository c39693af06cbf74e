import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { Questions } from './queries.ts';
import type { Desk } from './query-process.ts';

type Text = Questions['text']['answer'];

/**
 * The text of the configuration that is served. A page that is open has it looked up after every reload, so that it
 * is there when the next edit breaks the file; it is kept compressed.
 */
export class ConfigText {
  readonly #desk: Desk;
  #kept: { readonly revision: string; readonly bytes: Promise<Buffer | undefined> } | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Looks the text up, unless it is known. Never fails. */
  keep(view: GatewayView): void {
    const { revision } = view.config;
    if (this.#kept?.revision === revision) return;
    const bytes = this.#read(view).then(
      async (text) => (text.unavailable === null ? promisify(gzip)(JSON.stringify(text)) : undefined),
      () => undefined,
    );
    this.#kept = { revision, bytes };
  }

  async of(view: GatewayView): Promise<Text> {
    this.keep(view);
    const bytes = await this.#kept?.bytes;
    if (bytes === undefined) return this.#read(view);
    return JSON.parse((await promisify(gunzip)(bytes)).toString()) as Text;
  }

  #read({ parcel, config }: GatewayView): Promise<Text> {
    return this.#desk.ask(parcel, 'text', { file: config.file });
  }
}
