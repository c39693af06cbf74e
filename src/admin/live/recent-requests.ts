import type { RequestRecord, RequestsAnswer } from '../contract/requests.ts';

/** A request as it is shown; its number is given by whoever keeps it. */
export type Unnumbered = Omit<RequestRecord, 'number'>;

/** The filter for requests; an undefined field matches all. */
export interface RequestFilter {
  readonly key?: string | undefined;
  readonly model?: string | undefined;
  /** Such as `200`, or `5xx` for all of a class. */
  readonly status?: string | undefined;
  /** Only what came after this number. */
  readonly after?: number | undefined;
}

/** So many are looked through, so that what is rare is found beside what is frequent, */
const kept = 2000;
/** and so many are shown. */
export const mostShown = 200;

/** The latest requests. */
export class RecentRequests {
  readonly #ring: RequestRecord[] = [];
  #newest = 0;

  add(record: Unnumbered): void {
    this.#newest += 1;
    this.#ring[this.#newest % kept] = { number: this.#newest, ...record };
  }

  find(filter: RequestFilter): RequestsAnswer {
    const found: RequestRecord[] = [];
    const oldest = Math.max(0, this.#newest - kept, filter.after ?? 0);
    for (let number = this.#newest; number > oldest && found.length < mostShown; number -= 1) {
      const record = this.#ring[number % kept]!;
      if (matches(record, filter)) found.push(record);
    }
    return { newest: this.#newest, requests: found };
  }
}

function matches(record: RequestRecord, { key, model, status }: RequestFilter): boolean {
  return (
    (key === undefined || record.key === key) &&
    (model === undefined || record.model === model) &&
    (status === undefined || hasStatus(record.status, status))
  );
}

function hasStatus(status: number, wanted: string): boolean {
  return wanted.endsWith('xx') ? String(status)[0] === wanted[0] : String(status) === wanted;
}
