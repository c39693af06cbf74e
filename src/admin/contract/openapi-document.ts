/** The admin API as OpenAPI 3.1 describes it, for programs; served at `/api/openapi.json`. */
import { endpointNames } from '../../api/endpoints/index.ts';
import { type Schema, type SchemaName, schemas } from './schemas.ts';

interface Operation {
  readonly summary: string;
  /** Needs `token`; else `read_token` does too. */
  readonly changes?: true;
  /** Needs no token at all. */
  readonly open?: true;
  readonly query?: Readonly<Record<string, Schema>>;
  readonly body?: SchemaName;
  /** Status and schema of the answer; without a schema it has no body. */
  readonly answer: readonly [status: number, schema?: SchemaName];
}

type Operations = Readonly<Record<string, Readonly<Partial<Record<'get' | 'post' | 'delete', Operation>>>>>;

const text = (description: string): Schema => ({ type: 'string', description });
const names = (description: string): Schema => ({
  type: 'string',
  description: `${description} Separated by commas.`,
});
const limit = (otherwise: number): Schema => ({ type: 'integer', maximum: 1000, default: otherwise });

const operations: Operations = {
  '/api/session': {
    get: { summary: 'Who is signed in.', open: true, answer: [200, 'Session'] },
    post: {
      summary: 'Signs in: sets the session cookie. Five wrong tries a minute per address, thirty in all.',
      open: true,
      body: 'SignIn',
      answer: [204],
    },
    delete: { summary: 'Signs out.', open: true, answer: [204] },
  },
  '/api/gateway': {
    get: { summary: 'The gateway itself, and whether its files are good.', answer: [200, 'Gateway'] },
  },
  '/api/overview': {
    get: {
      summary: 'Requests, latencies, tokens and cost of the last quarter or whole hour, and of today.',
      query: { window: { enum: [900, 3600], default: 900, description: 'Seconds.' } },
      answer: [200, 'Overview'],
    },
  },
  '/api/models': {
    get: {
      summary: 'Models and their deployments: capabilities, health, load.',
      query: { search: text('Part of the id.'), limit: limit(100) },
      answer: [200, 'Models'],
    },
  },
  '/api/keys': {
    get: {
      summary: 'Keys, never their secrets.',
      query: { search: text('Part of the id.'), limit: limit(200) },
      answer: [200, 'Keys'],
    },
    post: {
      summary: 'Makes a key in the `keys_file`.',
      changes: true,
      body: 'NewKey',
      answer: [201, 'KeySecret'],
    },
  },
  '/api/deployments': {
    get: { summary: 'The deployments that are drained.', answer: [200, 'Drained'] },
  },
  '/api/deployments/{id}/drain': {
    post: {
      summary: 'Takes a deployment out until that is undone, also over a restart; what is under way ends.',
      changes: true,
      answer: [200, 'Drain'],
    },
  },
  '/api/deployments/{id}/resume': {
    post: { summary: 'Undoes that.', changes: true, answer: [200, 'Drain'] },
  },
  '/api/keys/{id}': {
    delete: { summary: 'Revokes a key of the `keys_file`.', changes: true, answer: [200, 'KeyRevoked'] },
  },
  '/api/keys/{id}/rotate': {
    post: {
      summary: 'Gives a key of the `keys_file` a new secret.',
      changes: true,
      body: 'Rotation',
      answer: [200, 'KeySecret'],
    },
  },
  '/api/limits': {
    get: {
      summary: 'What keys used of every limit and have left, over all workers, as `gateway usage` prints it.',
      query: {
        key: text('Only this key; 404 where there is none.'),
        search: text('Part of the id.'),
        limit: limit(1000),
      },
      answer: [200, 'Limits'],
    },
  },
  '/api/names': { get: { summary: 'Names that a question can be made of.', answer: [200, 'Names'] } },
  '/api/explain': {
    get: {
      summary: 'Where a request would go now, and why nowhere else.',
      query: {
        endpoint: { enum: endpointNames, default: 'chat_completions' },
        model: text('The model of the request.'),
        models: names('The `models` of its body.'),
        tags: names('The wanted tags.'),
        key: text('A key id; absent for one that may use everything.'),
        down: names('Backends or MODEL/NAME to be thought away.'),
        needs: names('Capabilities that the body uses: what `gateway explain --body` finds.'),
        input_tokens: { type: 'number', minimum: 0, description: 'An estimate, for `lowest_cost`.' },
        output_tokens: { type: 'number', minimum: 0, description: 'The same; both or neither.' },
        session: text('What keeps requests of one session together, for `sticky`.'),
      },
      answer: [200, 'Explanation'],
    },
  },
  '/api/config': {
    get: { summary: 'The files as they are served, secrets masked.', answer: [200, 'Config'] },
  },
  '/api/reloads': { get: { summary: 'The latest reloads, newest first.', answer: [200, 'Reloads'] } },
  '/api/requests': {
    get: {
      summary: 'The latest requests, newest first.',
      query: {
        key: text('A key id.'),
        model: text('The model asked for.'),
        status: { type: 'string', pattern: '^[1-5](\\d\\d|xx)$', description: 'Such as 429, or 5xx.' },
        after: { type: 'integer', minimum: 0, description: 'Only what came after this number.' },
      },
      answer: [200, 'Requests'],
    },
  },
  '/api/usage': {
    get: {
      summary: 'Tokens and cost by day, key, model and deployment.',
      query: {
        since: { type: 'string', format: 'date', description: 'Default: thirty days ago.' },
        until: { type: 'string', format: 'date', description: 'The last day.' },
        by: names('Of day, key, model and deployment: what it is added up by. Default: key.'),
        key: text('Only of this key.'),
      },
      answer: [200, 'Usage'],
    },
  },
  '/api/openapi.json': { get: { summary: 'This document.', answer: [200] } },
};

/** The whole document. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Gateway admin API',
    version: '1',
    description:
      'What the dashboard uses. Programs send the admin `token` or `read_token` as a bearer token; browsers have a session cookie, with which changes are taken only from the dashboard itself.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  paths: Object.fromEntries(
    Object.entries(operations).map(([path, methods]) => [
      path,
      {
        ...(path.includes('{id}') ? { parameters: [idParameter()] } : {}),
        ...Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [method, described(path, method, operation)]),
        ),
      },
    ]),
  ),
  components: {
    schemas,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: '`admin.token`: reads and changes.' },
      read_token: { type: 'http', scheme: 'bearer', description: '`admin.read_token`: reads.' },
      session: { type: 'apiKey', in: 'cookie', name: '__Host-gw_session' },
    },
  },
};

function idParameter(): Schema {
  return {
    name: 'id',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: 'A key id, or MODEL/NAME of a deployment, percent-encoded as one segment.',
  };
}

function described(
  path: string,
  method: string,
  { summary, changes, open, query, body, answer }: Operation,
): Schema {
  const [status, schema] = answer;
  const secured = [{ token: [] }, ...(changes ? [] : [{ read_token: [] }]), { session: [] }];
  return {
    operationId: `${method}${path.replace('/api', '').replace(/[/{.]+(\w)|\}/g, (_, next = '') => next.toUpperCase())}`,
    summary,
    security: open ? [] : secured,
    ...(query && {
      parameters: Object.entries(query).map(([name, value]) => ({ name, in: 'query', schema: value })),
    }),
    ...(body && { requestBody: { required: true, content: jsonContent(body) } }),
    responses: {
      [status]: {
        description: status === 204 ? 'Done.' : 'The answer.',
        ...(status === 204 ? {} : { content: schema ? jsonContent(schema) : { 'application/json': {} } }),
      },
      '4XX': { description: 'Refused; the message says what to do.', content: jsonContent('Error') },
    },
  };
}

function jsonContent(name: SchemaName): Schema {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}
