import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createParser } from 'eventsource-parser';
import { answerEvents, bedrockChunk } from '../../helpers/amazon-frames.ts';
import { startBackend } from '../../helpers/backend.ts';
import { begin, configText, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { readRecorded, recordVendorRequests, withVendorClients } from './record.ts';

const parameters = { max_tokens: 64, messages: [{ role: 'user', content: 'hello' }], stream: true };

test("the vendors' own clients", { timeout: 300_000 }, async (t) => {
  await withVendorClients(async (clientFor) => {
    await t.test('send what was recorded', async () => {
      assert.deepEqual(await recordVendorRequests(clientFor), await readRecorded());
    });

    await t.test('read the same events from Bedrock as a client of the gateway does', async (inner) => {
      const frames = ['{"type":"ping",\n "n": 1.0}', '{}', ...answerEvents('one ü three')].map(bedrockChunk);
      const bedrock = await startBackend(inner, (_seen, response) => {
        response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
        response.end(Buffer.concat(frames));
      });
      const client = await clientFor('@anthropic-ai/bedrock-sdk', bedrock.url);
      const stream = (await client.messages.create({ model: 'a', ...parameters })) as AsyncIterable<unknown>;
      const theirs: unknown[] = [];
      for await (const event of stream) theirs.push(event);

      const gateway = await startInside(
        inner,
        configText({
          backends: `{ bedrock: { url: "${bedrock.url}", wire: bedrock } }`,
          models: '{ m: { deployments: [ { backend: bedrock, model: a, endpoints: { messages: [] } } ] } }',
        }),
      );
      const body = { model: 'm', ...parameters };
      const { text } = await readReply(await begin(gateway, '/v1/messages', { body }));
      const ours: unknown[] = [];
      createParser({ onEvent: ({ data }) => ours.push(JSON.parse(data)) }).feed(text);
      assert.ok(theirs.length >= answerEvents('one ü three').length);
      // A client of messages does not show a ping.
      const isShown = (event: unknown) => (event as { type: string }).type !== 'ping';
      assert.deepEqual(ours.filter(isShown), theirs.filter(isShown));
    });
  });
});
