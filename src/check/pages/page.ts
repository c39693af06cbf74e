/** What `gateway check --explain CODE` says about one kind of finding, beside its code and meaning. */
export interface Page {
  /** Why it is a fault, and what comes of it. Sentences in one paragraph. */
  readonly about: string;
  /**
   * An excerpt of a configuration that has the finding, and one that has none. What else a file needs is left out;
   * a line `==> NAME <==` begins another file beside it.
   */
  readonly bad: string;
  readonly good: string;
}
