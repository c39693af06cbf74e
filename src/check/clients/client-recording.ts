/** The recorded requests of a client program, made by `scripts/record-clients.ts`. */
export interface ClientRecording {
  /** Its name on the command line. */
  readonly client: string;
  /** The package that ran, and its version. */
  readonly package: string;
  readonly version: string;
  /** The settings that pointed it at the gateway. */
  readonly settings: string;
  readonly requests: readonly RecordedRequest[];
}

/** One kind of request. Texts are placeholders: only the structure is recorded. */
export interface RecordedRequest {
  /** At its start, in a later turn, or at the application's call. */
  readonly when: 'start' | 'turn' | 'call';
  /** The program does not work where it is refused. */
  readonly needed: boolean;
  /** An event on a WebSocket, with the head that opened it. */
  readonly socket?: true;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** Lower-case names; those of the connection are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or the event. Its `model` is `$MODEL` if it is the model that the program was set to. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The placeholder in a recording for the model that the program was set to. */
export const chosenModel = '$MODEL';
