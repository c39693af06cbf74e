/**
 * The messages between the supervisor and its workers. A change of configuration has two phases: all workers prepare,
 * and only when every one of them could do the swap do they all commit. Each try of a change has a number of its own,
 * so that a late message about an abandoned one can't be taken for an answer.
 */
import type { Address } from '../config/types/listen.ts';
import type { CredentialItem } from '../credentials/delivery.ts';
import type { ServersItem } from '../http/client/replicas/servers-use.ts';
import type { KeySetItem } from '../identity/key-set-sources.ts';
import type { PrimaryMessage, WorkerMessage } from '../limits/lease/lease-messages.ts';
import type { FamilyReport } from '../observe/metrics/series.ts';
import type { ToolServerReport } from '../observe/tool-server-report.ts';
import type { HealthNote } from '../routing/health-notes.ts';
import type { SettledAnswer, SettledQuestion } from './settled-questions.ts';

/** The names of all that operators took out while serving. */
export interface DrainedNames {
  /** `MODEL/NAME`, or `MODEL/NAME@REPLICA`. */
  readonly deployments: readonly string[];
  /** Servers of `mcp`, and what they have: `SERVER`, `SERVER/TOOL`. */
  readonly tools: readonly string[];
}

export type ToWorker =
  /** One chunk of a transfer that the worker has not got. */
  | { readonly kind: 'piece'; readonly change: number; readonly id: string; readonly bytes: Uint8Array }
  /** All chunks are there: build everything, open what has to be opened, change nothing yet. */
  | {
      readonly kind: 'prepare';
      readonly change: number;
      /** The ids of all chunks in their order, those of the version that is served included. */
      readonly chunks: readonly string[];
      /** Other workers listen at the address already: it is opened last, when nothing can stop the change any more. */
      readonly joins: boolean;
    }
  | { readonly kind: 'commit'; readonly change: number }
  | { readonly kind: 'discard'; readonly change: number }
  | {
      readonly kind: 'drain';
      readonly limitMs: number;
      readonly delayMs: number;
      /** The others go on. */
      readonly isGentle: boolean;
    }
  | { readonly kind: 'limits'; readonly message: PrimaryMessage }
  /** These are taken out, and no others. */
  | { readonly kind: 'drained'; readonly names: DrainedNames }
  /** Another worker's findings about deployments. */
  | { readonly kind: 'health'; readonly notes: readonly HealthNote[] }
  /** The newest values of sources. A worker that starts gets all there are before its first configuration. */
  | { readonly kind: 'credentials'; readonly items: readonly CredentialItem[] }
  /** Nobody renews these any more. */
  | { readonly kind: 'credentials_ended'; readonly ids: readonly string[] }
  /** The newest keys of issuers. A worker that starts gets all there are before its first configuration. */
  | { readonly kind: 'key_sets'; readonly items: readonly KeySetItem[] }
  /** Nobody fetches these any more. */
  | { readonly kind: 'key_sets_ended'; readonly ids: readonly string[] }
  /** The known servers of backends. A worker that starts gets all there are before its first configuration. */
  | { readonly kind: 'servers'; readonly items: readonly ServersItem[] }
  /** Nobody watches these any more. */
  | { readonly kind: 'servers_ended'; readonly ids: readonly string[] }
  /** The answer to a worker's question about an object. */
  | { readonly kind: 'settled'; readonly answer: SettledAnswer }
  /** Ask backends whether these objects are done, by the ids that they are remembered by. */
  | { readonly kind: 'look_at'; readonly ids: readonly string[] }
  /** Report your figures. */
  | { readonly kind: 'measure' }
  /** Report what you know of the servers of `mcp`. */
  | { readonly kind: 'report_tool_servers' }
  /** Somebody looks at single requests: tell more of them for a while. */
  | { readonly kind: 'watch_requests' }
  /** Open the log file anew. */
  | { readonly kind: 'reopen_log' }
  | { readonly kind: 'ping' };

export type ToPrimary =
  /** The worker's modules are loaded: it can be given a configuration. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'prepared'; readonly change: number }
  | { readonly kind: 'refused'; readonly change: number; readonly reason: string }
  | {
      readonly kind: 'committed';
      readonly change: number;
      readonly address: Address;
      readonly caFile: string | undefined;
    }
  | { readonly kind: 'limits'; readonly message: WorkerMessage }
  /** Its findings about deployments, for the other workers. */
  | { readonly kind: 'health'; readonly notes: readonly HealthNote[] }
  /** A backend refused the value of a source that this worker has as the newest. */
  | { readonly kind: 'credential_refused'; readonly id: string; readonly generation: number }
  /** A token names a key that this set lacks. */
  | { readonly kind: 'unknown_key'; readonly id: string }
  /** Of an object that is to be counted once, whichever worker learns what it used. */
  | { readonly kind: 'settle'; readonly question: SettledQuestion }
  /** The worker met a fault of its own: it answers what it has in flight and ends. */
  | { readonly kind: 'failing' }
  /** Gauges whole, of the rest what has changed since the last time. `isAll`: no more come until they are asked for again. */
  | { readonly kind: 'figures'; readonly reports: readonly FamilyReport[]; readonly isAll: boolean }
  /** Its knowledge of the servers of `mcp`. */
  | { readonly kind: 'tool_servers'; readonly reports: readonly ToolServerReport[] }
  /** Requests that are over, as JSON: cheaper to make than a message of many small objects. */
  | { readonly kind: 'requests'; readonly batch: string }
  | { readonly kind: 'pong' };
