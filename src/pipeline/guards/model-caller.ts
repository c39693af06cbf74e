/** Asks a model of the file, as a client would ask it: its deployments, retries and fallbacks are those of every request. */
import { Socket } from 'node:net';
import { readJsonBody } from '../../api/body/json-body.ts';
import { endpoints } from '../../api/endpoints/index.ts';
import { type Applicant, Connections } from '../../http/client/connections.ts';
import { HeaderPolicy, readHead } from '../../http/server/request-head.ts';
import { requestIdFrom } from '../../http/server/request-id.ts';
import { clientKey, type Key } from '../../keys/keyring.ts';
import { GatheredBytes } from '../../lib/bytes/gathered-bytes.ts';
import { guardKey } from '../../observe/request-event.ts';
import { plan } from '../../routing/plan.ts';
import { requestEvent } from '../describe-request.ts';
import { Exchange } from '../exchange.ts';
import { NobodysSink } from '../mirrors/mirror-ends.ts';
import { asGatewayError } from '../own-answer.ts';
import type { Parts } from '../parts.ts';
import { TurnRequest } from '../sockets/turn-request.ts';
import { compose, type Next } from '../stage.ts';
import { forward } from '../stages/forward.ts';
import { translate } from '../stages/translate.ts';
import type { GuardQuestion } from './forms/guard-form.ts';
import { type AskedAbout, type GuardCaller, GuardFailure } from './guard-caller.ts';
import type { LookTime } from './look-time.ts';

/** An answer of a few words; a model that reasons aloud says some more. */
const mostBytes = 256 * 1024;

/** The key of these requests, which is nobody's: no limit counts them. */
const nobody: Key = clientKey({
  id: guardKey,
  at: { file: '', line: 0, column: 0 },
  hashes: [],
  certificate: undefined,
  retiring: new Map(),
  models: undefined,
  groupModels: [],
  tools: undefined,
  endpoints: undefined,
  groups: [],
  notBefore: undefined,
  expires: undefined,
  disabled: false,
  rule: undefined,
  limits: undefined,
  endUsers: undefined,
  queue: { class: 'normal', weight: 1 },
  allowFrom: undefined,
  tags: [],
  nestedModels: 'allow',
  objectsOwner: '',
  owner: undefined,
  note: undefined,
  created: undefined,
});

const everything = () => true;

/** It comes over no connection. */
const nowhere = new Socket();

/** Asks one model. */
export class ModelCaller implements GuardCaller {
  readonly #guard: string;
  readonly #model: string;
  readonly #places: Connections;
  #parts: Parts | undefined;
  #send: Next | undefined;

  constructor(guard: string, model: string, concurrency: number, waitMs: number) {
    this.#guard = guard;
    this.#model = model;
    this.#places = new Connections(concurrency, waitMs);
  }

  /** From now on the models of a configuration are asked. */
  begin(parts: Parts): void {
    this.#parts = parts;
    const { deploymentRoutes } = parts;
    this.#send = compose([
      deploymentRoutes.translates ? translate(parts) : undefined,
      forward({ ...parts, limits: undefined, keepsUsage: true }),
    ]);
  }

  get isDown(): string | undefined {
    return undefined;
  }

  ask({ body }: GuardQuestion, time: LookTime, about: AskedAbout): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const seat: Applicant = {
        start: () => {
          this.#asked(body, time, about)
            .then(resolve, reject)
            .finally(() => {
              forget();
              this.#places.release();
            });
        },
        refuse: () => {
          forget();
          reject(new GuardFailure('all places at it stayed taken (`concurrency`)'));
        },
      };
      const forget = time.whenOver(() => {
        this.#places.withdraw(seat);
        reject(new GuardFailure(time.over!));
      });
      this.#places.enter(seat);
    });
  }

  async #asked(body: unknown, time: LookTime, { id, hops }: AskedAbout): Promise<unknown> {
    const parts = this.#parts!;
    const served = endpoints.chat_completions;
    const bytes = Buffer.from(JSON.stringify(body));
    const question = {
      endpoint: served.name,
      model: this.#model,
      models: [],
      tags: [],
      allows: everything,
    } as const;
    const { models } = plan(parts.routes, question);
    if (models === undefined) throw new GuardFailure('no deployment of its model can be asked');
    const sink = new CollectingSink();
    const exchange = new Exchange(new TurnRequest(served.path, nowhere, [], bytes), sink);
    exchange.head = readHead(exchange.request, new HeaderPolicy([]));
    if (hops > 0) exchange.head.hops = String(hops);
    exchange.id = requestIdFrom(undefined, 0);
    exchange.path = served.path;
    exchange.key = nobody;
    exchange.endpoint = served;
    exchange.body = readJsonBody(bytes, served);
    exchange.summary = exchange.body.summary;
    exchange.plan = models;
    const forget = time.whenOver(() => sink.leave());
    try {
      await this.#send!(exchange);
      return sink.answer();
    } catch (error) {
      if (error instanceof GuardFailure) throw error;
      const known = asGatewayError(error);
      exchange.errorCode = known.code;
      exchange.errorReason = known.reason;
      throw new GuardFailure(`its model gave no answer: ${known.reason}`);
    } finally {
      forget();
      exchange.endedMs = performance.now();
      this.#tell(exchange, id, parts);
    }
  }

  /** It has a line and books of its own. */
  #tell(exchange: Exchange, id: string, { routes, clientIp, observers, log }: Parts): void {
    try {
      const event = requestEvent(exchange, Date.now() - performance.now(), { routes, clientIp });
      const told = { ...event, key: guardKey, guardOf: { guard: this.#guard, request: id } };
      for (const observe of observers) observe(told, exchange);
    } catch (err) {
      log.error({ err, id: exchange.id }, 'reporting a request');
    }
  }
}

/** Takes a short answer as a whole. */
class CollectingSink extends NobodysSink {
  readonly #gathered = new GatheredBytes();

  constructor() {
    super(() => {});
  }

  override write(bytes: Buffer): void {
    super.write(bytes);
    if (this.bytes <= mostBytes) this.#gathered.push(bytes);
  }

  answer(): unknown {
    if (!this.hasBegun || this.status !== 200)
      throw new GuardFailure(`its model answered with status ${this.status}`, true);
    if (this.bytes > mostBytes) throw new GuardFailure(`an answer of more than ${mostBytes} bytes`, true);
    try {
      return JSON.parse(this.#gathered.whole().toString());
    } catch {
      throw new GuardFailure('an answer that is no JSON', true);
    }
  }
}
