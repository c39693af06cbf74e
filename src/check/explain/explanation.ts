import type { Refusal } from '../../api/translation/report.ts';
import type { TargetDialect } from '../../config/target-dialects/index.ts';
import type { BalanceName } from '../../config/types/models.ts';
import type { QueueClass } from '../../config/types/queues.ts';
import type { ChainStep } from '../../routing/chain.ts';
import type { TagFailure } from '../../routing/eligibility.ts';
import type { HealthState } from '../../routing/health.ts';
import type { ExplainQuestion } from './question.ts';

/** The reason that excludes a deployment, with a sentence that follows its name. */
export type Reason =
  | { readonly kind: 'endpoint' | 'key' | 'down'; readonly text: string }
  | { readonly kind: 'tag'; readonly failure: TagFailure; readonly text: string }
  /** The parts of the request that cannot be said in its dialect. */
  | { readonly kind: 'translation'; readonly refused: readonly Refusal[]; readonly text: string };

/** The present state of a running gateway's deployment. */
export interface LiveState {
  readonly standing: HealthState;
  readonly inFlight: number;
  /** Smoothed, to the first byte; null before the first answer. */
  readonly latencyMs: number | null;
}

export interface ExplainedDeployment {
  /** `MODEL/NAME`. */
  readonly deployment: string;
  readonly backend: string;
  readonly priority: number;
  /** Its place in the order of attempts, from 1 over the whole chain; null if it is not tried. */
  readonly place: number | null;
  /** The strategy that put it before or after its equals; null if its place is fixed. */
  readonly balance: BalanceName | null;
  /** The capabilities of the body that it lacks on the called endpoint: deployments that lack fewer come first. */
  readonly lacks: readonly string[];
  /** Its own `rate_limit` and that of its backend: without room it is passed over. */
  readonly limits?: readonly string[];
  /**
   * The number of its equal servers, of which one is asked; null for the unknown number of a name, absent for a single
   * server.
   */
  readonly servers?: number | null;
  /** The dialect of a translated request to it. */
  readonly via?: TargetDialect;
  /** Turns of sockets go to it over a socket of its own. */
  readonly relay?: 'websocket';
  /** With a translation and a body: the fields that are lost, and those that are passed in a similar form. */
  readonly dropped?: readonly string[];
  readonly changed?: readonly string[];
  /** Empty exactly if it has a place. */
  readonly reasons: readonly Reason[];
  /** Only from a running gateway. */
  readonly live?: LiveState;
}

export interface ExplainedModel {
  readonly model: string;
  readonly kind: ChainStep['kind'];
  /** An existing model whose name is close to an unknown one. */
  readonly nearest?: string;
  /** Those that are tried, in that order, then the others by priority. */
  readonly deployments: readonly ExplainedDeployment[];
}

/** The first destination of the request, or the client's error. */
export type ExplainedOutcome =
  | {
      readonly status: 200;
      readonly deployment: string;
      /** Others that may come first as well: only the strategy and the load decide between them. */
      readonly or: readonly string[];
    }
  | {
      readonly status: number;
      readonly code: string;
      readonly message: string;
      /** The field of the body that the error is about. */
      readonly param?: string;
    };

/** Copies of requests that a model answers. */
export interface ExplainedMirror {
  readonly of: string;
  readonly share: number;
  /** `MODEL/NAME` of all that may get one. */
  readonly deployments: readonly string[];
}

/** A guard that a request has. */
export interface ExplainedGuard {
  readonly name: string;
  readonly looksAt: readonly ('requests' | 'answers')[];
}

/** The answer to a question. Plain data: as JSON it is what `explain --format json` prints. */
export interface Explanation {
  readonly question: ExplainQuestion;
  /** The rule, counted from 1, if the question's claims lead to a key. */
  readonly identity?: { readonly issuer: string; readonly rule: number; readonly key: string };
  readonly outcome: ExplainedOutcome;
  readonly models: readonly ExplainedModel[];
  /** The targets of copies, whose answers nobody gets; absent for none. */
  readonly mirrors?: readonly ExplainedMirror[];
  /** The waits of the request while all possible deployments are full; absent if it would be refused. */
  readonly queue?: ExplainedQueue;
  /** The key's requests and answers are kept for audit, all or the share of `sample`; absent if they are not. */
  readonly contents?: { readonly share: number };
  /** The guards that read it and its answer; absent for none. */
  readonly guards?: readonly ExplainedGuard[];
  /** The outcome of the request's WebSocket; absent for a plain request. */
  readonly socket?: ExplainedSocket;
}

/** A WebSocket, and its effects on a request that comes on it. */
export interface ExplainedSocket {
  /** All of it in sentences. */
  readonly text: readonly string[];
  /** False if its handshake is refused, for the reason in the outcome. */
  readonly opens: boolean;
  /** The most open sockets of a key, or of a group. */
  readonly most?: readonly { readonly whose: string; readonly sockets: number }[];
}

/** The waits of a request for slots. */
export interface ExplainedQueue {
  /** All of it in sentences. */
  readonly text: readonly string[];
  /** The wait for slots of the chain: the model whose room it is; absent if it does not wait. */
  readonly room?: {
    readonly model: string;
    readonly wait_ms: number;
    readonly length: number;
    /** It waits before it falls back. */
    readonly first: boolean;
  };
  /** The wait for slots of its key and its groups: the longest time, and the owners. */
  readonly own?: readonly {
    readonly whose: string;
    readonly concurrency: number;
    readonly wait_ms: number;
  }[];
  /** The class of a key; absent if every key may ask. */
  readonly class?: QueueClass;
  readonly weight?: number;
}
