/** A token endpoint on loopback that does as it is told, for sources of credentials, whole gateways and benchmarks. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Owner } from './serve.ts';

/** A request as the endpoint saw it. */
export interface TokenRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Of a form or a JSON object; of a GET those of the query. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What it does with a request. */
export type TokenBehaviour =
  /**
   * A new token each time. `expires_in` is the lifetime in seconds, or whatever is to stand there; `fields` come on top.
   * Who is asked to impersonate answers as Google's iamcredentials does.
   */
  | {
      readonly kind: 'token';
      readonly lifetime?: unknown;
      readonly fields?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An error as RFC 6749, 5.2 has it; without `error` the body is empty. */
  | {
      readonly kind: 'fail';
      readonly status: number;
      readonly error?: string;
      readonly description?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** It takes the request and never answers. */
  | { readonly kind: 'frozen' }
  /** It closes the connection, as one that is down. */
  | { readonly kind: 'down' }
  /** Any other answer. */
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Buffer;
    }
  | { readonly kind: 'own'; readonly answer: (request: TokenRequest, response: ServerResponse) => void };

export interface TokenEndpoint {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `/token` there. Every other path is answered alike. */
  readonly url: string;
  readonly requests: readonly TokenRequest[];
  /** Those it gave, the oldest first. No two endpoints give the same. */
  readonly tokens: readonly string[];
  /** How long ago it gave a token, in milliseconds; undefined for one that is not its own. */
  ageMs(token: string): number | undefined;
  /** From now on. */
  behave(behaviour: TokenBehaviour): void;
  close(): Promise<void>;
}

/** A page as login servers and proxies have it. */
export const htmlPage = (text = 'Sign in'): TokenBehaviour => ({
  kind: 'raw',
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>${text}</title>`,
});

export const redirectTo = (location: string): TokenBehaviour => ({
  kind: 'raw',
  status: 302,
  headers: { location },
  body: '',
});

/** The endpoint for a test, closed after it. Tokens live an hour unless it is told otherwise. */
export async function startTokenEndpoint(t: Owner, behaviour?: TokenBehaviour): Promise<TokenEndpoint> {
  const endpoint = await openTokenEndpoint(behaviour);
  t.after(() => endpoint.close());
  return endpoint;
}

/** @param port 0 takes any that is free. */
export async function openTokenEndpoint(
  first: TokenBehaviour = { kind: 'token', lifetime: 3600 },
  port = 0,
): Promise<TokenEndpoint> {
  let behaviour = first;
  const requests: TokenRequest[] = [];
  const tokens: string[] = [];
  const givenAt = new Map<string, number>();
  const server = createServer(async (incoming, response) => {
    let body = '';
    try {
      for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    } catch {
      return;
    }
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body, fields: fieldsOf(method, url, headers, body) };
    requests.push(request);
    switch (behaviour.kind) {
      case 'token': {
        const token = `token-${tokens.length + 1}-${randomBytes(24).toString('base64url')}`;
        tokens.push(token);
        givenAt.set(token, performance.now());
        const given = {
          ...(url.includes(':generateAccessToken')
            ? { accessToken: token, expireTime: endOf(behaviour.lifetime) }
            : { access_token: token, token_type: 'Bearer', expires_in: behaviour.lifetime }),
          ...behaviour.fields,
        };
        return sendJson(response, 200, given, behaviour.headers);
      }
      case 'fail': {
        const { status, error, description } = behaviour;
        if (error === undefined) return void response.writeHead(status, { ...behaviour.headers }).end();
        return sendJson(response, status, { error, error_description: description }, behaviour.headers);
      }
      case 'frozen':
        return;
      case 'down':
        return void incoming.socket.destroy();
      case 'raw':
        return void response.writeHead(behaviour.status, { ...behaviour.headers }).end(behaviour.body);
      case 'own':
        return behaviour.answer(request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/token`,
    requests,
    tokens,
    ageMs: (token) => {
      const given = givenAt.get(token);
      return given === undefined ? undefined : performance.now() - given;
    },
    behave: (next) => {
      behaviour = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function fieldsOf(
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  body: string,
): Readonly<Record<string, string>> {
  if (method === 'GET')
    return Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length)));
  if (headers['content-type']?.startsWith('application/json') === true) return JSON.parse(body);
  return Object.fromEntries(new URLSearchParams(body));
}

/** As a date, where the lifetime is one. */
function endOf(lifetime: unknown): unknown {
  return typeof lifetime === 'number' ? new Date(Date.now() + lifetime * 1000).toISOString() : lifetime;
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
