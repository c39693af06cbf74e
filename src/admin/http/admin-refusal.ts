/** The refusals of the operator's listener with their statuses. Clients of models see other errors. */
const statuses = {
  bad_request: 400,
  https_required: 400,
  invalid_api_key: 401,
  sign_in_required: 401,
  wrong_token: 401,
  read_only: 403,
  content_role_required: 403,
  cross_site: 403,
  unknown_path: 404,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  misdirected_request: 421,
  too_many_attempts: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof statuses;

/** An admin request that is not served. The message says what to do, and is safe to show. */
export class AdminRefusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** Further headers of the answer; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statuses[this.code];
  }
}
