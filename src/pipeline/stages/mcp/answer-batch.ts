import type { McpMessage } from '../../../api/mcp/client-messages.ts';
import { RpcFault, renderRpcError, rpcCodes } from '../../../api/mcp/json-rpc-errors.ts';
import type { Logger } from '../../../observe/log/log.ts';
import { Exchange } from '../../exchange.ts';
import { BatchedAnswerSink } from '../../mcp/batched-answer-sink.ts';
import { MessageRecord } from '../../mcp/message-record.ts';
import { answerFault } from '../../mcp/own-json-rpc-answers.ts';
import { asGatewayError, sendError, sendJson, sendText } from '../../own-answer.ts';
import { ClientGone } from '../../request-body.ts';
import { compose, type Next, type Stage } from '../../stage.ts';

/** The most bytes of all answers to one array. */
const mostBytes = 16 * 1024 * 1024;

/** Answers several messages of one body: each is a request of its own to later stages. */
export type BatchAnswer = (
  exchange: Exchange,
  messages: readonly McpMessage[],
  version: string,
  next: Next,
) => Promise<void>;

/** @param told Reports each message once it is over; undefined without observers. */
export function answerBatch(told: Stage | undefined, log: Logger): BatchAnswer {
  return async (exchange, messages, version, next) => {
    const all = messages.map((message) => exchangeFor(exchange, message, version));
    exchange.whenGone(() => {
      for (const one of all) one.client.destroy();
    });
    exchange.whenInterrupted(() => {
      for (const one of all) one.interrupt();
    });
    const run = compose([told, settled, (one) => next(one)]);
    await Promise.all(all.map(run));
    exchange.whenGone(undefined);
    exchange.whenInterrupted(undefined);
    if (exchange.gone || exchange.committed) return;
    const answers = bounded(all);
    if (answers.length === 0) return sendText(exchange, 202, '');
    sendJson(exchange, 200, Buffer.from(`[${answers.join(',')}]`));
  };

  /** Answers one message. A failure is the answer to that message alone. */
  async function settled(one: Exchange, next: Next): Promise<void> {
    try {
      if (one.asked!.method === 'initialize')
        throw new RpcFault(rpcCodes.invalid_request, '`initialize` comes alone, not in an array.');
      await next(one);
    } catch (error) {
      if (error instanceof ClientGone) return;
      if (error instanceof RpcFault) return answerFault(one, error);
      const known = asGatewayError(error);
      if (known.code === 'internal_error') log.error({ err: error, id: one.id }, 'a request failed');
      sendError(one, known, 'mcp');
    }
  }
}

function exchangeFor(whole: Exchange, message: McpMessage, version: string): Exchange {
  const { asked } = whole;
  const one = new Exchange(whole.request, new BatchedAnswerSink(), whole.startedMs);
  one.id = whole.id;
  one.head = whole.head;
  one.path = whole.path;
  one.query = whole.query;
  one.clientAddress = whole.clientAddress;
  one.key = whole.key;
  one.caller = whole.caller;
  one.limits = whole.limits;
  one.quota = whole.quota;
  one.endpoint = whole.endpoint;
  one.authenticatedMs = whole.authenticatedMs;
  one.readMs = whole.readMs;
  one.asked = new MessageRecord(asked!.route, asked!.addressed);
  one.asked.isWhole = true;
  one.asked.read(message, version);
  return one;
}

/**
 * The answers in their order, without those of notifications. An answer that exceeds the array's bound is replaced by
 * an error.
 */
function bounded(all: readonly Exchange[]): readonly string[] {
  let bytes = 0;
  return all.flatMap((one) => {
    const { body } = one.client as BatchedAnswerSink;
    if (body.length === 0 || one.asked!.idText === undefined) return [];
    bytes += body.length;
    if (bytes <= mostBytes) return body.toString();
    const why = `All answers to an array have at most ${mostBytes} bytes; ask for this one alone.`;
    return renderRpcError(one.asked!.idText, rpcCodes.internal_error, why).toString();
  });
}
