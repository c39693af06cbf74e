import type { AnyEndpointName } from '../api/endpoints/index.ts';
import type { Certainty, Counts, NamedSums, Usage } from './usage.ts';

/** One try of a request on one deployment. Times are milliseconds. */
/**
 * The place of a request whose session, or whose beginning, belongs to one of several places: there; elsewhere, since
 * that place was too busy; or elsewhere, since that place was not available.
 */
export type Affinity = 'kept' | 'spilled' | 'moved';

export interface AttemptEvent {
  readonly model: string;
  readonly deployment: string;
  /** The result, in the words of `routing/outcomes.ts`. */
  readonly outcome: string;
  /** The backend's status; undefined where it gave no answer. */
  readonly status: number | undefined;
  /** Since the request came. */
  readonly startMs: number;
  readonly ms: number;
  /** Until a connection was ready to carry the request; undefined where none was. */
  readonly connectMs: number | undefined;
  /** Until the head of the answer; undefined where there was none. */
  readonly firstByteMs: number | undefined;
  /** The dialect that the backend was asked in where that is not the client's. */
  readonly via?: string | undefined;
  /** The server among its equal ones; absent for a single server. */
  readonly replica?: string | undefined;
}

/** The translation of an attempt's deployment to another dialect, and its losses. */
export interface TranslationTold {
  /** The endpoint that was called, and what its backend was asked in (`via`). */
  readonly from: string;
  readonly to: string;
  /** Fields of the request that were left out, and those that are only said approximately: paths without indices. */
  readonly dropped: readonly string[];
  readonly changed: readonly string[];
  /** The parts of the answer without a place in the client's dialect. */
  readonly lost: string[];
  /** Of these, content that headers tell of with the fields of the request that were left out; */
  readonly leftOut: string[];
  /** and what of the answer is only said approximately. */
  readonly nearly: string[];
  /** `DIALECT:TYPE` of what nobody knows in the answer. */
  readonly unknown: string[];
}

/** Milliseconds that each phase took; undefined where the request did not get through it. */
export interface PhaseTimes {
  readonly authenticateMs: number | undefined;
  /** The client's upload included. */
  readonly readMs: number | undefined;
  readonly routeMs: number | undefined;
}

/** The usage of an earlier request beyond its first count: negative for a count that was too high. */
export interface UseCorrection
  extends Pick<
    RequestEvent,
    | 'at'
    | 'key'
    | 'group'
    | 'asked'
    | 'isKnownModel'
    | 'model'
    | 'deployment'
    | 'backend'
    | 'upstreamModel'
    | 'certainty'
    | 'endUser'
  > {
  readonly tokens: Counts;
  /** The counts by name that were unknown; undefined for none. */
  readonly named?: NamedSums | undefined;
  readonly costNanoUsd: number;
}

/** The original of a copy: the request, and its own answer, which the client got. */
export interface MirroredRequest {
  /** Its id. */
  readonly of: string;
  /** `MODEL/NAME` of who answered it. */
  readonly deployment: string;
  readonly status: number;
  readonly ms: number;
  readonly firstByteMs: number | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** Bytes of the answer as the client got it, and of that of the copy in the same form. */
  readonly length: number;
  readonly ownLength: number;
}

/** The key that copies count for, in usage and metrics: no name of a configuration. */
export const mirrorKey = '(mirror)';

/** The key that requests of guards count for, in usage and metrics: no name of a configuration. */
export const guardKey = '(guard)';

/** A guard's verdict on a text; `unseen` is for content that it can't see. */
export type GuardOutcome = 'passed' | 'refused' | 'masked' | 'failed' | 'unseen';

/** One guard's verdict on a request, or on its answer. */
export interface GuardEvent {
  readonly guard: string;
  readonly direction: 'requests' | 'answers';
  /** The gravest of all its looks, whatever the file has become of it. */
  outcome: GuardOutcome;
  /** The number of questions to it; 0 if there was nothing to show. */
  looks: number;
  /** The time spent waiting for it. */
  ms: number;
}

/** A tool server's result for a message; `error` comes from the server itself, and `failed` from a tool. */
export type ToolOutcome =
  | 'answered'
  | 'failed'
  | 'error'
  | 'input_required'
  | 'unreachable'
  | 'timeout'
  | 'invalid'
  | 'refused'
  | 'interrupted'
  | 'abandoned';

/** The facts about a message of the Model Context Protocol. */
export interface ToolEvent {
  /** As the protocol calls it, where that is one that it has. */
  readonly method: string;
  /** Undefined for what the gateway answers of all servers. */
  readonly server: string | undefined;
  /** `SERVER/NAME`, with `prompt:` or `resource:` before the name of what is no tool. */
  readonly tool: string | undefined;
  /** The server's name of a tool that the file names: figures are kept of such alone, since others are anybody's. */
  readonly named?: string | undefined;
  readonly outcome: ToolOutcome | undefined;
}

/** The usage of a model that a request named beside its own. */
export interface NestedUse {
  /** The id that it was named by, and whose deployment that led to. */
  readonly asked: string;
  readonly model: string;
  readonly deployment: string;
  readonly backend: string;
  readonly upstreamModel: string;
  readonly certainty: Certainty;
  readonly tokens: Counts;
  readonly costNanoUsd: number;
}

/**
 * One request once it is over: what the access log, the metrics, the Live page and the usage of keys are made from.
 * Plain data, so that it can go to another process. Holds no body, no header as a whole and no secret; texts that
 * clients made up are cut and printable.
 */
export interface RequestEvent {
  readonly id: string;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
  /** The client's address as `log.client_ip` lets it be known. */
  readonly client: string | undefined;
  /** Id of the key. */
  readonly key: string | undefined;
  /** The group that the key belonged to. */
  readonly group: string | undefined;
  /** The issuer of the token, by its name in the file, and the token's subject; undefined without a token. */
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
  readonly method: string;
  /** Without its query, which may hold what nobody should read. */
  readonly path: string;
  /** As the client wrote it. */
  readonly host: string | undefined;
  readonly userAgent: string | undefined;
  /** The session, if a request with a key names one (`session_from`). */
  readonly session?: string;
  /** The agent and the kind of request that Claude Code says it is. */
  readonly agent?: string;
  readonly requestClass?: string;
  /** For whom it is, where its key has end users and it says so. Usage is kept by it; no log, metric or trace has it. */
  readonly endUser?: string | undefined;
  /** Undefined where the path is none of ours, or it never came so far as to look. */
  readonly endpoint: AnyEndpointName | undefined;
  /** The path of one that the configuration declares, as it is declared. */
  readonly route?: string;
  /** The model that the client asked for, if the file knows it; otherwise as the client wrote it. */
  readonly asked: string | undefined;
  readonly isKnownModel: boolean;
  /** Model and deployment of the last attempt; undefined where none was made. */
  readonly model: string | undefined;
  readonly deployment: string | undefined;
  readonly backend: string | undefined;
  /** The name that the last attempt asked its backend for. */
  readonly upstreamModel: string | undefined;
  /** The entry of the file that the client asked for, where the last attempt was on another model; `(unknown)` where the file has none. */
  readonly fellBackFrom?: string;
  /** The models that the request named, in order, where it named more than one. */
  readonly chain: readonly string[];
  /** The wanted tags. */
  readonly tags: readonly string[];
  /** The capabilities that the body makes use of, where `routing.infer` has them looked for. */
  readonly needs: readonly string[];
  readonly streamed: boolean;
  /** 499 where the client went away before its answer was complete. */
  readonly status: number;
  /** Of the error that was answered, as the client reads it, if the gateway made it. */
  readonly code: string | undefined;
  /** Why, in one sentence for operators. */
  readonly reason: string | undefined;
  readonly ms: number;
  /** The time of each phase before an answer, as far as the request came. */
  readonly phases: PhaseTimes;
  /** Until the head of the answer was written to the client. */
  readonly firstByteMs: number | undefined;
  /** The counted usage; undefined if none is known. */
  readonly tokens: Usage | undefined;
  /** The certainty of the usage. */
  readonly certainty: Certainty | undefined;
  /** The backend named more tokens of caches than there can be, so that less was counted. */
  readonly isOverstated?: boolean;
  /** Billionths of a US dollar; undefined where the price or the tokens are not known. */
  readonly costNanoUsd: number | undefined;
  /** The correction of an earlier request. */
  readonly corrects?: UseCorrection;
  /** The usage of models that took part beside the one that answered; `tokens` and `costNanoUsd` do not include it. */
  readonly nested?: readonly NestedUse[];
  readonly attempts: readonly AttemptEvent[];
  /** A copy of another request, whose answer nobody got: what is left out is a client's own. */
  readonly mirror?: MirroredRequest;
  /** The tools that it asked for, for a message of the Model Context Protocol. */
  readonly tools?: ToolEvent;
  /** The verdicts of guards, each on a request and on its answer. */
  readonly guards?: readonly GuardEvent[];
  /** The guard that asks, and the id of the request that it is about, where it is a guard's own. */
  readonly guardOf?: { readonly guard: string; readonly request: string };
  /** The time that it waited for slots, the model of the room, and its class. */
  readonly affinity?: Affinity;
  readonly queued?: { readonly model: string; readonly class: string; readonly ms: number };
  /** Of the last attempt; undefined where it was native. */
  readonly translation?: TranslationTold | undefined;
  /** The field that no deployment could be told of, without its indices. */
  readonly untranslatable?: string | undefined;
  readonly title: string | undefined;
  readonly referer: string | undefined;
  /** The request id that the backend gave its answer. */
  readonly upstreamId: string | undefined;
}
