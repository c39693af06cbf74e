/** The gateway's own answers to messages of the protocol. */
import { type RpcFault, renderRpcError, renderRpcResult, rpcCodes } from '../../api/mcp/json-rpc-errors.ts';
import { isObject } from '../../lib/json.ts';
import type { Exchange } from '../exchange.ts';
import { sendJson } from '../own-answer.ts';

/** The gateway's words for the protocol's codes. */
const words: ReadonlyMap<number, string> = new Map([
  [rpcCodes.parse_error, 'invalid_json'],
  [rpcCodes.invalid_request, 'invalid_request'],
  [rpcCodes.method_not_found, 'unknown_method'],
  [rpcCodes.invalid_params, 'invalid_params'],
  [rpcCodes.header_mismatch, 'header_mismatch'],
  [rpcCodes.missing_client_capability, 'missing_client_capability'],
  [rpcCodes.unsupported_version, 'unsupported_protocol_version'],
]);

/**
 * Answers with a result whose text is written already.
 *
 * @param headers Names and values in turn, beside those of every answer.
 */
export function answerResult(exchange: Exchange, text: string, headers: readonly string[] = []): void {
  sendJson(exchange, 200, renderRpcResult(exchange.asked!.idText!, text), headers);
}

/** Answers a message that the gateway refuses. */
export function answerFault(
  exchange: Exchange,
  { rpcCode, message, status, data, idText = exchange.asked?.idText }: RpcFault,
): void {
  const code = words.get(rpcCode) ?? 'internal_error';
  exchange.errorCode = code;
  exchange.errorReason = message;
  const told = { code, ...(isObject(data) && data) };
  sendJson(exchange, status, renderRpcError(idText, rpcCode, message, told));
}
