import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delta, startBackend } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { readToken, serve } from '../../helpers/serve.ts';

const secrets = { a: 'sk-a-0123456789abcdefgh', b: 'sk-b-0123456789abcdefgh' };

test('what is under way is counted once and where it began, whatever a reload takes away meanwhile', async (t) => {
  const rest = gate();
  const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('a'));
    await rest.opened;
    response.end(`${delta('', 'stop')}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
  });
  const limits = 'rate_limit: { concurrency: 4, tokens: 1000000/day, budget: 100 USD/month }';
  const text = (model: string, key: string, group: string, price: number) =>
    configText({
      backends: `{ one: { url: "${backend.url}", rate_limit: { concurrency: 100 } } }`,
      models: `{ ${model}: { deployments: [{ backend: one, price: { input: ${price}, output: ${price} }, rate_limit: { tokens: 1000000/day }, endpoints: { chat_completions: [streaming] } }] } }`,
      keys: `{ ${key}: { secret: ${secrets.a}, group: ${group}, ${limits} }, b: { secret: ${secrets.b} } }`,
      more: `groups: { ${group}: { ${limits} } }\nworkers: 2\nadmin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
    });
  const served = await serve(t, text('m', 'a', 'g', 1000));
  const to = { port: served.port, ca: served.ca };
  const streams = await Promise.all(
    Array.from({ length: 4 }, () =>
      begin(to, '/v1/chat/completions', {
        key: secrets.a,
        body: { model: 'm', stream: true, max_tokens: 500, messages: [{ role: 'user', content: 'a' }] },
      }),
    ),
  );
  await served.save(text('n', 'c', 'h', 2000));
  await served.reloaded('applied');
  rest.open();
  for (const stream of streams) assert.equal((await readReply(stream)).complete, true);
  let rows: Record<string, unknown>[] = [];
  await until(async () => {
    rows = JSON.parse((await served.admin('/api/usage?by=key,model,group')).text).rows;
    return rows.reduce((sum, row) => sum + Number(row['requests']), 0) === 4;
  }, 'the usage is kept');
  const named = rows.map((row) =>
    ['key', 'model', 'group', 'input_tokens', 'cost_usd'].map((name) => row[name]),
  );
  assert.deepEqual(named, [['a', 'm', 'g', 400, 0.6]]);
  await served.save(text('m', 'a', 'g', 1000));
  await served.reloaded('applied');
  const { keys, groups, deployments, backends } = JSON.parse((await served.admin('/api/limits')).text);
  for (const { id, limits: list } of [keys[0], groups[0], deployments[0], backends[0]]) {
    for (const { kind, used } of list) {
      assert.deepEqual(
        [id, kind, used],
        [id, kind, { tokens: 600, concurrency: 0, budget: 0.6 }[kind as string]],
      );
    }
  }
  assert.match((await served.admin('/metrics')).text, /^gateway_key_cost_usd_total\{key="a"\} 0\.6$/m);
});
