import { count, list, named, number, orNull, type TypeOf, text, time, truth, whole } from './shape.ts';

/** One try of a request on one deployment. */
const attempt = named(
  'Attempt',
  whole({
    /** `MODEL/NAME`. */
    deployment: text(),
    /** Since the request came. */
    start_ms: number(),
    ms: number(),
    /** The word of the outcome, such as `ok`, `refused_connection` or `status_500`. */
    outcome: text(),
    /** The backend's; null where it gave no answer. */
    status: orNull(count()),
    ok: truth(),
  }),
);
export type Attempt = TypeOf<typeof attempt>;

/** One request, once it is over. Everything that clients named is text from outside. */
const requestRecord = named(
  'Request',
  whole({
    /** Counts up; what came after a number is asked for with `after`. */
    number: count(),
    at: time(),
    id: text(),
    key: orNull(text()),
    client: orNull(text()),
    endpoint: orNull(text()),
    model: orNull(text()),
    /** `MODEL/NAME`. */
    deployment: orNull(text()),
    tags: list(text()),
    status: count(),
    code: orNull(text()),
    streamed: truth(),
    ms: number(),
    first_byte_ms: orNull(number()),
    input_tokens: orNull(count()),
    output_tokens: orNull(count()),
    cost_usd: orNull(number()),
    title: orNull(text()),
    referer: orNull(text()),
    attempts: list(attempt),
  }),
);
export type RequestRecord = TypeOf<typeof requestRecord>;

export const requestsAnswer = named(
  'Requests',
  whole({
    /** The number of the newest request there is, whether or not it matches. */
    newest: count(),
    /** Newest first, at most 200. */
    requests: list(requestRecord),
  }),
);
export type RequestsAnswer = TypeOf<typeof requestsAnswer>;
