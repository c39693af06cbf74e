/** What a client program was seen to send, by `scripts/record-clients.ts`. */
export interface ClientRecording {
  /** As it is named on the command line. */
  readonly client: string;
  /** The package that ran, and its version. */
  readonly package: string;
  readonly version: string;
  /** How it was told of the gateway. */
  readonly settings: string;
  readonly requests: readonly RecordedRequest[];
}

/** One kind of request. Texts are placeholders: only the structure is that of what was sent. */
export interface RecordedRequest {
  /** As it starts, in a later turn, or as the application calls for it. */
  readonly when: 'start' | 'turn' | 'call';
  /** The program does not work where it is refused. */
  readonly needed: boolean;
  /** An event on a WebSocket, with the head that opened it. */
  readonly socket?: true;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Lower-case names; those of the connection are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or the event. Its `model` is `$MODEL` where that is the one that the program was set to. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Stands in a recording for the model that the program was set to. */
export const chosenModel = '$MODEL';
