import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { answerEvents, bedrockChunk } from '../helpers/amazon-frames.ts';
import { delta, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText } from '../helpers/gateway.ts';
import { startInside } from '../helpers/inside.ts';

const frames = answerEvents('one two three').map(bedrockChunk);
const events = answerEvents('one two three').map((event) => `data: ${JSON.stringify(event)}\n\n`);
const chat = [delta('one'), `${delta('two', 'stop')}data: [DONE]\n\n`];
const ping = 'event: ping\ndata: {"type":"ping"}\n\n';
const comment = ': the backend is still working\n\n';

/** A gateway before backends that say the first part of an answer, and the rest when it is told to. */
async function start(t: TestContext) {
  const rest = gate();
  const answering = (type: string, first: Buffer | string, last: Buffer | string) =>
    startBackend(t, async (_seen, response) => {
      response.writeHead(200, { 'content-type': type });
      response.write(first);
      await rest.opened;
      response.end(last);
    });
  const sse = 'text/event-stream';
  const bedrock = await answering(
    'application/vnd.amazon.eventstream',
    Buffer.concat(frames.slice(0, 3)),
    Buffer.concat(frames.slice(3)),
  );
  const claude = await answering(sse, events.slice(0, 3).join(''), events.slice(3).join(''));
  const openai = await answering(sse, chat[0]!, chat[1]!);
  const text = configText({
    backends: `{ bedrock: { url: "${bedrock.url}", wire: bedrock }, claude: { url: "${claude.url}" }, openai: { url: "${openai.url}", flavor: generic } }`,
    models: `{
      framed: { deployments: [ { backend: bedrock, endpoints: { messages: [] } } ] },
      native: { deployments: [ { backend: claude, endpoints: { messages: [] } } ] },
      said: { deployments: [ { backend: openai, endpoints: { messages: { via: chat_completions } } } ] },
      told: { deployments: [ { backend: claude, endpoints: { chat_completions: { via: messages } }, translation: { max_tokens: 9 } } ] },
    }`,
  });
  const gateway = await startInside(t, text, [], undefined, { ownHeartbeatMs: 50 });
  return { gateway, rest };
}

test('a stream that the gateway writes is not silent for long, and one that passes is as its backend is', async (t) => {
  const { gateway, rest } = await start(t);
  const asked = { max_tokens: 5, stream: true, messages: [{ role: 'user', content: 'hello' }] };
  const opened = async (path: string, model: string) => {
    const response = await begin(gateway, path, { body: { ...asked, model } });
    const got = { text: '', ended: once(response, 'end') };
    response.on('data', (chunk: Buffer) => {
      got.text += chunk.toString();
    });
    return got;
  };
  const native = await opened('/v1/messages', 'native');
  const framed = await opened('/v1/messages', 'framed');
  const said = await opened('/v1/messages', 'said');
  const told = await opened('/v1/chat/completions', 'told');
  const count = ({ text }: { readonly text: string }, sign: string) => text.split(sign).length - 1;
  await until(() => count(framed, ping) >= 2, 'pings of what came in frames');
  await until(() => count(said, ping) >= 2, 'pings of what is said in messages');
  await until(() => count(told, comment) >= 2, 'comments in chunks');
  rest.open();
  await Promise.all([native.ended, framed.ended, said.ended, told.ended]);
  assert.equal(native.text, events.join(''));
  const named = answerEvents('one two three').map(
    (event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  assert.equal(framed.text.replaceAll(ping, ''), named.join(''));
  assert.match(said.text, /event: message_stop\n.*\n\n$/);
  assert.match(told.text, /data: \[DONE\]\n\n$/);
});
