const patienceMs = 10_000;

/** How a command reaches the admin listener of a running gateway. */
export interface AdminAccess {
  /** The URL of the listener, as it was given. */
  readonly admin: string;
  readonly token: string | undefined;
}

/**
 * Asks the admin listener of a running gateway for a path. A certificate of one's own is trusted through
 * NODE_EXTRA_CA_CERTS, as with every client on Node.js. Throws where there is no answer, or another one than the
 * caller can use.
 */
export async function askGateway<Answer>(
  { admin, token }: AdminAccess,
  path: string,
  isAnswer: (answer: unknown) => answer is Answer,
): Promise<Answer> {
  if (!URL.canParse(admin) || !/^https?:/.test(admin)) {
    throw new Error(`--admin ${admin}: write the URL of the admin listener, such as http://127.0.0.1:9901`);
  }
  if (token === undefined) {
    throw new Error('no token: set GATEWAY_READ_TOKEN, or name the file of the gateway with --config');
  }
  const url = new URL(path, admin);
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    throw new Error(`no answer from ${url.origin}: ${reasonOf(error)}`, { cause: error });
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new Error(`${url.origin} answered ${response.status}: ${messageOf(answer)}`);
  if (!isAnswer(answer)) throw new Error(`${url.origin} answered, but not as a gateway would`);
  return answer;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The message of an error body, whatever else it is. */
function messageOf(answer: unknown): string {
  const error = isObject(answer) ? answer['error'] : undefined;
  const message = isObject(error) ? error['message'] : error;
  return typeof message === 'string' ? message : 'without saying why';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
