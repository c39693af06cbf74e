/**
 * One call of a tool, or of another thing of a server: from sending it to the last byte of the answer. If the server
 * answers with one message, the client gets one. If it sends events, the client gets each at once, at its own pace.
 * Nothing that may have been carried out is sent twice.
 */
import type { McpMessage } from '../../api/mcp/client-messages.ts';
import { rpcCodes } from '../../api/mcp/json-rpc-errors.ts';
import {
  clientAnswer,
  clientNotification,
  type Passage,
  upstreamParams,
} from '../../api/mcp/message-rewriting.ts';
import { passedToClient, requestToClient } from '../../api/mcp/older-revisions/session-messages.ts';
import { type Implementation, isOlder, metaNames, modernVersion } from '../../api/mcp/protocol-versions.ts';
import { headerNames } from '../../api/mcp/request-headers.ts';
import type { EventPlace } from '../../api/mcp/server-events.ts';
import {
  type RequestId,
  ServerFault,
  type ServerNotification,
  type ServerRequest,
  type ServerResponse,
} from '../../api/mcp/server-messages.ts';
import { GatewayError } from '../../errors.ts';
import { type FlatHeaders, headerValue } from '../../http/flat-headers.ts';
import type { CallTrace, ToolTarget } from '../../observe/traces/tracer.ts';
import { noUsage } from '../../observe/usage.ts';
import { type Exchange, emptyRelayed } from '../exchange.ts';
import { hopsSoFar } from '../hops.ts';
import type { AnswerSource } from '../relay/answer/answer-sink.ts';
import { CredentialLeak } from '../relay/credential-leak.ts';
import { interruptionMessages } from '../relay/interruption-messages.ts';
import { ClientGone } from '../request-body.ts';
import { callerOf } from './caller-of.ts';
import { eventBytes } from './event-bytes.ts';
import type { McpServer } from './servers/mcp-server.ts';
import type { RequestToServer } from './servers/request-to-server.ts';
import {
  CallFault,
  errorInSession,
  errorOf,
  mayBeDone,
  outcomes,
  refusedToken,
} from './servers/server-call-fault.ts';
import type { ServerHead } from './servers/server-http-call.ts';
import type { Speech } from './servers/server-sender.ts';
import { type HeldSession, placeFields } from './sessions/held-session.ts';
import { ToolAnswer, type ToolAnswerParts } from './tool-answer.ts';

export interface CallParts extends ToolAnswerParts {
  readonly self: Implementation;
}

export class ToolCall implements AnswerSource {
  readonly #exchange: Exchange;
  readonly #server: McpServer;
  readonly #parts: CallParts;
  readonly #message: McpMessage;
  readonly #isClientOlder: boolean;
  readonly #takesEvents: boolean;
  /** The owner of the session, if the server demands one that the gateway holds. */
  readonly #caller: string;
  /** The session that the client holds itself. */
  readonly #held: HeldSession | undefined;
  readonly #answer: ToolAnswer;
  /** The client got a place, from which it can continue without this answer. */
  #isResumable = false;
  #speech: Speech | undefined;
  #span: CallTrace | undefined;
  #credential: CredentialLeak | undefined;
  #asking: RequestToServer | undefined;
  #id: RequestId = 0;
  #ended: (fault: CallFault | undefined | 'unjudged') => void = () => {};
  #settle!: { readonly resolve: () => void; readonly reject: (error: unknown) => void };

  constructor(exchange: Exchange, server: McpServer, parts: CallParts) {
    const { asked, head, request } = exchange;
    this.#exchange = exchange;
    this.#server = server;
    this.#parts = parts;
    this.#message = asked!.message!;
    this.#isClientOlder = isOlder(asked!.version);
    this.#takesEvents =
      !asked!.isWhole && request.httpVersionMinor > 0 && takesEvents(headerValue(head.forward, 'accept'));
    this.#caller = callerOf(exchange);
    this.#held = asked!.session;
    this.#answer = new ToolAnswer(exchange, server, parts, this);
  }

  /** Resolves when the client has the answer, or has gone. Rejects with the answer of a failure. */
  async run(): Promise<void> {
    const { out } = this.#server.availability;
    if (out !== undefined) throw this.#failed(out);
    const exchange = this.#exchange;
    exchange.relayed = emptyRelayed();
    try {
      await this.#once();
    } catch (error) {
      if (!(error instanceof CallFault)) throw error;
      if (!this.#mayRepeat(error)) throw this.#failed(error);
      try {
        await this.#once();
      } catch (again) {
        throw again instanceof CallFault ? this.#failed(again) : again;
      }
    } finally {
      exchange.whenGone(undefined);
      exchange.whenInterrupted(undefined);
    }
  }

  /** True if the call may be sent once more: a server that refused its session or its revision did nothing. */
  #mayRepeat({ kind }: CallFault): boolean {
    if (this.#answer.isStreaming || this.#held !== undefined) return false;
    const speech = this.#speech;
    if (kind === 'session' && speech?.kind === 'older')
      this.#server.revision.sessionLost(this.#caller, speech);
    else if (kind === 'older' && speech?.kind === 'modern') this.#server.revision.forget();
    else return false;
    return true;
  }

  async #once(): Promise<void> {
    const exchange = this.#exchange;
    const server = this.#server;
    this.#answer.isOver = false;
    const held = this.#held;
    const speech: Speech =
      held === undefined
        ? await server.revision.speech(this.#caller)
        : { kind: 'older', session: held.session };
    this.#speech = speech;
    if (exchange.gone) throw new ClientGone();
    const { name } = exchange.asked!;
    const passage = this.#passage();
    const span = exchange.trace?.call(this.#target(speech));
    const asked = {
      // The client and the server name the request by the same id later.
      id: held === undefined ? undefined : this.#message.id,
      method: this.#message.method,
      name: this.#message.method === 'completion/complete' ? undefined : name,
      paramsText: upstreamParams(this.#message, name, passage),
      headers: this.#headers(speech, span),
      requestId: exchange.id,
      hops: hopsSoFar(exchange.head.hops) + 1,
    };
    exchange.relayed.attempts += 1;
    this.#span = span;
    exchange.relayed.triedIds.push(exchange.plan[0]?.model.id ?? '');
    await new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
      exchange.whenGone(() => this.#left());
      exchange.whenInterrupted(() => this.#interrupted());
      this.#credential = new CredentialLeak(server.credential);
      this.#ended = server.availability.begun();
      const asking = server.sender.request(asked, speech, {
        notification: (one) => this.#notified(one),
        request: (one) => this.#asked(one),
        answered: (response, head) => this.#answered(response, head),
        failed: (fault) => this.#fault(fault),
        ...(this.#givesPlaces && { place: (place: EventPlace) => this.#at(place) }),
      });
      this.#asking = asking;
      this.#id = asking.id;
      if (this.#takesEvents) this.#answer.watchSilence();
      asking.start();
    });
  }

  #target(speech: Speech): ToolTarget {
    const { server, name } = this.#exchange.asked!;
    const { address } = this.#server.backend.config;
    return {
      method: this.#message.method,
      name,
      server: server!,
      version: speech.kind === 'modern' ? modernVersion : speech.session.version,
      address: address.kind === 'url' ? address.hostname : undefined,
      port: address.kind === 'url' ? address.port : undefined,
    };
  }

  #passage(): Passage {
    const { addressed, server } = this.#exchange.asked!;
    return {
      among: addressed === undefined ? server : undefined,
      isClientOlder: this.#isClientOlder,
      isServerOlder: this.#speech!.kind === 'older',
      self: this.#parts.self,
    };
  }

  /**
   * The client's headers that go on: arguments that the server wants in headers, and the trace. No other header passes.
   */
  #headers(speech: Speech, span: CallTrace | undefined): FlatHeaders {
    const { head, trace } = this.#exchange;
    const { forward } = head;
    const passed: string[] = span === undefined ? [] : ['traceparent', span.traceparent];
    for (let index = 0; index < forward.length; index += 2) {
      const name = forward[index]!;
      const isParam =
        name.startsWith(headerNames.paramPrefix) && speech.kind === 'modern' && !this.#isClientOlder;
      const isTrace =
        (name === 'traceparent' && span === undefined) ||
        (name === 'tracestate' && (trace === undefined || trace.isContinued));
      if (isParam || isTrace) passed.push(name, forward[index + 1]!);
    }
    if (this.#isClientOlder && speech.kind === 'modern' && this.#message.method === 'tools/call')
      passed.push(
        ...this.#server.lists.paramHeaders(this.#exchange.asked!.name!, this.#message.params['arguments']),
      );
    return passed;
  }

  // The server's side.

  #notified(message: ServerNotification): void {
    if (this.#answer.isOver) return;
    this.#server.notified(message.method, this.#held?.session);
    const text = this.#notificationText(message);
    if (text !== undefined && this.#takesEvents) this.#pass(text);
  }

  #notificationText(message: ServerNotification): string | undefined {
    if (this.#held !== undefined) {
      const { toolGrants } = this.#exchange.key!;
      return passedToClient(message, (uri) => toolGrants.allows(this.#server.name, 'resource', uri));
    }
    const { meta } = this.#message;
    const asksForLog = this.#isClientOlder || meta?.[metaNames.logLevel] !== undefined;
    return clientNotification(message, asksForLog);
  }

  /**
   * Handles a question of the server to its client: a client without a session there, or without events, can't be
   * asked.
   */
  #asked(request: ServerRequest): void {
    if (this.#answer.isOver) return;
    if (this.#held !== undefined && this.#takesEvents) return this.#pass(requestToClient(request));
    this.#server.sender.refuse(request, this.#speech!);
  }

  #pass(text: string): void {
    if (this.#credential!.isInText(text)) return this.#fault(leak());
    this.#answer.begin();
    this.#answer.write(text);
  }

  /** Guards check an answer as the answer to its request, not as a rest that a client continues with. */
  get #givesPlaces(): boolean {
    return this.#held !== undefined && this.#takesEvents && this.#exchange.answerGuards === undefined;
  }

  #at(place: EventPlace): void {
    if (this.#answer.isOver) return;
    const { method, idText } = this.#message;
    const fields = placeFields(this.#held!, place, { method, idText: idText! });
    this.#answer.place = fields;
    if (place.id !== undefined) this.#isResumable = fields.startsWith('id:');
    if (place.isEmpty && fields !== '') this.#answer.writePlace();
  }

  #answered(response: ServerResponse, { status }: ServerHead): void {
    if (this.#answer.isOver) return;
    const { error, result } = response;
    if (error?.code === rpcCodes.unsupported_version && this.#speech!.kind === 'modern')
      return this.#fault(new CallFault('older', 'it does not speak this revision any more'));
    let answer: ReturnType<typeof clientAnswer>;
    try {
      answer = clientAnswer(this.#message, response, this.#passage());
    } catch (fault) {
      if (!(fault instanceof ServerFault)) throw fault;
      return this.#fault(new CallFault('invalid', fault.message));
    }
    if (this.#credential!.isInText(answer.text)) return this.#fault(leak());
    const asked = this.#exchange.asked!;
    asked.outcome =
      error !== undefined
        ? 'error'
        : result!['resultType'] === 'input_required'
          ? 'input_required'
          : result!['isError'] === true
            ? 'failed'
            : 'answered';
    if (error === undefined) this.#count();
    const text = `{"jsonrpc":"2.0","id":${asked.idText!},"${answer.kind}":${answer.text}}`;
    this.#finish(undefined);
    if (this.#answer.isStreaming) {
      this.#answer.write(text);
      this.#exchange.answer.end();
    } else this.#answer.whole(text, this.#statusOf(answer.kind, status));
    this.#settle.resolve();
  }

  /**
   * The status of an answer: new clients read the status of an error, too; older ones take it as one of their session.
   */
  #statusOf(kind: 'result' | 'error', status: number): number {
    return kind === 'error' && !this.#isClientOlder && status >= 400 && status < 500 ? status : 200;
  }

  /** Counts the cost: the call was carried out, or may have been. */
  #count(): void {
    const { asked, relayed } = this.#exchange;
    const { costNanoUsd } = asked!;
    relayed.counted = {
      usage: noUsage,
      certainty: 'measured',
      areTokensKnown: true,
      ...(costNanoUsd !== undefined && { costNanoUsd }),
    };
  }

  #fault(fault: CallFault): void {
    if (this.#answer.isOver) return;
    if (mayBeDone(fault)) this.#count();
    this.#asking!.cancel();
    if (this.#canGoOn && (fault.kind === 'ended' || fault.kind === 'reset')) {
      this.#exchange.asked!.outcome = 'interrupted';
      this.#finish(fault.kind === 'ended' ? 'unjudged' : fault);
      return this.#endEarly();
    }
    this.#finish(fault);
    if (fault.kind === 'client') {
      this.#exchange.asked!.outcome = 'abandoned';
      this.#exchange.client.destroy();
      return this.#settle.resolve();
    }
    if (!this.#answer.isStreaming) return this.#settle.reject(fault);
    this.#exchange.asked!.outcome = 'interrupted';
    this.#cut(fault.message, interruptionMessages.broken);
  }

  /** The client can get the rest of the answer in a stream of its session. */
  get #canGoOn(): boolean {
    return this.#isResumable && this.#answer.isStreaming;
  }

  /** Ends the answer without the response, so that the client comes for the rest. */
  #endEarly(): void {
    this.#exchange.answer.end();
    this.#settle.resolve();
  }

  /** The answer has begun, and will not be completed. */
  #cut(reason: string, message: string): void {
    const { asked, answer } = this.#exchange;
    this.#exchange.errorCode = 'upstream_interrupted';
    this.#exchange.errorReason = `${this.#server.name}: ${reason}`;
    const error = { code: rpcCodes.internal_error, message, data: { code: 'upstream_interrupted' } };
    answer.cut(eventBytes(`{"jsonrpc":"2.0","id":${asked!.idText!},"error":${JSON.stringify(error)}}`));
    this.#settle.resolve();
  }

  #failed(fault: CallFault): GatewayError {
    this.#server.availability.noted(fault);
    this.#exchange.asked!.outcome = outcomes[fault.kind];
    const { name, token } = this.#server;
    if (fault.kind === 'auth' && token !== undefined) {
      token.refused();
      return refusedToken(name, fault);
    }
    return this.#held === undefined ? errorOf(name, fault) : errorInSession(name, fault);
  }

  // The client's side.

  #left(): void {
    if (this.#answer.isOver) return;
    this.#exchange.asked!.outcome = 'abandoned';
    this.#giveUp();
    this.#settle.reject(new ClientGone());
  }

  /** The gateway stops, and can't wait any longer. */
  #interrupted(): void {
    if (this.#answer.isOver) return;
    this.#exchange.asked!.outcome = 'abandoned';
    this.#giveUp();
    if (this.#canGoOn) return this.#endEarly();
    if (this.#answer.isStreaming) return this.#cut('the gateway is stopping', interruptionMessages.stopping);
    this.#settle.reject(
      new GatewayError('overloaded', 'The gateway is stopping; try again.', { closeConnection: true }),
    );
  }

  #giveUp(): void {
    this.#count();
    this.#asking!.cancel();
    // A client that holds a session may come back for the rest, and reports itself when it wants nothing more.
    if (this.#held === undefined) this.#server.sender.cancelled(this.#id, this.#speech!);
    this.#finish('unjudged');
  }

  #finish(fault: CallFault | undefined | 'unjudged'): void {
    this.#answer.isOver = true;
    const { outcome } = this.#exchange.asked!;
    this.#span?.end(fault instanceof CallFault ? outcomes[fault.kind] : (outcome ?? 'abandoned'));
    this.#exchange.timer.clear();
    this.#ended(fault);
  }

  pause(): void {
    this.#asking?.pause();
  }

  resume(): void {
    if (!this.#answer.isOver) this.#asking?.resume();
  }

  stop(): void {
    this.#left();
  }
}

/** True if a client takes a stream of events. The first text is that of official clients, word for word. */
function takesEvents(accept: string | undefined): boolean {
  if (accept === undefined || accept === 'application/json, text/event-stream') return true;
  return /text\/event-stream|\*\/\*|text\/\*/i.test(accept);
}

function leak(): CallFault {
  return new CallFault('invalid', "its answer repeats the gateway's credential");
}
