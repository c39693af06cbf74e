import {
  count,
  described,
  list,
  named,
  number,
  oneOf,
  orNull,
  type TypeOf,
  text,
  time,
  truth,
  whole,
} from './shape.ts';

/** The usage of one limit. */
export const keyLimit = named(
  'KeyLimit',
  described(
    'In requests, tokens, requests in flight, or USD; `used` and `left` are null where the limit store does not tell.',
    whole({
      /** In words, such as `600 requests per minute` or `100 USD per month`. */
      name: text(),
      kind: oneOf('requests', 'tokens', 'concurrency', 'budget'),
      limit: number(),
      used: orNull(number()),
      left: orNull(number()),
      /** When all of it is there again; null when it is, for requests in flight, and for a budget in all, which never is. */
      resets_at: orNull(time()),
    }),
  ),
);
export type KeyLimit = TypeOf<typeof keyLimit>;

/** The store that counts limits. */
export const limitStoreState = named(
  'LimitStore',
  whole({
    kind: oneOf('memory', 'redis'),
    /** The fallback while a shared store is unreachable; null without a shared store. */
    on_failure: oneOf('local', 'allow', 'deny', null),
    /** Some worker can't reach it, and that is being done. */
    degraded: truth(),
  }),
);
export type LimitStoreState = TypeOf<typeof limitStoreState>;

/** The owner of the budgets; absent: a key. */
const holder = oneOf('key', 'group');
const reason = described('The reason, for the audit line.', text());

const ofCaller = described(
  'The value of the claim that one caller of a key is counted by (`each`): only the budgets of that one are changed.',
  text(),
);

/** The body of `POST /api/limits/{id}/credit`. */
export const budgetCredit = named(
  'BudgetCredit',
  whole(
    {
      usd: described('What is taken off what is spent of each budget in its present period.', number()),
      reason,
    },
    { of: holder, caller: ofCaller },
  ),
);

/** The body of `POST /api/limits/{id}/reset`. */
export const budgetReset = named('BudgetReset', whole({ reason }, { of: holder, caller: ofCaller }));

/** The changed budgets after the change. */
export const budgetsAnswer = named(
  'Budgets',
  whole({
    id: text(),
    of: holder,
    /** `used` is less than 0 where a credit was more than what was spent: then more is left than the limit. */
    budgets: list(keyLimit),
    /** The number of callers' budgets (a budget for `each` caller of the key) that changed with its own. */
    callers: count(),
  }),
);
export type BudgetsAnswer = TypeOf<typeof budgetsAnswer>;

const capacity = list(
  whole({
    id: text(),
    /** The one of several equal servers whose slots these are. What all of them share stands in an entry of its own. */
    replica: orNull(text()),
    limits: list(keyLimit),
  }),
);

/** The used and remaining limits of keys. */
export const limitsAnswer = named(
  'Limits',
  whole({
    store: limitStoreState,
    /** Keys that match, those without limits too. */
    total: count(),
    keys: list(
      whole({
        id: text(),
        /** The named rule; null for one of its own, or none. */
        rate_limit: orNull(text()),
        /** The group that it belongs to; those above stand with that one. */
        group: orNull(text()),
        /** Claims by which each caller has these limits for itself; what one of them used is not told. */
        each: list(text()),
        limits: list(keyLimit),
      }),
    ),
    /** Those that hold the key that was asked for, else those whose name matches. */
    groups: list(
      whole({
        id: text(),
        rate_limit: orNull(text()),
        /** The one that it belongs to. */
        group: orNull(text()),
        limits: list(keyLimit),
      }),
    ),
    /** Deployments (`MODEL/NAME`) with a `rate_limit` whose name matches; none where one key was asked for. */
    deployments: capacity,
    /** The same of backends. */
    backends: capacity,
  }),
);
export type LimitsAnswer = TypeOf<typeof limitsAnswer>;
