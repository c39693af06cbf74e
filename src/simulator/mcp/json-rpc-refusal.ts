/** A request of JSON-RPC that is answered with an error. */
export class JsonRpcRefusal extends Error {
  override readonly name = 'JsonRpcRefusal';
  readonly code: number;
  /** Of the HTTP answer. */
  readonly status: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, status = 200, data?: object) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

export const invalidRequest = -32600;
export const methodNotFound = -32601;
export const invalidParams = -32602;
export const headerMismatch = -32020;
export const missingCapability = -32021;
export const unsupportedVersion = -32022;
