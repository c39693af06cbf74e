import { objectText } from './json-text-edits.ts';

/** Codes of JSON-RPC 2.0, and those that the specification of 2026-07-28 adds. */
export const rpcCodes = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  header_mismatch: -32020,
  missing_client_capability: -32021,
  unsupported_version: -32022,
} as const;

/** The code of a missing resource up to 2025-11-25. */
export const olderResourceNotFound = -32002;

export interface RpcFaultOptions {
  /** The status of the HTTP answer; 400 if absent. */
  readonly status?: number;
  readonly data?: unknown;
  /** The request's id in the client's spelling; absent if it was unreadable. */
  readonly idText?: string | undefined;
}

/** A message that the gateway refuses, with the answer to its sender. The words repeat none of its contents. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault';
  readonly rpcCode: number;
  readonly status: number;
  readonly data: unknown;
  readonly idText: string | undefined;

  constructor(rpcCode: number, message: string, { status = 400, data, idText }: RpcFaultOptions = {}) {
    super(message);
    this.rpcCode = rpcCode;
    this.status = status;
    this.data = data;
    this.idText = idText;
  }

  /** The same as the answer to a request. */
  to(idText: string | undefined): RpcFault {
    const { rpcCode, message, status, data } = this;
    return new RpcFault(rpcCode, message, { status, data, idText });
  }
}

/**
 * An error in the client's form.
 *
 * @param idText The request's id in the client's spelling; absent from the answer if it was unreadable.
 */
export function renderRpcError(
  idText: string | undefined,
  code: number,
  message: string,
  data?: unknown,
): Buffer {
  const error = JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) });
  return Buffer.from(objectText({ jsonrpc: '"2.0"', id: idText, error }));
}

/** A result in the client's form, around text that is written already. */
export function renderRpcResult(idText: string, resultText: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${idText},"result":${resultText}}`);
}
