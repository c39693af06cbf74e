/** A call of everything that can be called: of each endpoint of the list, each operation, and each kind that files declare. */
import {
  type BuiltInName,
  deployedEndpoints,
  endpoints,
  keptEndpoints,
} from '../../../src/api/endpoints/index.ts';
import { formOf } from '../../helpers/forms.ts';
import { configText, type Reply, type TestGateway } from '../../helpers/gateway.ts';
import { refusedSocket } from '../../helpers/socket.ts';

export const readToken = 'walk-read-token-0123';

export interface Call {
  /** What configurations, logs and metrics call it. */
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly body?: string | Buffer;
  readonly type?: string;
  /** It is called by clients of Anthropic's, who say so. */
  readonly isForAnthropic?: true;
  /** It is asked for over a WebSocket, which the simulator does not have: its answer is one of HTTP. */
  readonly isSession?: true;
  /** It lists what others have made, too: open to nobody here. */
  readonly isClosed: boolean;
}

const json = 'application/json';
const id = 'any-id';

function form(fields: Readonly<Record<string, unknown>>): Pick<Call, 'body' | 'type'> {
  const parts = Object.entries(fields).map(([name, value]) =>
    String(value).startsWith('@')
      ? { name, filename: 'f', content: 'bytes' }
      : { name, content: String(value) },
  );
  return { body: formOf('x', parts), type: 'multipart/form-data; boundary=x' };
}

const deployed: readonly Call[] = deployedEndpoints.map((name) => {
  const { path, sample, body, socket } = endpoints[name];
  if (socket === 'session')
    return { name, path: `${path}?model=m`, method: 'GET', isSession: true, isClosed: false };
  const fields = { model: 'm', ...sample.request };
  const sent = body.kind === 'multipart' ? form(fields) : { body: JSON.stringify(fields), type: json };
  return { name, path, method: 'POST', isClosed: false, ...sent };
});

const kept: readonly Call[] = keptEndpoints.flatMap((name) =>
  (endpoints[name].operations ?? []).map(({ method, below, body, listsAll }) => ({
    name,
    path: (endpoints[name].path + below).replaceAll('{id}', id),
    method,
    isClosed: listsAll === true,
    ...(endpoints[name].isForAnthropic === true && { isForAnthropic: true as const }),
    ...(body.kind === 'streamed' && { body: 'bytes', type: 'application/octet-stream' }),
    ...(body.kind === 'object' && { body: '{}', type: json }),
  })),
);

/** What files declare: one for each kind of body, and each place of a model. */
export const declared: readonly (Call & { readonly text: string; readonly isDeployed: boolean })[] = [
  { name: 'ocr', path: '/v1/ocr', text: '{ path: /v1/ocr }', body: '{"model":"m"}', type: json },
  {
    name: 'upscale',
    path: '/v1/upscale',
    text: '{ path: /v1/upscale, body: multipart }',
    ...form({ model: 'm' }),
  },
  {
    name: 'blob',
    path: `/v1/blobs/${id}?model=m`,
    method: 'PUT',
    text: '{ path: "/v1/blobs/{id}", methods: [PUT], body: streamed, model: { in: query } }',
    body: 'bytes',
    type: 'a/b',
  },
  { name: 'run', path: '/v1/run/m', text: '{ path: "/v1/run/{model}" }', body: '{}', type: json },
  {
    name: 'jobs',
    path: `/v1/jobs/${id}`,
    method: 'GET',
    text: '{ path: "/v1/jobs/{id}", methods: [GET], model: { in: none }, backends: [b]PRICE }',
    isDeployed: false,
  },
].map((one) => ({ method: 'POST', isDeployed: true, isClosed: false, ...one }));

export const everyCall: readonly Call[] = [...deployed, ...kept, ...declared];

/** The endpoint by whose name a key is granted another, or a file has it kept. */
export function wordFor(name: string): string {
  const { grant } = endpoints[name as BuiltInName] ?? { grant: 'by_name' };
  return typeof grant === 'object' ? grant.with : name;
}

const words = [...new Set(keptEndpoints.map(wordFor))];
/** Those of which no deployment has a price. */
export const keptAlone = keptEndpoints.filter((name) => endpoints[name].answeredBy === 'backends');

export interface Walked {
  /** In YAML. */
  readonly keys: string;
  /** Of the one deployment, in YAML, with what it serves; left out, every endpoint with every price. */
  readonly serves?: string;
  /** Whether what names no model has prices. */
  readonly isPriced?: boolean;
}

const prices = `price: { input: 1, output: 1, per_image: 1, per_request: 1, per_minute: 1, per_million_characters: 1,
      per_search_unit: 1 }`;
const servedByAll = [
  ...deployedEndpoints,
  ...declared.filter((one) => one.isDeployed).map(({ name }) => name),
];
const everything = `${prices}, endpoints: { ${servedByAll.map((name) => `${name}: []`).join(', ')} }`;

/** A configuration with everything that can be called. */
export function walkedText({ keys, serves = everything, isPriced = true }: Walked): string {
  const price = isPriced ? 'price: { per_request: 1 }' : '';
  return configText({
    backends: '{ b: { simulator: {} } }',
    models: `{ m: { deployments: [{ backend: b, ${serves} }] } }`,
    keys,
    more: `admin: { address: "127.0.0.1:0", read_token: ${readToken} }
stateful: { ids: signed, unsigned: allow, endpoints: [${words.join(', ')}] }
endpoints:
${isPriced ? keptAlone.map((name) => `  ${name}: { ${price} }\n`).join('') : ''}${declared
  .map(({ name, text }) => `  ${name}: ${text.replace('PRICE', isPriced ? `, ${price}` : '')}`)
  .join('\n')}`,
  });
}

export async function send(
  gateway: TestGateway,
  { path, method, body, type, isForAnthropic, isSession }: Call,
  key: string | null,
): Promise<Pick<Reply, 'status' | 'text'>> {
  if (isSession === true) return refusedSocket(gateway, { path, key });
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    ...(isForAnthropic === true && { 'anthropic-version': '2023-06-01' }),
  };
  return gateway.call(path, { method, key, ...(body !== undefined && { body }), headers });
}
