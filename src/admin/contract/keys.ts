import { grants } from '../../api/endpoints/grants.ts';
import { endpointNames } from '../../api/endpoints/index.ts';
import { keyLimit } from './limits.ts';
import {
  always,
  count,
  described,
  either,
  filledList,
  list,
  named,
  oneOf,
  orNull,
  type TypeOf,
  text,
  time,
  truth,
  whole,
  wordsOf,
} from './shape.ts';

const key = named(
  'Key',
  whole({
    id: text(),
    /** Null for all. */
    models: orNull(list(text())),
    endpoints: orNull(list(wordsOf(endpointNames))),
    rate_limit: orNull(text()),
    /** The group whose limits hold it beside its own. */
    group: orNull(text()),
    not_before: orNull(time()),
    expires: orNull(time()),
    state: oneOf('active', 'disabled', 'expired', 'not_yet'),
    /** More than one while a secret is being replaced. */
    secrets: count(),
    file: text(),
    line: count(),
    /** It stands in the `keys_file`, and can be changed here. */
    managed: truth(),
    requests_last_hour: count(),
    last_used: orNull(time()),
    limits: list(keyLimit),
  }),
);
export type Key = TypeOf<typeof key>;

/** Whether keys can be made here, and if not what to do. */
const keysFileState = either(
  whole({ kind: always('writable'), file: text() }),
  whole({ kind: oneOf('absent', 'read_only'), file: orNull(text()), advice: text() }),
);
export type KeysFileState = TypeOf<typeof keysFileState>;

export const keysAnswer = named(
  'Keys',
  whole({
    total: count(),
    keys: list(key),
    keys_file: keysFileState,
    /** Names of `rate_limits` that a key can have. */
    rate_limits: list(text()),
  }),
);
export type KeysAnswer = TypeOf<typeof keysAnswer>;

/** The body of `POST /api/keys`. */
export const newKey = named(
  'NewKey',
  whole(
    { id: text() },
    {
      models: described('Globs over model ids; absent for all.', filledList(text())),
      endpoints: described('Absent for those that a key may call by default.', filledList(wordsOf(grants))),
      rate_limit: described('A name of `rate_limits`.', text()),
      expires: time(),
    },
  ),
);
export type NewKey = TypeOf<typeof newKey>;

/** The body of `POST /api/keys/{id}/rotate`. */
export const rotation = named(
  'Rotation',
  whole(
    {},
    {
      /** Absent ends it at once. */
      overlap: described('How long the secret before stays valid, such as 24h.', text()),
    },
  ),
);

export const keyRevokedAnswer = named(
  'KeyRevoked',
  whole({
    id: text(),
    /** Whether every worker knows of it already; if not, `problem` says why. */
    live: truth(),
    problem: orNull(text()),
  }),
);
export type KeyRevokedAnswer = TypeOf<typeof keyRevokedAnswer>;

export const keySecretAnswer = named(
  'KeySecret',
  described(
    'The one time the secret is shown.',
    whole({
      ...keyRevokedAnswer.fields,
      secret: text(),
      /** A command that uses it; null where the key may use nothing. */
      curl: orNull(text()),
    }),
  ),
);
export type KeySecretAnswer = TypeOf<typeof keySecretAnswer>;
