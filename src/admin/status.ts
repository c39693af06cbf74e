import { packageVersion } from '../process/package-paths.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import type { ReloadRecord } from '../supervisor/reload-history.ts';
import type { UnwrittenFile } from '../supervisor/state/unwritten-files.ts';
import { metricsOf } from './api/overview-routes.ts';
import type { Credential } from './contract/credentials.ts';
import type { DeploymentTranslations, WatchedServer } from './contract/deployments.ts';
import type { GuardState } from './contract/guards.ts';
import type { KeySet } from './contract/issuer-key-sets.ts';
import type { WaitingRequests } from './contract/queues.ts';
import type { ToolServer } from './contract/tool-servers.ts';
import { credentialStates } from './credential-states.ts';
import { keySetStates } from './issuer-key-set-states.ts';
import { usageRefusals } from './live/deployment-states.ts';
import { translationsOf } from './live/deployment-translations.ts';
import { guardStates } from './live/guard-states.ts';
import { toolServers } from './live/tool-server-states.ts';
import { waitingRequests } from './waiting-requests.ts';
import { watchedServers } from './watched-servers.ts';

/** The answer of `/readyz?verbose` without a token: nothing from the files. */
export interface Readiness {
  readonly ready: boolean;
  readonly revision: string;
  readonly last_reload: Pick<ReloadRecord, 'at' | 'outcome' | 'cause'> | null;
}

/** The answer of `/status`. */
export interface Status {
  readonly ready: boolean;
  readonly revision: string;
  /** The same over the text alone that people review: the main file and what belongs to it. */
  readonly text_revision: string;
  /** The same over secrets, certificates and keys, as far as they came from files. */
  readonly secrets_revision: string;
  readonly loaded_at: string;
  readonly workers: GatewayView['workers'];
  /** The workers that take requests, with what each of them serves. */
  readonly processes: readonly {
    readonly pid: number;
    readonly revision: string;
    readonly text_revision: string;
  }[];
  readonly last_reload: ReloadRecord | null;
  readonly config_file: string;
  /** Of the gateway. */
  readonly version: string;
  readonly node: string;
  readonly uptime_seconds: number;
  readonly reloads: Readonly<Record<ReloadRecord['outcome'], number>>;
  /** Deployments that were taken out while serving, by `MODEL/NAME`. */
  readonly drained: readonly string[];
  /** Files of `state.dir` that can not be written now. */
  readonly unwritten: readonly UnwrittenFile[];
  /** Those that are renewed while the gateway runs. */
  readonly credentials: readonly Credential[];
  /** Those of issuers, which tokens are checked with. */
  readonly key_sets: readonly KeySet[];
  /** Deployments whose backends refuse `stream_options`, by `MODEL/NAME`: their streams count by estimates. */
  readonly refused_usage: readonly string[];
  /** Deployments that served requests through another dialect since the gateway started, by `MODEL/NAME`. */
  readonly translations: Readonly<Record<string, DeploymentTranslations>>;
  /** Servers of backends that are watched (`replicas`, `load`). */
  readonly servers: readonly WatchedServer[];
  /** The requests that wait for slots, and since when. */
  readonly queues: readonly WaitingRequests[];
  /** Guards, with what became of what they were shown since the gateway started. */
  readonly guards: readonly GuardState[];
  /** Servers of `mcp`, as the workers know them. */
  readonly tool_servers: readonly ToolServer[];
  /** Newest first. */
  readonly recent_reloads: readonly ReloadRecord[];
}

export function readiness(view: GatewayView): Readiness {
  const { last } = view.reloads;
  return {
    ready: view.isReady(),
    revision: view.config.revision,
    last_reload:
      last === undefined
        ? null
        : { at: last.at, outcome: last.outcome, ...(last.cause && { cause: last.cause }) },
  };
}

export async function status(view: GatewayView): Promise<Status> {
  const metrics = await metricsOf(view);
  const translations = translationsOf(metrics);
  return {
    ready: view.isReady(),
    revision: view.config.revision,
    text_revision: view.config.textRevision,
    secrets_revision: view.config.secretsRevision,
    loaded_at: view.reloads.loadedAt,
    workers: view.workers,
    processes: view.processes.map(({ pid, revision, textRevision }) => ({
      pid,
      revision,
      text_revision: textRevision,
    })),
    last_reload: view.reloads.last ?? null,
    config_file: view.config.file,
    version: packageVersion(),
    node: process.version,
    uptime_seconds: Math.round(process.uptime()),
    reloads: view.reloads.counts,
    drained: view.drains.of('deployments').map(({ name }) => name),
    unwritten: view.unwritten.list,
    credentials: credentialStates(view),
    key_sets: keySetStates(view),
    refused_usage: metrics === undefined ? [] : usageRefusals(metrics),
    translations: Object.fromEntries(translations.names.map((name) => [name, translations.of(name)])),
    servers: watchedServers(view),
    queues: waitingRequests(view),
    guards: guardStates(view, metrics),
    tool_servers: await toolServers(view),
    recent_reloads: view.reloads.recent,
  };
}
