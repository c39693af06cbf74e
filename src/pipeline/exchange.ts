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

/** Whom a token was given to. */
export interface Caller {
  /** By its name in the file. */
  readonly issuer: string;
  /** Its `sub`, as the issuer wrote it; undefined where there is none. */
  readonly subject: string | undefined;
  /** For whom the limits of the key count; undefined where all who have it are one. */
  readonly counted: CountedCaller | undefined;
}

/** What forward found out about who answers: of the last attempt, but for the list of all of them. */
export interface Relayed {
  /** Attempts made so far. */
  attempts: number;
  model: string | undefined;
  deployment: string | undefined;
  backend: string | undefined;
  /** The name that it was asked for there. */
  upstreamModel: string | undefined;
  /** The request id that the backend gave its answer. */
  upstreamId: string | undefined;
  /** What is known of what it used, what that counts as, and the price of the deployment. */
  use: AnswerUse | undefined;
  counted: CountedUse | undefined;
  /** Its backend named more tokens of caches than there can be. */
  isOverstated?: boolean;
  price: PriceConfig | undefined;
  /** How the last attempt was translated; undefined where it was native. */
  translation: TranslationTold | undefined;
  /** What other models used that took part, which `counted` has nothing of; left out where none did. */
  nested?: readonly NestedUse[];
  /** What it makes known of an earlier request; left out where it does not. */
  corrects?: UseCorrection;
  /** Whether its first attempt went where its session, or what begins alike, belongs; left out where nothing belongs anywhere. */
  affinity?: Affinity | undefined;
  /** Every attempt, once it is over. */
  readonly tried: AttemptEvent[];
  /** The ids by which their models were asked for, in the same order: one entry may stand for many. */
  readonly triedIds: string[];
}

/** How a request waited for slots. */
export interface QueuedTime {
  /** The model whose room it waited in. */
  readonly model: string;
  readonly class: QueueClass;
  /** When it came to that, on `performance.now()`. */
  readonly fromMs: number;
  /** How long it waited; undefined while it does. */
  ms: number | undefined;
}

/** What stands there until an attempt is made. */
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
 * One request and its answer, on its way through the pipeline. Each stage fills in what it found out, and the
 * stages after it may rely on that; what happened in the end is read from here for the access log.
 */
export class Exchange implements SwapListed {
  readonly request: ClientRequest;
  /** Milliseconds on the monotonic clock (`performance.now()`). */
  readonly startedMs: number;

  /** Among those under way. */
  swapIndex = 0;
  /** For what takes its time on the client's side: the body, and the end of the answer. */
  readonly timer = new CoarseTimer();

  /** Set by open. */
  id = '';
  head!: Head;
  /** The request target up to the first `?`, as it was sent. */
  path = '';
  /** From the first `?` on, or empty. */
  query = '';
  clientAddress = '';

  /** Set by authenticate. */
  key: Key | undefined;
  /** Set by authenticate: whom a token names; undefined where none came. */
  caller: Caller | undefined;
  /** Set by quotaStatus: the limits of the key; undefined where it has none. */
  limits: KeyLimits | undefined;
  /** Set by quotaStatus, and again by admit: where the key stands, for the headers of the answer. */
  quota: QuotaSeen | undefined;
  /** Set by upgrade: what carries a request for a session to backends; undefined for all else. */
  opening: TurnCarrier | undefined;
  /** Set by classify: what was called. */
  endpoint: Endpoint | undefined;
  /** Set by classify: what the path says, where it is a cloud's address of the endpoint. */
  cloud: CloudAddress | undefined;
  /** Set by classify: the ids in the path of an object, as they were sent, */
  objectIds: readonly string[] = [];
  /** the model in it, decoded, where the path of an endpoint has `{model}`, */
  pathModel: string | undefined;
  /** and by resolveObjectIds: the path below the endpoint's with the backend's ids, and the backend that has what is named. */
  objectPath = '';
  pinned: string | undefined;
  /** Set by resolveObjectIds: the turns at a backend that the request goes on from, */
  continues: OpenedId | undefined;
  /** and as the answer is signed: what the backend calls the response that it made, where the key has limits. */
  madeResponse: string | undefined;
  /** Set by route: what each backend calls the models that the body names in a list. */
  batched: BatchedPlan['edits'] | undefined;
  /** Set by route: what each backend calls the models that the body names beside its own. */
  nested: ReadonlyMap<string, NestedNames> | undefined;
  /** Set by readBody: what is known of the body, for as long as the exchange lasts, */
  summary: BodySummary | undefined;
  /** and the body itself, until nothing of it will be sent again. */
  body: RequestBody | undefined;
  /** Set by readBody where the body has yet to come, and goes on as it does. */
  upload: Upload | undefined;
  /** Set by route. The wanted tags, and the models of the chain with what may answer for each. */
  tags: readonly string[] = [];
  /** Set by route: the capabilities that the body makes use of, where `routing.infer` has them looked for. */
  needs: readonly string[] = [];
  plan: readonly PlannedModel[] = [];

  /** Set by tools: the message of the Model Context Protocol that it is, and what became of it. */
  asked: MessageRecord | undefined;

  /** Set by inspect: the guards that look at the answer, */
  answerGuards: readonly LiveGuard[] | undefined;
  /** where texts of the request were changed, in words, */
  masked: readonly string[] | undefined;
  /** The status of an answer that guards look at, which the client may never get. */
  heldStatus: number | undefined;
  /** and what guards said of it and of its answer. */
  guarded: GuardEvent[] | undefined;

  /** Set by translate: the request as it is said in other dialects, until nothing of it will be sent again. */
  translated: TranslatedRequest | undefined;
  /** Set by translate: the field that nobody could be told of. */
  untranslatable: string | undefined;

  /** Set by estimateBatchCost: what a batch may cost, in billionths of a US dollar; undefined for what is none, and where nothing has a budget. */
  expectedNanoUsd: number | undefined;

  /** What should meet the same deployment again, once that was asked for; undefined where no model of the plan is sticky. */
  stickyKey: string | undefined;
  /** Set by admit where deployments have limits: those of the plan's first model, in the order to try them. */
  order: { readonly planned: PlannedModel; readonly candidates: readonly Candidate[] } | undefined;
  /** Set by admit: what the request holds of the limits of its key. */
  passage: Passage | undefined;
  /** Set by admit: how it waited for slots; undefined where it did not. */
  queued: QueuedTime | undefined;
  /** Set by admit: for whom it is, as usage is kept by it, where the key has end users and the request says so. */
  endUser: string | undefined;
  /** Set by admit: a limit counts what the answer used, so that it has to be known. */
  wantsUsage = false;

  /** Where the answer goes. A stage that has to do with answers puts a sink of its own before it. */
  answer: AnswerSink;
  /** The client's end of it. */
  readonly client: ClientSink;
  /** Set by forward. */
  relayed: Relayed = nothingRelayed;

  /** When each of these was over, on the clock of `startedMs`; undefined where it never came so far. */
  authenticatedMs: number | undefined;
  readMs: number | undefined;
  /** When all bytes of the body were there and nothing had been made of them yet. */
  bodyThereMs: number | undefined;
  routedMs: number | undefined;
  /** Set by notifyObservers: when everything was over. */
  endedMs = 0;
  /** Set by trace, where traces are wanted. */
  trace: RequestTrace | undefined;

  /** The code of the error that was answered, if the gateway made it, and why, in one sentence for the log. */
  errorCode: string | undefined;
  errorReason: string | undefined;
  /** One of very many that are alike: no line in the access log. */
  isUnlogged = false;
  /** Bytes held for this exchange against the listener's buffer budget. */
  bufferedBytes = 0;

  /** The client went away before its answer was complete. */
  gone = false;
  #isClosed = false;
  /** What the client has to take yet of an answer that was written in full. */
  #untaken: HeldBytes | undefined;
  #onGone: (() => void) | undefined;
  #onClosed: (() => void) | undefined;
  #onInterrupt: (() => void) | undefined;

  /** @param client Where the answer goes: to the client of an HTTP request, or of a turn on a socket. */
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
   * Calls back once, at the moment the client goes away. Whoever waits for something on its behalf sets it, and takes
   * it back with undefined.
   *
   * This and what follows are methods because V8 makes a function that is written where it is assigned to a property
   * in the old generation, as if it were one of many methods. Until that was collected, which is seldom, each request
   * lived on with all that it had, and was copied twice.
   */
  whenGone(listener: (() => void) | undefined): void {
    this.#onGone = listener;
  }

  /** Has the bytes of an answer count until nothing more goes to the client. */
  countUntilClosed(untaken: HeldBytes): void {
    if (this.#isClosed) untaken.take();
    else this.#untaken = untaken;
  }

  /** Calls back once, when nothing more goes to the client. */
  whenClosed(listener: () => void): void {
    this.#onClosed = listener;
  }

  /** Has the answer cut off by `cut`, as long as there is something to cut; undefined from then on. */
  whenInterrupted(cut: (() => void) | undefined): void {
    this.#onInterrupt = cut;
  }

  /** Cuts the answer off, telling the client if it can still be told. */
  interrupt(): void {
    this.#onInterrupt?.();
  }

  /** What was called, where it is an endpoint that deployments serve: after listModels nothing else is. */
  get served(): ServedEndpoint {
    return this.endpoint as ServedEndpoint;
  }

  /** The head of the answer has been written: nothing may be tried again. */
  get committed(): boolean {
    return this.client.hasBegun;
  }

  elapsedMs(): number {
    return performance.now() - this.startedMs;
  }
}
