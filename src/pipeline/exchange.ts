import type { AnswerUse, CountedUse } from '../api/answer-usage.ts';
import type { RequestBody } from '../api/body/body-kinds.ts';
import type { BodySummary } from '../api/body/body-summary.ts';
import type { CloudAddress } from '../api/endpoints/clouds/cloud-addresses.ts';
import type { Endpoint, ServedEndpoint } from '../api/endpoints/index.ts';
import type { OpenedId } from '../api/signed-ids/id-signer.ts';
import type { TranslatedRequest } from '../api/translation/translated-request.ts';
import type { PriceConfig } from '../config/types/prices.ts';
import type { QueueClass } from '../config/types/queues.ts';
import type { ClientRequest } from '../http/server/client-request.ts';
import type { Head } from '../http/server/request-head.ts';
import type { CountedCaller } from '../identity/counted-caller.ts';
import type { Key } from '../keys/keyring.ts';
import { CoarseTimer } from '../lib/coarse-timer.ts';
import type { SwapListed } from '../lib/swap-list.ts';
import type { KeyLimits } from '../limits/key-limits.ts';
import type { Passage } from '../limits/passage.ts';
import type { QuotaSeen } from '../limits/rules.ts';
import type {
  Affinity,
  AttemptEvent,
  GuardEvent,
  NestedUse,
  TranslationTold,
  UseCorrection,
} from '../observe/request-event.ts';
import type { RequestTrace } from '../observe/traces/tracer.ts';
import type { NestedNames } from '../routing/nested-models.ts';
import type { Candidate, PlannedModel } from '../routing/routing-table.ts';
import type { LiveGuard } from './guards/live-guard.ts';
import type { MessageRecord } from './mcp/message-record.ts';
import type { BatchedPlan } from './named-models/batched-models.ts';
import type { AnswerSink, ClientSink, TurnCarrier } from './relay/answer/answer-sink.ts';
import type { HeldBytes } from './relay/held-bytes.ts';
import type { Upload } from './upload.ts';

/** The holder of a token. */
export interface Caller {
  /** The issuer's name in the file. */
  readonly issuer: string;
  /** Its `sub`, as the issuer wrote it; undefined for none. */
  readonly subject: string | undefined;
  /** The caller that the limits of the key count for; undefined if all holders of the key count as one. */
  readonly counted: CountedCaller | undefined;
}

/** The results of the stage `forward`: of the last attempt, except for the list of all. */
export interface Relayed {
  /** Attempts made so far. */
  attempts: number;
  model: string | undefined;
  deployment: string | undefined;
  backend: string | undefined;
  /** The model's name at the backend. */
  upstreamModel: string | undefined;
  /** The request id in the backend's answer. */
  upstreamId: string | undefined;
  /** The known usage, its count, and the price of the deployment. */
  use: AnswerUse | undefined;
  counted: CountedUse | undefined;
  /** Its backend reported more cached tokens than there can be. */
  isOverstated?: boolean;
  price: PriceConfig | undefined;
  /** The translation of the last attempt; undefined for a native one. */
  translation: TranslationTold | undefined;
  /** The usage of other models that took part, which `counted` does not include; absent for none. */
  nested?: readonly NestedUse[];
  /** The correction that it reveals of an earlier request; absent for none. */
  corrects?: UseCorrection;
  /**
   * Tells if its first attempt went to the place of its session, or of requests with the same beginning; absent if
   * nothing has such a place.
   */
  affinity?: Affinity | undefined;
  /** Every attempt that is over. */
  readonly tried: AttemptEvent[];
  /** The ids that asked for their models, in the same order: one entry may serve many ids. */
  readonly triedIds: string[];
}

/** The wait of a request for slots. */
export interface QueuedTime {
  /** The model whose room it waited in. */
  readonly model: string;
  readonly class: QueueClass;
  /** The start of the wait, on `performance.now()`. */
  readonly fromMs: number;
  /** Milliseconds of the wait; undefined while it lasts. */
  ms: number | undefined;
}

/** The value before the first attempt. */
const nothingRelayed: Relayed = Object.freeze(emptyRelayed());

export function emptyRelayed(): Relayed {
  return {
    attempts: 0,
    model: undefined,
    deployment: undefined,
    backend: undefined,
    upstreamModel: undefined,
    upstreamId: undefined,
    use: undefined,
    counted: undefined,
    price: undefined,
    translation: undefined,
    tried: [],
    triedIds: [],
  };
}

/**
 * One request and its answer, on its way through the pipeline. Each stage fills in its results, and the stages after it
 * may rely on them. The access log reads the outcome from here.
 */
export class Exchange implements SwapListed {
  readonly request: ClientRequest;
  /** Milliseconds on the monotonic clock (`performance.now()`). */
  readonly startedMs: number;

  /** Its place among those in flight. */
  swapIndex = 0;
  /** Bounds the time of the client's side: the body, and the end of the answer. */
  readonly timer = new CoarseTimer();

  /** Set by open. */
  id = '';
  head!: Head;
  /** The request target up to the first `?`, as the client sent it. */
  path = '';
  /** From the first `?` on, or empty. */
  query = '';
  clientAddress = '';

  /** Set by authenticate. */
  key: Key | undefined;
  /** Set by authenticate: the caller that a token names; undefined without a token. */
  caller: Caller | undefined;
  /** Set by quotaStatus: the limits of the key; undefined for none. */
  limits: KeyLimits | undefined;
  /** Set by quotaStatus, and again by admit: the status of the key's limits, for the headers of the answer. */
  quota: QuotaSeen | undefined;
  /** Set by upgrade: the carrier of a session's request to backends; undefined for all others. */
  opening: TurnCarrier | undefined;
  /** Set by classify: the called endpoint. */
  endpoint: Endpoint | undefined;
  /** Set by classify: the parts of the path, if it is a cloud's address of the endpoint. */
  cloud: CloudAddress | undefined;
  /** Set by classify: the ids in the path of an object, as the client sent them, */
  objectIds: readonly string[] = [];
  /** the model in it, decoded, if the path of the endpoint has `{model}`, */
  pathModel: string | undefined;
  /**
   * and by resolveObjectIds: the path below the endpoint's with the backend's ids, and the backend of the named object.
   */
  objectPath = '';
  pinned: string | undefined;
  /** Set by resolveObjectIds: the turns at a backend that the request continues, */
  continues: OpenedId | undefined;
  /** and while the answer is signed: the backend's name of the new response, if the key has limits. */
  madeResponse: string | undefined;
  /** Set by route: each backend's names of the models in a list of the body. */
  batched: BatchedPlan['edits'] | undefined;
  /** Set by route: each backend's names of the models that the body names beside its own. */
  nested: ReadonlyMap<string, NestedNames> | undefined;
  /** Set by readBody: the facts of the body, as long as the exchange lasts, */
  summary: BodySummary | undefined;
  /** and the body itself, until nothing of it will be sent again. */
  body: RequestBody | undefined;
  /** Set by readBody for a body that is sent on as it arrives. */
  upload: Upload | undefined;
  /** Set by route: the wanted tags, and the models of the chain with their possible deployments. */
  tags: readonly string[] = [];
  /** Set by route: the capabilities that the body uses, if `routing.infer` is on. */
  needs: readonly string[] = [];
  plan: readonly PlannedModel[] = [];

  /** Set by tools: its message of the Model Context Protocol, and the outcome. */
  asked: MessageRecord | undefined;

  /** Set by inspect: the guards that read the answer, */
  answerGuards: readonly LiveGuard[] | undefined;
  /** the places of changed texts in the request, in words, */
  masked: readonly string[] | undefined;
  /** The status of an answer that guards look at, which the client may never get. */
  heldStatus: number | undefined;
  /** and the guards' verdicts on it and its answer. */
  guarded: GuardEvent[] | undefined;

  /** Set by translate: the request in other dialects, until nothing of it will be sent again. */
  translated: TranslatedRequest | undefined;
  /** Set by translate: the field that no deployment could be told. */
  untranslatable: string | undefined;

  /**
   * Set by estimateBatchCost: the possible cost of a batch, in billionths of a US dollar; undefined for other requests,
   * and without a budget.
   */
  expectedNanoUsd: number | undefined;

  /**
   * The text that leads equal requests to the same deployment, once asked for; undefined if no model of the plan is
   * sticky.
   */
  stickyKey: string | undefined;
  /** Set by admit for deployments with limits: those of the plan's first model, in the order of attempts. */
  order: { readonly planned: PlannedModel; readonly candidates: readonly Candidate[] } | undefined;
  /** Set by admit: the amounts that the request holds of the limits of its key. */
  passage: Passage | undefined;
  /** Set by admit: its wait for slots; undefined for none. */
  queued: QueuedTime | undefined;
  /** Set by admit: the end user's name in the usage records, if the key has end users and the request names one. */
  endUser: string | undefined;
  /** Set by admit: a limit counts the usage of the answer, so it has to be known. */
  wantsUsage = false;

  /** The sink of the answer. A stage that works on answers puts a sink of its own before it. */
  answer: AnswerSink;
  /** The client's end of the sinks. */
  readonly client: ClientSink;
  /** Set by forward. */
  relayed: Relayed = nothingRelayed;

  /** The moments at which each of these was over, on the clock of `startedMs`; undefined if it never came so far. */
  authenticatedMs: number | undefined;
  readMs: number | undefined;
  /** The moment at which all bytes of the body were there, before they were parsed. */
  bodyThereMs: number | undefined;
  routedMs: number | undefined;
  /** Set by notifyObservers: the moment at which everything was over. */
  endedMs = 0;
  /** Set by trace, if traces are wanted. */
  trace: RequestTrace | undefined;

  /** The code of the gateway's own error, and its reason in one sentence for the log. */
  errorCode: string | undefined;
  errorReason: string | undefined;
  /** One of very many alike requests: it has no line in the access log. */
  isUnlogged = false;
  /** Bytes held for this exchange, which count in the listener's buffer budget. */
  bufferedBytes = 0;

  /** The client went away before its answer was complete. */
  gone = false;
  #isClosed = false;
  /** The bytes that the client has yet to take of an answer that was written in full. */
  #untaken: HeldBytes | undefined;
  #onGone: (() => void) | undefined;
  #onClosed: (() => void) | undefined;
  #onInterrupt: (() => void) | undefined;

  /** @param client The receiver of the answer: the client of an HTTP request, or of a turn on a socket. */
  constructor(request: ClientRequest, client: ClientSink, startedMs: number = performance.now()) {
    this.request = request;
    this.startedMs = startedMs;
    this.client = client;
    this.answer = client;
    client.attach(this.timer, (wasTaken) => {
      this.timer.clear();
      this.#isClosed = true;
      this.#untaken?.take();
      if (!wasTaken) {
        this.gone = true;
        this.#onGone?.();
        if (client.leftBehindEnd === true) this.gone = false;
      }
      this.#onClosed?.();
    });
  }

  /**
   * Calls back once, at the moment the client goes away. A step that waits on the client's behalf sets the listener,
   * and takes it back with undefined.
   *
   * This and the following are methods for this reason: V8 makes a function that is assigned to a property in the old
   * generation, as if it were one of many methods. Until that was collected, which is seldom, each request stayed alive
   * with all that it had, and was copied twice.
   */
  whenGone(listener: (() => void) | undefined): void {
    this.#onGone = listener;
  }

  /** Counts the bytes of an answer until nothing more goes to the client. */
  countUntilClosed(untaken: HeldBytes): void {
    if (this.#isClosed) untaken.take();
    else this.#untaken = untaken;
  }

  /** Calls back once, when nothing more goes to the client. */
  whenClosed(listener: () => void): void {
    this.#onClosed = listener;
  }

  /** Sets the function that cuts the answer off, as long as there is something to cut; undefined from then on. */
  whenInterrupted(cut: (() => void) | undefined): void {
    this.#onInterrupt = cut;
  }

  /** Cuts the answer off, and tells the client if that is still possible. */
  interrupt(): void {
    this.#onInterrupt?.();
  }

  /** The called endpoint, if deployments serve it: after listModels there is no other. */
  get served(): ServedEndpoint {
    return this.endpoint as ServedEndpoint;
  }

  /** The head of the answer has been written: no attempt may follow. */
  get committed(): boolean {
    return this.client.hasBegun;
  }

  elapsedMs(): number {
    return performance.now() - this.startedMs;
  }
}
