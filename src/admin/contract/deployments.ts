import type { EndpointName } from '../../api/endpoints/index.ts';
import { type TargetDialect, targetDialects } from '../../config/target-dialects/index.ts';
import {
  count,
  integer,
  list,
  mapOf,
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

/** The state of one deployment over all workers. */
export const deploymentState = named(
  'DeploymentState',
  whole({
    /** The worst that any worker thinks of it. */
    standing: oneOf('healthy', 'last', 'out', 'drained'),
    /** Workers whose circuit is open or half-open. */
    workers_out: count(),
    /** Workers that asked its backend (`health`) and found it down. */
    workers_probed_down: count(),
    /** Workers that have no credential for its backend at the moment (`reason` credential). */
    workers_without_credential: count(),
    /** Workers that know its backend to refuse `stream_options`: its streams count by estimates. */
    workers_refused_usage: count(),
    in_flight: count(),
    /** Smoothed, to the first byte; the slowest worker's. Null before the first answer. */
    latency_ms: orNull(number()),
  }),
);
export type DeploymentState = TypeOf<typeof deploymentState>;

/** The state of one replica of a deployment. */
export const replicaState = named(
  'ReplicaState',
  whole({
    /** Its host and port: `MODEL/NAME@REPLICA` stands for it. */
    replica: text(),
    ...deploymentState.fields,
  }),
);
export type ReplicaState = TypeOf<typeof replicaState>;

/** A server of a backend that is watched, as its name leads to it or as it says how busy it is. */
export const watchedServer = named(
  'WatchedServer',
  whole({
    backend: text(),
    /** Its host and port. */
    server: text(),
    /** Its load by its own metrics; null where it is not asked, and where that is not known at the moment. */
    load: orNull(
      whole({
        running: number(),
        waiting: number(),
        /** The share of its cache that is in use, 0 to 1; null where it does not say. */
        cache: orNull(number()),
      }),
    ),
  }),
);
export type WatchedServer = TypeOf<typeof watchedServer>;

/** Something that was taken out while serving, until that is undone. */
export const drained = whole({
  at: time(),
  /** `token`, or the mark of a session. */
  by: text(),
});

/** Those that are drained. */
export const drainedAnswer = named(
  'Drained',
  whole({ drained: list(whole({ deployment: text(), ...drained.fields })) }),
);
export type DrainedAnswer = TypeOf<typeof drainedAnswer>;

/** The answer to draining or resuming a deployment. */
export const drainAnswer = named(
  'Drain',
  whole({
    deployment: text(),
    /** Null once it is resumed. */
    drained: orNull(drained),
  }),
);
export type DrainAnswer = TypeOf<typeof drainAnswer>;

/** The last failure of a deployment. */
const lastError = named(
  'LastError',
  whole({
    at: time(),
    /** As in the log and the metric `gateway_attempts_total`. */
    outcome: text(),
    /** The status that the backend answered; null without an answer. */
    status: orNull(count()),
    /** The id of the request. */
    request: text(),
  }),
);
export type LastError = TypeOf<typeof lastError>;

/** The attempts on a deployment in the last hour, including requests that another deployment answered in the end. */
const deploymentAttempts = whole({
  attempts: count(),
  /** Of those, what the deployment failed to do. */
  failures: count(),
  last_error: orNull(lastError),
});
export type DeploymentAttempts = TypeOf<typeof deploymentAttempts>;

/** The requests that a deployment served through another dialect since the gateway started, by its last attempts. */
const deploymentTranslations = whole({
  /** Requests. */
  translated: count(),
  /** The number of requests that lost each field, by its name in `x-gateway-dropped`. */
  dropped: mapOf(count()),
});
export type DeploymentTranslations = TypeOf<typeof deploymentTranslations>;

/** One capability's entry for one endpoint in `capabilities.lock`. */
const deploymentProof = named(
  'DeploymentProof',
  whole({
    /** `never`: it was not asked. `future`: the date is still to come. `no_proof`: nobody knows a request that proves it. */
    state: oneOf('proven', 'not_proven', 'failed', 'future', 'never', 'no_proof'),
    /** When it was asked last. */
    at: orNull(time()),
  }),
);
export type DeploymentProof = TypeOf<typeof deploymentProof>;

export const deployment = named(
  'Deployment',
  whole({
    /** `MODEL/NAME`. */
    deployment: text(),
    name: text(),
    backend: text(),
    priority: integer(),
    weight: number(),
    priced: truth(),
    /** The file takes it out. */
    disabled: truth(),
    /** Somebody took it out while serving; null where nobody did. */
    drained: orNull(drained),
    /** The capabilities that the deployment guarantees on each of its endpoints. */
    endpoints: mapOf<readonly string[], EndpointName>(list(text())),
    /** The backend's dialect on the endpoints that the deployment serves through translation. */
    via: mapOf<TargetDialect, EndpointName>(oneOf(...targetDialects)),
    /** The proofs (`gateway probe`), by endpoint and capability; null without a lock beside the file. */
    proofs: orNull(
      mapOf<Readonly<Partial<Record<string, DeploymentProof>>>, EndpointName>(mapOf(deploymentProof)),
    ),
    line: count(),
    state: orNull(deploymentState),
    /** The equal servers that it is; empty where it is one. */
    replicas: list(replicaState),
    /** Requests whose last attempt it had, in the last hour. */
    requests: count(),
    failed: count(),
    ...deploymentAttempts.fields,
    ...deploymentTranslations.fields,
  }),
);
export type Deployment = TypeOf<typeof deployment>;
