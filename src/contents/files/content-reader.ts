import { ChildService } from '../../process/child-service.ts';
import { quietOptions } from '../../process/node/node-options.ts';
import type { ContentQuery, KeptLine } from './kept-line.ts';

/** The questions to the process that searches files. */
export type ContentQuestion =
  | { readonly kind: 'find'; readonly dir: string; readonly query: ContentQuery }
  | { readonly kind: 'get'; readonly dir: string; readonly id: string }
  | { readonly kind: 'delete'; readonly dir: string; readonly endUser: string };

/** The facts about a request without its contents. */
export type KeptFacts = Omit<KeptLine, 'request' | 'answer'>;

const answerWithinMs = 120_000;
const idleMs = 10_000;

/** Looks through files of contents, in a process of its own that comes when somebody asks. */
export class ContentReader {
  readonly #service = new ChildService({
    module: 'contents/files/content-files-main',
    name: 'the process that reads contents',
    execArgv: quietOptions,
    isModest: () => true,
    idleMs,
    endWithinMs: 1000,
  });

  /** The newest first. Rejects with an Error in the operator's words. */
  async find(dir: string, query: ContentQuery): Promise<readonly KeptFacts[]> {
    return (await this.#ask({ kind: 'find', dir, query })) as readonly KeptFacts[];
  }

  /** Undefined where nothing is kept of such a request. */
  async get(dir: string, id: string): Promise<KeptLine | undefined> {
    return (await this.#ask({ kind: 'get', dir, id })) as KeptLine | undefined;
  }

  /** The number of requests of which something was deleted. */
  async deleteOf(dir: string, endUser: string): Promise<number> {
    return (await this.#ask({ kind: 'delete', dir, endUser })) as number;
  }

  close(): void {
    this.#service.kill('the gateway stops');
  }

  #ask(question: ContentQuestion): Promise<unknown> {
    return this.#service.ask(
      question,
      answerWithinMs,
      () => new Error('contents could not be looked through in time'),
    );
  }
}
