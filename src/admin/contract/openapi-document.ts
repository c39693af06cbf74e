/** The admin API as OpenAPI 3.1 describes it, for programs: made from the routes; served at `/api/openapi.json`. */
import type { Operation, Route } from '../http/admin-route.ts';
import { errorAnswer } from './error.ts';
import { namedIn, type Schema, type Shape } from './shape.ts';

type Described = Route & { readonly operation: Operation };

interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: Schema;
  readonly servers: readonly Schema[];
  /** By path, then by method; `parameters` holds for every method. */
  readonly paths: Readonly<Record<string, Schema>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Schema;
  };
}

/** Of the routes that have an operation. */
export function openApi(routes: readonly Route[]): OpenApi {
  const described = routes.filter((route): route is Described => route.operation !== undefined);
  const shapes = described.flatMap(({ operation: { body, answers } }) => [body, answers]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gateway admin API',
      version: '1',
      description:
        'What the dashboard uses. Programs send the admin `token` or `read_token` as a bearer token; browsers have a session cookie, with which changes are taken only from the dashboard itself.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths: pathsOf(described),
    components: {
      schemas: namedIn([errorAnswer, ...shapes.filter((shape) => shape !== undefined)]),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: '`admin.token`: reads and changes.' },
        read_token: { type: 'http', scheme: 'bearer', description: '`admin.read_token`: reads.' },
        content_token: {
          type: 'http',
          scheme: 'bearer',
          description: '`admin.content_token`: reads, contents that are kept too.',
        },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-gw_session' },
      },
    },
  };
}

function pathsOf(routes: readonly Described[]): OpenApi['paths'] {
  const paths: Record<string, Schema> = {};
  for (const route of routes) {
    const { path, method } = route;
    const known = paths[path] ?? (path.includes('{id}') ? { parameters: [idParameter] } : {});
    paths[path] = { ...known, [method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

const idParameter: Schema = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description:
    'A key id, a name of `groups`, MODEL/NAME of a deployment or the id of a request, percent-encoded as one segment.',
};

function operationOf({ method, path, access, operation }: Described): Schema {
  const { summary, query, body, status, answers } = operation;
  return {
    operationId: operationId(method, path),
    summary,
    security: securityOf(access),
    ...(query && {
      parameters: Object.entries(query).map(([name, { schema }]) => ({ name, in: 'query', schema })),
    }),
    ...(body && { requestBody: { required: true, content: jsonContent(body) } }),
    responses: {
      [status]: {
        description: status === 204 ? 'Done.' : 'The answer.',
        ...(status === 204 ? {} : { content: jsonContent(answers) }),
      },
      '4XX': { description: 'Refused; the message says what to do.', content: jsonContent(errorAnswer) },
    },
  };
}

/** Such as `getKeys` and `postKeysIdRotate`. */
function operationId(method: string, path: string): string {
  const words = path.replace('/api', '').replace(/[/{.]+(\w)|\}/g, (_, next = '') => next.toUpperCase());
  return `${method.toLowerCase()}${words}`;
}

/** The ways to show who one is, each of which is enough. */
function securityOf(access: Route['access']): readonly Schema[] {
  switch (access) {
    case 'anybody':
    case 'visitors':
      return [];
    case 'read':
      return [{ token: [] }, { read_token: [] }, { session: [] }];
    case 'change':
      return [{ token: [] }, { session: [] }];
    case 'contents':
      return [{ content_token: [] }, { session: [] }];
  }
}

function jsonContent(shape: Shape<unknown> | undefined): Schema {
  return { 'application/json': shape === undefined ? {} : { schema: shape.schema } };
}
