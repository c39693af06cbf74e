import { count, list, named, number, oneOf, orNull, type TypeOf, text, whole } from './shape.ts';

/** A guard: what became of what it was shown since the gateway started, and whether it is asked at the moment. */
export const guardState = named(
  'Guard',
  whole({
    guard: text(),
    /** `down` where no worker asks it, `partly` where some do not. */
    standing: oneOf('well', 'partly', 'down'),
    workers_down: count(),
    /** Looks at requests; at answers, each window of a stream is one. */
    requests: count(),
    answers: count(),
    refused: count(),
    masked: count(),
    /** Requests and answers that hold what can't be looked at. */
    unseen: count(),
    /** It was down, late or not understood. */
    unavailable: count(),
    /** A look, on average; null where there was none. */
    ms: orNull(number()),
  }),
);
export type GuardState = TypeOf<typeof guardState>;

export const guardsAnswer = named('Guards', whole({ guards: list(guardState) }));
export type GuardsAnswer = TypeOf<typeof guardsAnswer>;
