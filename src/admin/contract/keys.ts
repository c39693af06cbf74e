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
    /** The same of each of its groups that allows not all: a model has to be allowed by every one of them too. */
    group_models: list(list(text())),
    /** Patterns of what it may use of MCP servers; empty for nothing. */
    tools: list(text()),
    /** The same of each of its groups that allows not all. */
    group_tools: list(list(text())),
    endpoints: orNull(list(wordsOf(endpointNames))),
    rate_limit: orNull(text()),
    /** The group whose limits hold it beside its own. */
    group: orNull(text()),
    /** Tells whether requests and answers of the key are kept for audit: all, some (of certain models or a sample), or none. */
    contents: oneOf('kept', 'partly kept', 'not kept'),
    not_before: orNull(time()),
    expires: orNull(time()),
    state: oneOf('active', 'disabled', 'expired', 'not_yet'),
    /** More than one while a secret is being replaced. */
    secrets: count(),
    /** All that leads to it, in words: its secrets, its certificate, rules of issuers. */
    reached_by: list(text()),
    /** Claims by which each caller has the limits of the key for itself; what one of them used is not in `limits`. */
    each: list(text()),
    file: text(),
    line: count(),
    /** It stands in the `keys_file` or in the `keys_store`, and can be changed here. */
    managed: truth(),
    /** The place of the key's entry. */
    stands_in: oneOf('file', 'store'),
    /** Owner, purpose and creation date, as the entry has them. */
    owner: orNull(text()),
    note: orNull(text()),
    created: orNull(time()),
    requests_last_hour: count(),
    last_used: orNull(time()),
    /** It is known to have never been used; where this is false and `last_used` is null nobody knows. */
    never_used: truth(),
    limits: list(keyLimit),
  }),
);
export type Key = TypeOf<typeof key>;

/** Says if the file can take new keys, and otherwise how to fix that. */
const keysFileState = either(
  whole({ kind: always('writable'), file: text() }),
  whole({ kind: oneOf('absent', 'read_only'), file: orNull(text()), advice: text() }),
);
export type KeysFileState = TypeOf<typeof keysFileState>;

/** Says if the store can take new keys, and otherwise why. A configured store takes precedence over the file. */
const keysStoreState = either(
  whole({ kind: oneOf('absent', 'up') }),
  whole({ kind: always('down'), advice: text() }),
);
export type KeysStoreState = TypeOf<typeof keysStoreState>;

export const keysAnswer = named(
  'Keys',
  whole({
    total: count(),
    keys: list(key),
    keys_file: keysFileState,
    keys_store: keysStoreState,
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
      tools: described(
        'Patterns of tools of MCP servers, such as `github/get_*`; absent for none.',
        filledList(text()),
      ),
      endpoints: described('Absent for those that a key may call by default.', filledList(wordsOf(grants))),
      rate_limit: described('A name of `rate_limits`.', text()),
      group: described('A name of `groups`.', text()),
      expires: time(),
      owner: described('Who answers for it.', text()),
      note: described('What it is for.', text()),
    },
  ),
);
export type NewKey = TypeOf<typeof newKey>;

/** The body of `POST /api/keys/{id}`: what is absent stays, null takes a field away. */
export const keyChanges = named(
  'KeyChanges',
  whole(
    {},
    {
      models: orNull(filledList(text())),
      tools: orNull(filledList(text())),
      endpoints: orNull(filledList(wordsOf(grants))),
      rate_limit: orNull(text()),
      group: orNull(text()),
      expires: orNull(time()),
      owner: orNull(text()),
      note: orNull(text()),
    },
  ),
);
export type KeyChanges = TypeOf<typeof keyChanges>;

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

/** The result of a change to a key that shows no secret. */
export const keyRevokedAnswer = named(
  'KeyRevoked',
  whole({
    id: text(),
    /** True once every worker knows the change; otherwise `problem` gives the reason. */
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
