/** The JSON Schemas of the admin API's answers (draft 2020-12, as OpenAPI 3.1 has it). `api/types.ts` says the same. */
import { endpointNames } from '../../api/endpoints/index.ts';

export type Schema = Readonly<Record<string, unknown>>;

const string: Schema = { type: 'string' };
const boolean: Schema = { type: 'boolean' };
const number: Schema = { type: 'number' };
const integer: Schema = { type: 'integer', minimum: 0 };
const time: Schema = { type: 'string', format: 'date-time' };
const endpoint: Schema = { enum: endpointNames };

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const list = (items: Schema): Schema => ({ type: 'array', items });
const oneOf = (...values: readonly string[]): Schema => ({ enum: values });
const map = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Every field is there, and no other. */
function whole(properties: Readonly<Record<string, Schema>>, description?: string): Schema {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    required: Object.keys(properties),
    properties,
    additionalProperties: false,
  };
}

const figures = {
  requests: integer,
  failed: { ...integer, description: 'Answered with 5xx.' },
  refused: { ...integer, description: 'Answered with 4xx.' },
  gone: { ...integer, description: 'The client left before its answer was complete.' },
  p50_ms: orNull(number),
  p95_ms: orNull(number),
  p99_ms: orNull(number),
  first_byte_p50_ms: orNull(number),
  first_byte_p95_ms: orNull(number),
  input_tokens: integer,
  output_tokens: integer,
  cost_usd: number,
};

const drained = { at: time, by: string };

const deploymentState = {
  standing: oneOf('healthy', 'last', 'out', 'drained'),
  workers_out: integer,
  workers_probed_down: integer,
  in_flight: integer,
  latency_ms: orNull(number),
};

const keyChange = { id: string, live: boolean, problem: orNull(string) };

const newKey = {
  id: string,
  models: { ...list(string), minItems: 1, description: 'Globs over model ids; absent for all.' },
  endpoints: {
    ...list(endpoint),
    minItems: 1,
    description: 'Absent for those that a key may call by default.',
  },
  rate_limit: { type: 'string', description: 'A name of `rate_limits`.' },
  expires: time,
};

/** By name, as `components.schemas` of the document has them. */
export const schemas = {
  Error: whole({ error: whole({ message: string, type: string, code: string }) }),
  SignIn: whole({ token: { type: 'string', description: 'The admin `token`.' } }),
  Session: whole({ may: { enum: ['read', 'change', null] }, ends_at: orNull(time) }),
  Reload: whole({
    at: time,
    outcome: oneOf('applied', 'unchanged', 'rejected'),
    from: string,
    to: orNull(string),
    changes: list(string),
    problems: orNull(string),
    warnings: orNull(string),
  }),
  Gateway: whole({
    ready: boolean,
    revision: string,
    loaded_at: string,
    config_file: string,
    url: string,
    node: string,
    uptime_seconds: integer,
    workers: whole({ wanted: integer, serving: integer, restarts: integer }),
    reloads: whole({ applied: integer, unchanged: integer, rejected: integer }),
    limit_store: ref('LimitStore'),
    rejected: orNull(ref('Reload')),
  }),
  Figures: whole(figures),
  Share: whole({
    name: string,
    requests: integer,
    failed: integer,
    output_tokens: integer,
    cost_usd: number,
  }),
  Series: whole({
    at: list(integer),
    answered: list(integer),
    refused: list(integer),
    failed: list(integer),
    p50_ms: list(orNull(number)),
    p95_ms: list(orNull(number)),
    p99_ms: list(orNull(number)),
    first_byte_p50_ms: list(orNull(number)),
    output_tokens: list(integer),
  }),
  Overview: whole({
    gateway: ref('Gateway'),
    in_flight: orNull(integer),
    window_seconds: integer,
    window: ref('Figures'),
    today: orNull(
      whole({
        requests: integer,
        failed: integer,
        input_tokens: integer,
        output_tokens: integer,
        cost_usd: number,
      }),
    ),
    step_seconds: integer,
    series: ref('Series'),
    models: list(ref('Share')),
    keys: list(ref('Share')),
    unwell: list(whole({ deployment: string, ...deploymentState })),
  }),
  DeploymentState: whole(deploymentState),
  Deployment: whole({
    deployment: string,
    name: string,
    backend: string,
    priority: { type: 'integer' },
    weight: number,
    priced: boolean,
    disabled: boolean,
    drained: orNull(whole(drained)),
    endpoints: map(list(string)),
    line: integer,
    state: orNull(ref('DeploymentState')),
    requests: integer,
    failed: integer,
    attempts: integer,
    failures: integer,
    last_error: orNull(ref('LastError')),
  }),
  Drained: whole({ drained: list(whole({ deployment: string, ...drained })) }),
  Drain: whole({ deployment: string, drained: orNull(whole(drained)) }),
  LastError: whole({ at: time, outcome: string, status: orNull(integer), request: string }),
  Model: whole({
    id: string,
    owned_by: string,
    balance: string,
    fallbacks: list(string),
    line: integer,
    tags: list(string),
    requests: integer,
    deployments: list(ref('Deployment')),
  }),
  Models: whole({ total: integer, models: list(ref('Model')) }),
  KeyLimit: whole(
    {
      name: string,
      kind: oneOf('requests', 'tokens', 'concurrency', 'budget'),
      limit: number,
      used: orNull(number),
      left: orNull(number),
      resets_at: orNull(time),
    },
    'In requests, tokens, requests in flight, or USD; `used` and `left` are null where the limit store does not tell.',
  ),
  LimitStore: whole({
    kind: oneOf('memory', 'redis'),
    on_failure: { enum: ['local', 'allow', 'deny', null] },
    degraded: boolean,
  }),
  Limits: whole({
    store: ref('LimitStore'),
    total: integer,
    keys: list(whole({ id: string, rate_limit: orNull(string), limits: list(ref('KeyLimit')) })),
  }),
  Key: whole({
    id: string,
    models: orNull(list(string)),
    endpoints: orNull(list(endpoint)),
    rate_limit: orNull(string),
    not_before: orNull(time),
    expires: orNull(time),
    state: oneOf('active', 'disabled', 'expired', 'not_yet'),
    secrets: integer,
    file: string,
    line: integer,
    managed: boolean,
    requests_last_hour: integer,
    last_used: orNull(time),
    limits: list(ref('KeyLimit')),
  }),
  Keys: whole({
    total: integer,
    keys: list(ref('Key')),
    keys_file: {
      oneOf: [
        whole({ kind: { const: 'writable' }, file: string }),
        whole({ kind: oneOf('absent', 'read_only'), file: orNull(string), advice: string }),
      ],
    },
    rate_limits: list(string),
  }),
  NewKey: { type: 'object', required: ['id'], properties: newKey, additionalProperties: false },
  Rotation: {
    type: 'object',
    properties: {
      overlap: { type: 'string', description: 'How long the secret before stays valid, such as 24h.' },
    },
    additionalProperties: false,
  },
  KeySecret: whole(
    { ...keyChange, secret: string, curl: orNull(string) },
    'The one time the secret is shown.',
  ),
  KeyRevoked: whole(keyChange),
  Names: whole({
    models: list(string),
    keys: list(string),
    backends: list(string),
    deployments: list(string),
    tags: list(string),
    rate_limits: list(string),
    most: integer,
  }),
  Explanation: {
    type: 'object',
    description: 'As `gateway explain --format json` prints it.',
    required: ['question', 'outcome', 'models'],
    properties: { question: { type: 'object' }, outcome: { type: 'object' }, models: { type: 'array' } },
  },
  Config: whole({
    revision: string,
    file: string,
    loaded_at: string,
    files: list(whole({ file: string, text: string })),
    unavailable: orNull(string),
  }),
  Reloads: whole({ reloads: list(ref('Reload')) }),
  Attempt: whole({
    deployment: string,
    start_ms: number,
    ms: number,
    outcome: string,
    status: orNull(integer),
    ok: boolean,
  }),
  Request: whole({
    number: integer,
    at: time,
    id: string,
    key: orNull(string),
    client: orNull(string),
    endpoint: orNull(string),
    model: orNull(string),
    deployment: orNull(string),
    tags: list(string),
    status: integer,
    code: orNull(string),
    streamed: boolean,
    ms: number,
    first_byte_ms: orNull(number),
    input_tokens: orNull(integer),
    output_tokens: orNull(integer),
    cost_usd: orNull(number),
    title: orNull(string),
    referer: orNull(string),
    attempts: list(ref('Attempt')),
  }),
  Requests: whole({ newest: integer, requests: list(ref('Request')) }),
  Usage: whole({
    since: string,
    rows: list(
      whole({
        day: orNull(string),
        key: orNull(string),
        model: orNull(string),
        deployment: orNull(string),
        requests: integer,
        failed: integer,
        input_tokens: integer,
        output_tokens: integer,
        cached_input_tokens: integer,
        cache_write_tokens: integer,
        cost_usd: number,
      }),
    ),
  }),
} as const satisfies Readonly<Record<string, Schema>>;

export type SchemaName = keyof typeof schemas;
