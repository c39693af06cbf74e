/** The text of `gateway check --explain CODE` about one kind of finding, beside its code and meaning. */
export interface Page {
  /** The reason why it is a fault, and its consequence. Sentences in one paragraph. */
  readonly about: string;
  /**
   * An excerpt of a configuration with the finding, and one without. The rest of a file is left out; a line `==> NAME
   * <==` begins another file beside it.
   */
  readonly bad: string;
  readonly good: string;
}
