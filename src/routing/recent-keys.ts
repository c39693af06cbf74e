const sameAgainMs = 5000;
const anotherMs = 1000;

/**
 * The keys that used a deployment last: only whether there were two of them lately is ever asked, so two are
 * remembered, and a request costs a comparison.
 */
export class RecentKeys {
  #latest: string | undefined;
  #latestAt = Number.NEGATIVE_INFINITY;
  #other: string | undefined;
  #otherAt = Number.NEGATIVE_INFINITY;
  #told: string | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** True if other processes should hear of this use: now and then of the same key, sooner of another. */
  isNews(key: string, at: number): boolean {
    if (at - this.#toldAt < (key === this.#told ? sameAgainMs : anotherMs)) return false;
    this.#told = key;
    this.#toldAt = at;
    return true;
  }

  /** A key uses it, or would. Times are milliseconds of a monotonic clock. */
  add(key: string, at: number): void {
    if (key !== this.#latest) {
      this.#other = this.#latest;
      this.#otherAt = this.#latestAt;
      this.#latest = key;
    }
    this.#latestAt = at;
  }

  /** True if no key but this one has used it since. */
  isAlone(key: string, since: number): boolean {
    const isLatest = key === this.#latest;
    const other = isLatest ? this.#other : this.#latest;
    return other === undefined || (isLatest ? this.#otherAt : this.#latestAt) < since;
  }
}
