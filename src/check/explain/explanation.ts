import type { Refusal } from '../../api/translation/report.ts';
import type { TargetDialect } from '../../config/target-dialects/index.ts';
import type { BalanceName } from '../../config/types/models.ts';
import type { QueueClass } from '../../config/types/queues.ts';
import type { ChainStep } from '../../routing/chain.ts';
import type { TagFailure } from '../../routing/eligibility.ts';
import type { HealthState } from '../../routing/health.ts';
import type { ExplainQuestion } from './question.ts';

/** What keeps a deployment out, with a sentence that follows its name. */
export type Reason =
  | { readonly kind: 'endpoint' | 'key' | 'down'; readonly text: string }
  | { readonly kind: 'tag'; readonly failure: TagFailure; readonly text: string }
  /** What the request says that it cannot be told. */
  | { readonly kind: 'translation'; readonly refused: readonly Refusal[]; readonly text: string };

/** How a deployment of a running gateway is at the moment. */
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
  /** Its place in the order tried, from 1 over the whole chain; null when it is not tried. */
  readonly place: number | null;
  /** The strategy that put it before or after its equals; null where its place is fixed. */
  readonly balance: BalanceName | null;
  /** The capabilities of the body that it lacks on the endpoint called: those that lack fewer come first. */
  readonly lacks: readonly string[];
  /** What it takes at most, by its own `rate_limit` and that of its backend: without room it is passed over. */
  readonly limits?: readonly string[];
  /** How many equal servers it is, of which one is asked; null for as many as a name leads to, left out where it is one. */
  readonly servers?: number | null;
  /** What it is asked in, where it serves the endpoint called through another dialect. */
  readonly via?: TargetDialect;
  /** Turns of sockets go to it over a socket of its own. */
  readonly relay?: 'websocket';
  /** Where it is translated, and there is a body: the fields that it is not told of, and those that it is told something near of. */
  readonly dropped?: readonly string[];
  readonly changed?: readonly string[];
  /** Empty exactly when it has a place. */
  readonly reasons: readonly Reason[];
  /** Only from a running gateway. */
  readonly live?: LiveState;
}

export interface ExplainedModel {
  readonly model: string;
  readonly kind: ChainStep['kind'];
  /** A model whose name is close to one that there is not. */
  readonly nearest?: string;
  /** Those that are tried, in that order, then the others by priority. */
  readonly deployments: readonly ExplainedDeployment[];
}

/** Where the request goes first, or what the client gets instead. */
export type ExplainedOutcome =
  | {
      readonly status: 200;
      readonly deployment: string;
      /** Those that may come first as well, since nothing but the strategy and the load tells them apart. */
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
  /** Where the question has claims that lead to a key: by which rule, counted from 1. */
  readonly identity?: { readonly issuer: string; readonly rule: number; readonly key: string };
  readonly outcome: ExplainedOutcome;
  readonly models: readonly ExplainedModel[];
  /** Where copies of it may go, whose answers nobody gets; left out for nowhere. */
  readonly mirrors?: readonly ExplainedMirror[];
  /** How the request would wait where all that could answer is full; left out where it would be refused. */
  readonly queue?: ExplainedQueue;
  /** What the key says and is told is kept for audit, all of it or the share of `sample`; left out where it is not. */
  readonly contents?: { readonly share: number };
  /** The guards that look at it, and at what is answered; left out where none does. */
  readonly guards?: readonly ExplainedGuard[];
  /** What comes of the WebSocket that the request is asked on; left out for a plain request. */
  readonly socket?: ExplainedSocket;
}

/** A WebSocket, and what it adds to a request that comes on it. */
export interface ExplainedSocket {
  /** All of it in sentences. */
  readonly text: readonly string[];
  /** False where its handshake is refused, with what the outcome says. */
  readonly opens: boolean;
  /** How many of a key, or of a group, may be open at once. */
  readonly most?: readonly { readonly whose: string; readonly sockets: number }[];
}

/** How a request waits for slots. */
export interface ExplainedQueue {
  /** All of it in sentences. */
  readonly text: readonly string[];
  /** For those of the chain: the model whose room it is; left out where it does not. */
  readonly room?: {
    readonly model: string;
    readonly wait_ms: number;
    readonly length: number;
    /** It waits before it falls back. */
    readonly first: boolean;
  };
  /** For slots of its key and its groups: how long, and whose they are. */
  readonly own?: readonly {
    readonly whose: string;
    readonly concurrency: number;
    readonly wait_ms: number;
  }[];
  /** Of a key; left out where any may ask. */
  readonly class?: QueueClass;
  readonly weight?: number;
}
