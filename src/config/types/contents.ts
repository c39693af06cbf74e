/** The place of kept contents, and the way to reach it. */
export type ContentPlace =
  /** Absolute path of a directory, and how long its files stay. */
  | { readonly kind: 'file'; readonly dir: string; readonly keepMs: number }
  | {
      readonly kind: 's3';
      /** Of the bucket, without what objects are called: `https://audit.s3.eu-central-1.amazonaws.com`. */
      readonly url: string;
      readonly region: string;
      readonly prefix: string;
      readonly accessKey: string;
      readonly secretKey: string;
      readonly sessionToken: string | undefined;
    }
  /** Complete URL of the collector, path included; names of headers in lower case. */
  | { readonly kind: 'otlp'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The contents of requests and answers, kept for audit. */
export interface ContentLogConfig {
  readonly place: ContentPlace;
  /** Globs over key ids; of a key that none matches nothing is kept. */
  readonly keys: readonly string[];
  /** Globs over the ids that requests ask for. */
  readonly models: readonly string[];
  readonly sample: number;
  /** So much of a request is kept at most, and so much of its answer. */
  readonly maxBytes: number;
  readonly onFull: 'drop' | 'refuse';
  /** Paths of fields in whose place a mark is kept: names with dots between, `[]` behind a list. */
  readonly redact: readonly string[];
}
