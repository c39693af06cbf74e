/** Prompt caches of several accounts: each knows of a session what it was sent itself. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { message, startBackend, type TestBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const sessions = Array.from({ length: 200 }, (_, place) => `8f14e45f-session-${place}`);
const turns = 3;
const atOnce = 20;

/** An account that reads a turn out of its cache where it has had the turn before. */
async function account(t: TestContext): Promise<{ readonly backend: TestBackend; hits(): number }> {
  const known = new Map<string, number>();
  let hits = 0;
  const backend = await startBackend(t, (seen, response) => {
    const { messages } = JSON.parse(seen.body.toString()) as { messages: { content: string }[] };
    const session = messages[0]!.content;
    if (messages.length > 1 && known.get(session) === messages.length - 1) hits += 1;
    known.set(session, messages.length);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(message));
  });
  return { backend, hits: () => hits };
}

/** The hits of all sessions, many of them at once, each turn after the one before. */
async function hitsOver(t: TestContext, count: number): Promise<number> {
  const accounts = await Promise.all(Array.from({ length: count }, () => account(t)));
  const names = accounts.map((_, place) => `a${place}`);
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ ${accounts.map(({ backend }, place) => `${names[place]}: { url: "${backend.url}" }`).join(', ')} }`,
      models: `{ claude: { balance: sticky, deployments: [ ${names
        .map((name) => `{ backend: ${name}, endpoints: { messages: [] } }`)
        .join(', ')} ] } }`,
    }),
  );
  const waiting = [...sessions];
  const work = async () => {
    for (let session = waiting.pop(); session !== undefined; session = waiting.pop()) {
      for (let turn = 1; turn <= turns; turn += 1) {
        const messages = Array.from({ length: turn }, (_, at) => ({
          role: 'user',
          content: at === 0 ? session : `turn ${at}`,
        }));
        const { status } = await gateway.call('/v1/messages', {
          body: { model: 'claude', max_tokens: 9, messages },
          headers: { 'x-claude-code-session-id': session },
        });
        assert.equal(status, 200);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const all = accounts.map(({ backend }) => backend.seen.length);
  assert.ok(Math.max(...all) < (sessions.length * turns * 2) / count + 1, `they are spread: ${all}`);
  return accounts.reduce((sum, { hits }) => sum + hits(), 0);
}

test('200 sessions over four accounts meet their caches nearly as often as over one', async (t) => {
  const [one, four] = [await hitsOver(t, 1), await hitsOver(t, 4)];
  assert.equal(one, sessions.length * (turns - 1));
  assert.ok(four >= 0.9 * one, `${four} of ${one}`);
  t.diagnostic(`${four} hits over four accounts, ${one} over one`);
});
