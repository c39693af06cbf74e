/**
 * Every failure that the gateway can answer a client with. The code is for programs and never changes; the
 * message, given where the failure is noticed, is for people and says what to do. Which status a code has, and
 * whether trying again can help, belongs to the failure and stands only here.
 */

/** The client's next step: `never` answers `x-should-retry: false`, `later` a `retry-after`. */
export type Retry = 'never' | 'later';

/** The words for kinds of errors in Anthropic's API; see "Errors" in its documentation. */
export type AnthropicType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'request_too_large'
  | 'rate_limit_error'
  | 'api_error'
  | 'overloaded_error'
  | 'timeout_error';

export interface ErrorSpec {
  readonly status: number;
  /** `error.type` in the OpenAI family. */
  readonly type: string;
  /** `error.type` in the Anthropic family. The interface fixes the type of the tag 503, `None`, for everybody. */
  readonly anthropicType: AnthropicType | 'None';
  readonly retry: Retry;
  /** A key's own limits or permissions lead to it: it counts among the refusals of the key. */
  readonly ofKey: boolean;
  /** One line for the page on errors. */
  readonly meaning: string;
}

const invalid = 'invalid_request_error';

export const catalog = {
  missing_api_key: {
    status: 401,
    type: invalid,
    anthropicType: 'authentication_error',
    retry: 'never',
    ofKey: false,
    meaning: 'no credential was sent',
  },
  invalid_api_key: {
    status: 401,
    type: invalid,
    anthropicType: 'authentication_error',
    retry: 'never',
    ofKey: false,
    meaning: 'the key or the token is unknown, malformed, expired, disabled or sent twice',
  },
  model_not_allowed: {
    status: 403,
    type: 'permission_error',
    anthropicType: 'permission_error',
    retry: 'never',
    ofKey: true,
    meaning: 'the key may not use this model',
  },
  endpoint_not_allowed: {
    status: 403,
    type: 'permission_error',
    anthropicType: 'permission_error',
    retry: 'never',
    ofKey: true,
    meaning: 'the key may not use this endpoint',
  },
  address_not_allowed: {
    status: 403,
    type: 'permission_error',
    anthropicType: 'permission_error',
    retry: 'never',
    ofKey: true,
    meaning: 'the key may not be used from this address',
  },
  model_not_found: {
    status: 404,
    type: invalid,
    anthropicType: 'not_found_error',
    retry: 'never',
    ofKey: false,
    meaning: 'no such model, or it does not serve this endpoint',
  },
  unknown_tool: {
    // JSON-RPC says it in the body: clients of the Model Context Protocol take a status for something else.
    status: 200,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'no such tool, prompt or resource (`mcp`), or the key may not use it',
  },
  token_required: {
    status: 403,
    type: 'permission_error',
    anthropicType: 'permission_error',
    retry: 'never',
    ofKey: true,
    meaning: 'the server of tools (`mcp`) takes the tokens of callers, and the request came with a key',
  },
  token_not_exchanged: {
    status: 403,
    type: 'permission_error',
    anthropicType: 'permission_error',
    retry: 'never',
    ofKey: false,
    meaning: "the issuer of a server of tools (`mcp`) gives no token for the caller's",
  },
  unknown_session: {
    status: 404,
    type: invalid,
    anthropicType: 'not_found_error',
    retry: 'never',
    ofKey: false,
    meaning: 'no such session (`mcp`), or it belongs to another key, caller or server: begin a new one',
  },
  unknown_path: {
    status: 404,
    type: invalid,
    anthropicType: 'not_found_error',
    retry: 'never',
    ofKey: false,
    meaning: 'no such path',
  },
  object_not_found: {
    status: 404,
    type: invalid,
    anthropicType: 'not_found_error',
    retry: 'never',
    ofKey: false,
    meaning: 'no object of the key has this id (`stateful`)',
  },
  method_not_allowed: {
    status: 405,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'the path exists, the method does not; see `Allow`',
  },
  upgrade_refused: {
    status: 426,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'the path serves no WebSocket, or not the requested upgrade',
  },
  origin_not_allowed: {
    status: 403,
    type: 'permission_error',
    anthropicType: 'permission_error',
    retry: 'never',
    ofKey: false,
    meaning: 'a page opens a socket from a site outside `listen.origins`',
  },
  too_many_turns: {
    status: 429,
    type: 'rate_limit_error',
    anthropicType: 'rate_limit_error',
    retry: 'later',
    ofKey: false,
    meaning: 'too many turns wait on one socket',
  },
  previous_response_not_found: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning:
      'the socket does not keep the response any more that a turn goes on from; send the whole conversation',
  },
  websocket_connection_limit_reached: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'the socket reached its longest lifetime; open another one',
  },
  invalid_json: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'the body is not a JSON object',
  },
  invalid_form: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'the body is not a form, or an ambiguous one',
  },
  invalid_value: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'a field of the body breaks a rule; `param` names it',
  },
  nested_model_refused: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: true,
    meaning:
      'the body names a further model, as an advisor does, that the key may not use, or that is not served where the request goes; `param` names the place',
  },
  not_translatable: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning:
      'the model serves the endpoint through another dialect, which can not say what `param` names; see the page on translation',
  },
  unsupported_media_type: {
    status: 415,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'the endpoint does not take this kind of body, or its encoding',
  },
  body_too_large: {
    status: 413,
    type: invalid,
    anthropicType: 'request_too_large',
    retry: 'never',
    ofKey: false,
    meaning: 'the body exceeds `listen.max_body`',
  },
  https_required: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'plain HTTP on an HTTPS port',
  },
  headers_too_large: {
    status: 431,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'more than 16 KiB or 100 headers',
  },
  uri_too_long: {
    status: 414,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'the request target exceeds 8 KiB',
  },
  bad_request: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'the HTTP message itself is faulty',
  },
  transfer_coding_not_implemented: {
    status: 501,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'a transfer coding other than chunked',
  },
  http_version_not_supported: {
    status: 505,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'an HTTP version other than 1.0 and 1.1',
  },
  expectation_failed: {
    status: 417,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: false,
    meaning: 'an expectation other than 100-continue',
  },
  request_timeout: {
    status: 408,
    type: invalid,
    anthropicType: invalid,
    retry: 'later',
    ofKey: false,
    meaning: 'the headers or the body did not arrive in time',
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    anthropicType: 'rate_limit_error',
    retry: 'later',
    ofKey: true,
    meaning:
      'the key or one of its groups is over a rate, token or concurrency limit; the message says whose, which and until when',
  },
  budget_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    anthropicType: 'rate_limit_error',
    retry: 'never',
    ofKey: true,
    meaning: 'the budget of the key or of one of its groups is spent',
  },
  budget_reserved: {
    status: 429,
    type: 'rate_limit_error',
    anthropicType: 'rate_limit_error',
    retry: 'later',
    ofKey: true,
    meaning: 'requests in flight hold the rest of the budget of the key or of one of its groups',
  },
  capacity_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    anthropicType: 'rate_limit_error',
    retry: 'later',
    ofKey: false,
    meaning: 'every deployment that could answer has reached its `rate_limit`, or that of its backend',
  },
  queue_full: {
    status: 429,
    type: 'rate_limit_error',
    anthropicType: 'rate_limit_error',
    retry: 'later',
    ofKey: false,
    meaning:
      'as many requests wait for the model as may (`models.*.queue`), or the operator sent away those that waited',
  },
  queue_timeout: {
    status: 429,
    type: 'rate_limit_error',
    anthropicType: 'rate_limit_error',
    retry: 'later',
    ofKey: false,
    meaning: 'no slot became free in the time that the request may wait, or the queue ahead takes longer',
  },
  too_many_failures: {
    status: 429,
    type: 'rate_limit_error',
    anthropicType: 'rate_limit_error',
    retry: 'later',
    ofKey: false,
    meaning:
      'too many requests with keys that are not valid came from this address, or refused bodies of this key took too much processor time',
  },
  issuer_unavailable: {
    status: 503,
    type: 'service_unavailable',
    anthropicType: 'overloaded_error',
    retry: 'later',
    ofKey: false,
    meaning: "the gateway can't check the token: it has not received the keys of its issuer yet",
  },
  limiter_unavailable: {
    status: 503,
    type: 'service_unavailable',
    anthropicType: 'overloaded_error',
    retry: 'later',
    ofKey: false,
    meaning: "limits can't be checked at the moment, and the operator refuses requests then",
  },
  audit_unavailable: {
    status: 503,
    type: 'service_unavailable',
    anthropicType: 'overloaded_error',
    retry: 'later',
    ofKey: false,
    meaning: "the key's contents have to be kept (`content_log`), and can't be at the moment",
  },
  guard_refused: {
    status: 400,
    type: invalid,
    anthropicType: invalid,
    retry: 'never',
    ofKey: true,
    meaning: "a guard refuses the request or the answer, or can't see all of it",
  },
  guard_unavailable: {
    status: 503,
    type: 'service_unavailable',
    anthropicType: 'overloaded_error',
    retry: 'later',
    ofKey: false,
    meaning: 'a required guard is down, late or not understood',
  },
  routing_requirements_not_met: {
    status: 503,
    type: 'None',
    anthropicType: 'None',
    retry: 'never',
    ofKey: false,
    meaning: 'no deployment has all the wanted tags',
  },
  no_healthy_deployment: {
    status: 503,
    type: 'service_unavailable',
    anthropicType: 'overloaded_error',
    retry: 'later',
    ofKey: false,
    meaning: 'every deployment that could answer is out of traffic',
  },
  overloaded: {
    status: 503,
    type: 'service_unavailable',
    anthropicType: 'overloaded_error',
    retry: 'later',
    ofKey: false,
    meaning:
      'too much is buffered, in all or for this key, too many connections are open, or the gateway is draining',
  },
  upstream_unreachable: {
    status: 502,
    type: 'upstream_error',
    anthropicType: 'api_error',
    retry: 'later',
    ofKey: false,
    meaning: 'no backend answered',
  },
  upstream_timeout: {
    status: 504,
    type: 'upstream_error',
    anthropicType: 'timeout_error',
    retry: 'later',
    ofKey: false,
    meaning: 'no backend answered in time',
  },
  upstream_invalid: {
    status: 502,
    type: 'upstream_error',
    anthropicType: 'api_error',
    retry: 'later',
    ofKey: false,
    meaning: 'the backend answered with something unusable',
  },
  upstream_auth: {
    status: 502,
    type: 'upstream_error',
    anthropicType: 'api_error',
    retry: 'later',
    ofKey: false,
    meaning: "the backend refused the gateway's credential; tell the operator",
  },
  upstream_interrupted: {
    status: 502,
    type: 'upstream_error',
    anthropicType: 'api_error',
    retry: 'later',
    ofKey: false,
    meaning: 'the answer broke off in the middle (only inside a stream)',
  },
  internal_error: {
    status: 500,
    type: 'internal_error',
    anthropicType: 'api_error',
    retry: 'later',
    ofKey: false,
    meaning: 'a fault of the gateway itself; quote the request id',
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof catalog;

const codes = Object.keys(catalog) as ErrorCode[];

/** The refusals by a key's own limits and permissions, by the codes in metrics. */
export const refusalsOfKeys: ReadonlySet<string> = new Set(
  codes.filter((code) => catalog[code].ofKey).map(publicCode),
);

/**
 * The code as clients, log, metrics and traces see it. Some failures share one public code: the tag 503 is
 * `503`, faults of framing, version, coding and expectation are all `bad_request`.
 */
export function publicCode(code: ErrorCode): string {
  switch (code) {
    case 'routing_requirements_not_met':
      return '503';
    case 'transfer_coding_not_implemented':
    case 'http_version_not_supported':
    case 'expectation_failed':
      return 'bad_request';
    default:
      return code;
  }
}

export interface GatewayErrorOptions extends ErrorOptions {
  /** The one field that is to blame. */
  readonly param?: string;
  /** The time until another try can help; default 1000. Ignored if `retry` is `never`. */
  readonly retryAfterMs?: number;
  /** Further headers of the answer, such as `allow`. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The reason for the log alone: one sentence, if the message must not give it or does not know it. */
  readonly reason?: string;
  /** The connection can't be used again (framing is lost, a body was not read). */
  readonly closeConnection?: boolean;
}

/** A failure we can name. Anything else that reaches the edge is a bug and is answered with a bare 500. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly retryAfterMs: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly closeConnection: boolean;
  /** Why, in one sentence for the log. */
  readonly reason: string;

  constructor(code: ErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.param = options.param;
    this.retryAfterMs = options.retryAfterMs ?? 1000;
    this.headers = options.headers;
    this.closeConnection = options.closeConnection ?? false;
    this.reason = options.reason ?? message;
  }

  get spec(): ErrorSpec {
    return catalog[this.code];
  }
}
