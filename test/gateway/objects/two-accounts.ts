import type { TestContext } from 'node:test';
import { type Answer, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { begin, configText, type Reply, readReply, secret } from '../../helpers/gateway.ts';
import { type Inside, startInside } from '../../helpers/inside.ts';

export const team = 'sk-team-0123456789abcdef';
export const other = 'sk-other-0123456789abcdef';

const serves = 'endpoints: { responses: [streaming], chat_completions: [] }';

export interface Accounts {
  readonly a: TestBackend;
  readonly b: TestBackend;
  readonly gateway: Inside;
  call(path: string, options?: Parameters<typeof begin>[2]): Promise<Reply>;
}

export interface AccountsOptions {
  readonly stateful?: string;
  readonly backends?: string;
  readonly state?: string;
  readonly more?: string;
  readonly limit?: string;
  /** Of every deployment. */
  readonly price?: string;
}

/** What a vendor answers, by what it is asked: of every account the ids begin with its name. */
export function account(name: string): Answer {
  let made = 0;
  return (seen, response) => {
    const path = seen.url.split('?')[0]!;
    const reply = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (seen.method === 'POST' && path === '/v1/responses') {
      made += 1;
      const asked = JSON.parse(seen.body.toString()) as Record<string, unknown>;
      const answer = responseObject(`resp_${name}${made}`, asked);
      return asked['stream'] === true ? stream(response, answer) : reply(answer);
    }
    if (seen.method === 'POST' && path === '/v1/conversations') {
      made += 1;
      return reply({ id: `conv_${name}${made}`, object: 'conversation', created_at: 1, metadata: {} });
    }
    const [, , , id = '', ...rest] = path.split('/');
    if (!id.includes(`_${name}`)) return reply({ error: { message: 'no such object', type: 'x' } }, 404);
    if (seen.method === 'DELETE') return reply({ id, object: 'deleted', deleted: true });
    if (rest[0] === 'input_items' || rest[0] === 'items') return reply({ object: 'list', data: [] });
    if (id.startsWith('conv_')) return reply({ id, object: 'conversation' });
    reply(responseObject(id, {}));
  };
}

function responseObject(id: string, asked: Record<string, unknown>): object {
  return {
    id,
    object: 'response',
    status: 'completed',
    previous_response_id: asked['previous_response_id'] ?? null,
    conversation: asked['conversation'] === undefined ? null : { id: asked['conversation'] },
    output: [
      { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAAA+/==', summary: [] },
      { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'say resp_x' }] },
    ],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
}

/** In pieces of a few bytes, so that everything is split somewhere. */
function stream(response: Parameters<Answer>[1], answer: object): void {
  const event = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const text =
    event('response.created', { response: { ...answer, status: 'in_progress', output: [] } }) +
    event('response.output_text.delta', { item_id: 'msg_1', delta: 'say "response": resp_x' }) +
    event('response.completed', { response: answer });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let at = 0; at < text.length; at += 7) response.write(text.slice(at, at + 7));
  response.end();
}

/** A gateway in front of two accounts of one vendor. `m` is served by both, `on-a` and `on-b` by one each. */
export async function startAccounts(t: TestContext, options: AccountsOptions = {}): Promise<Accounts> {
  const a = await startBackend(t, account('a'));
  const b = await startBackend(t, account('b'));
  const gateway = await startInside(t, accountsText(a, b, options));
  return {
    a,
    b,
    gateway,
    call: async (path, more) => readReply(await begin(gateway, path, more)),
  };
}

export function accountsText(
  a: { readonly url: string },
  b: { readonly url: string },
  {
    stateful = '{ ids: signed, endpoints: [responses, conversations], default: { conversations: a } }',
    backends = `{ a: { url: "${a.url}" }, b: { url: "${b.url}" } }`,
    more = '',
    limit = '',
    price,
  }: AccountsOptions = {},
): string {
  const deployment = (name: string) =>
    `{ backend: ${name}, ${serves}${price === undefined ? '' : `, price: ${price}`} }`;
  const both = `[ ${deployment('a')}, ${deployment('b')} ]`;
  const on = (name: string) => `on-${name}: { deployments: [ ${deployment(name)} ] }`;
  const granted = 'endpoints: [all]';
  return configText({
    backends,
    models: `{ m: { deployments: ${both} }, ${on('a')}, ${on('b')} }`,
    keys: `{ test: { secret: ${secret}, ${granted}${limit} }, team: { secret: ${team}, ${granted}, objects_owner: test }, other: { secret: ${other}, ${granted} } }`,
    more: `stateful: ${stateful}\n${more}`,
  });
}
