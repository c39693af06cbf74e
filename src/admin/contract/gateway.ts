import { limitStoreState } from './limits.ts';
import { count, list, named, oneOf, orNull, type TypeOf, text, time, truth, whole } from './shape.ts';

export const reload = named(
  'Reload',
  whole({
    at: time(),
    outcome: oneOf('applied', 'unchanged', 'rejected'),
    from: text(),
    to: orNull(text()),
    /** The differences in words. */
    changes: list(text()),
    /** As `gateway check` prints them. */
    problems: orNull(text()),
    warnings: orNull(text()),
  }),
);
export type Reload = TypeOf<typeof reload>;

export const reloadsAnswer = named('Reloads', whole({ reloads: list(reload) }));
export type ReloadsAnswer = TypeOf<typeof reloadsAnswer>;

/** A file of `state.dir` that can not be written now. */
export const unwrittenFile = named(
  'UnwrittenFile',
  whole({
    file: text(),
    /** The content of the file. */
    what: text(),
    /** Why not, in the system's words. */
    reason: text(),
    since: time(),
  }),
);
export type UnwrittenFile = TypeOf<typeof unwrittenFile>;

/** The gateway itself: on every page of the dashboard. */
export const gatewayAnswer = named(
  'Gateway',
  whole({
    ready: truth(),
    revision: text(),
    loaded_at: text(),
    config_file: text(),
    /** The address for clients, such as `https://127.0.0.1:8443`. */
    url: text(),
    node: text(),
    uptime_seconds: count(),
    workers: whole({ wanted: count(), serving: count(), restarts: count() }),
    reloads: whole({ applied: count(), unchanged: count(), rejected: count() }),
    limit_store: limitStoreState,
    /** The gateway's own files that it can't write now. */
    unwritten: list(unwrittenFile),
    /** The problems of the files as they are now; null while the gateway serves them. */
    rejected: orNull(reload),
  }),
);
export type GatewayAnswer = TypeOf<typeof gatewayAnswer>;

export const configAnswer = named(
  'Config',
  whole({
    revision: text(),
    file: text(),
    loaded_at: text(),
    /** The files as they are served: defaults filled in, secrets masked. */
    files: list(whole({ file: text(), text: text() })),
    /** Why `files` is empty: the files have changed since they were taken. */
    unavailable: orNull(text()),
  }),
);
export type ConfigAnswer = TypeOf<typeof configAnswer>;
