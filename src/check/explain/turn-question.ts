import { ClientEvent } from '../../api/dialects/responses/socket-event.ts';
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types/gateway.ts';
import { GatewayError } from '../../errors.ts';
import { parseObject } from '../../lib/json.ts';
import { type BodyQuestion, bodyQuestion } from './body-question.ts';
import type { AskedSocket, AskedTurn } from './question.ts';

/** A question with its body. */
export interface AskedWithBody {
  readonly body: BodyQuestion;
  /** Undefined for a plain request. */
  readonly socket: AskedSocket | undefined;
  /** The body of the request; of an event, its form over HTTP. */
  readonly bytes: Buffer;
}

/**
 * Reads a client's bytes as the gateway does: the body of a request, or the event that is a turn of a socket. Throws
 * the GatewayError that a client would get for it.
 *
 * @param config Has the models of requests that name none; undefined if such a body is refused.
 */
export function askedWithBody(
  bytes: Buffer,
  endpoint: EndpointName,
  config: Pick<Config, 'endpoints' | 'declaredEndpoints'> | undefined,
  socket: AskedSocket | undefined,
): AskedWithBody {
  if (socket === undefined || !hasTurns(config ?? { declaredEndpoints: [] }, endpoint))
    return { body: bodyQuestion(bytes, endpoint, config), socket, bytes };
  const { body, turn } = turnOfEvent(bytes);
  return { body: bodyQuestion(body, endpoint, config), socket: { ...socket, turn }, bytes: body };
}

/** True if requests of an endpoint can be turns of a socket. */
function hasTurns(config: Pick<Config, 'declaredEndpoints'>, endpoint: EndpointName): boolean {
  const endpoints = endpointsOf(config);
  return endpoints.names.includes(endpoint) && endpoints.of(endpoint).socket === 'turns';
}

/** An event without a `type` counts as a `response.create`. */
function turnOfEvent(bytes: Buffer): { readonly body: Buffer; readonly turn: AskedTurn } {
  const event = new ClientEvent(bytes);
  const { type } = event;
  if (type !== undefined && type !== 'response.create')
    throw new GatewayError('invalid_value', 'This event is no turn; give a `response.create`.', {
      param: 'type',
    });
  const { streamId, isWarmUp, isUnstored, includesReasoning, previousResponseId } = event;
  const asksReasoning = isUnstored && !includesReasoning;
  // A client whose backend keeps nothing continues from what the socket keeps.
  const earlier = isUnstored && previousResponseId !== undefined ? keptBefore(event) : undefined;
  return {
    body: event.body(earlier, asksReasoning),
    turn: { lane: streamId, isWarmUp, isUnstored, asksReasoning, previous: previousResponseId },
  };
}

/** The names of tools' answers among the items of responses, and of the calls that they answer. */
const callsOf: Readonly<Record<string, object>> = {
  function_call_output: { type: 'function_call', name: 'tool', arguments: '{}' },
  custom_tool_call_output: { type: 'custom_tool_call', name: 'tool', input: '' },
};

/** The part of a socket's kept items that an event tells: the tool calls that it answers. */
function keptBefore(event: ClientEvent): readonly string[] {
  return event.addedItems().flatMap((text) => {
    const { type, call_id } = parseObject(text) ?? {};
    const call = typeof type === 'string' && Object.hasOwn(callsOf, type) ? callsOf[type] : undefined;
    return call === undefined ? [] : [JSON.stringify({ ...call, call_id })];
  });
}
