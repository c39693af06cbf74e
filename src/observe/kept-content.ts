import type { EndpointName } from '../api/endpoints/index.ts';

/** The kept contents of a request, on their way from the worker that served it to the process that stores them. */

/** The kept part of a request or an answer. */
export interface KeptText {
  /** `json`: a JSON text in full; `text`: any other, or the beginning of one; `none`: nothing that could be read. */
  readonly kind: 'json' | 'text' | 'none';
  readonly pieces: readonly Buffer[];
  /** Of all of it, kept or not. */
  readonly bytes: number;
}

/** The facts about a request beside its contents: no secret, and no header. */
export interface ContentFacts {
  readonly id: string;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
  readonly key: string;
  readonly endUser: string | undefined;
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
  readonly endpoint: EndpointName;
  /** The id that was asked for. */
  readonly model: string | undefined;
  /** `MODEL/NAME` of who was asked last, and what it is called there. */
  readonly deployment: string | undefined;
  readonly provider: string | undefined;
  readonly upstreamModel: string | undefined;
  readonly streamed: boolean;
  /** 499 where the client went away before its answer was complete. */
  readonly status: number;
  /** The end of the answer: `whole`, `cut` off towards the client, or `left` by it. */
  readonly ended: 'whole' | 'cut' | 'left';
}

export interface KeptContent {
  readonly facts: ContentFacts;
  readonly request: KeptText;
  readonly answer: KeptText;
  /** The room that it holds. */
  readonly heldBytes: number;
}
