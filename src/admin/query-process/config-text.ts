import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { Queries } from './queries.ts';
import type { QueryProcess } from './query-process.ts';

type Text = Queries['text']['answer'];

/**
 * The text of the configuration that is served. A page that is open has it looked up after every reload, so that it
 * is there when the next edit breaks the file; it is kept compressed.
 */
export class ConfigText {
  readonly #queryProcess: QueryProcess;
  #kept: { readonly revision: string; readonly bytes: Promise<Buffer | undefined> } | undefined;

  constructor(queryProcess: QueryProcess) {
    this.#queryProcess = queryProcess;
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

  #read({ transfer, config }: GatewayView): Promise<Text> {
    return this.#queryProcess.ask(transfer, 'text', { file: config.file });
  }
}
