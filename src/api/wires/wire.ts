import type { BodyEdits } from '../body/body-edits.ts';

/** Makes server-sent events of a stream that comes in frames. Nothing throws; what can't be read is a fault. */
export interface StreamDecoder {
  /** The events that are complete with these bytes. */
  push(bytes: Buffer): Buffer;
  /** Why nothing more can be read; undefined as long as all is well. */
  readonly fault: string | undefined;
  /** The bytes so far end inside a frame. */
  readonly isMidFrame: boolean;
}

/** The known facts about an error beside its body. */
export interface ErrorSigns {
  readonly status: number;
  /** The vendor's word for it, where it has one in its head. */
  readonly errorType: string | undefined;
  /** The request's id here. */
  readonly requestId: string;
}

/**
 * An envelope: how a cloud wants the requests of a dialect, and how it gives the answers, where that is another way than
 * the dialect's own. Its path stands in the configuration, with its query: a client's own means nothing there.
 */
export interface Wire {
  /** Lower-case names of a client's headers that do not go along. */
  readonly withheld: readonly string[];
  /**
   * The changes of a body, including those of the backend's file.
   *
   * @param header Gives the value of a forwarded header, by its lower-case name.
   */
  bodyEdits(header: (name: string) => string | undefined): BodyEdits | undefined;
  /** The body says which model is meant, by the backend's name of it; else the path does. */
  readonly writesModel: boolean;
  /** The status that an answer is judged by. `errorType`: the vendor's word for what went wrong, in its head. */
  judgedStatus(status: number, errorType?: string): number;
  /** The media type of its streams, and what reads one; undefined where they are server-sent events. */
  readonly frames: { readonly mediaType: string; readonly decoder: () => StreamDecoder } | undefined;
  /** The body of an error in the dialect's own form; undefined where it stays as it came. */
  readonly errorBody: ((signs: ErrorSigns, body: Buffer) => Buffer | undefined) | undefined;
}
