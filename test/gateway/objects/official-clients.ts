import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI, { NotFoundError, toFile } from 'openai';
import { reportCases } from '../../helpers/sdk.ts';

const url = process.env['GATEWAY_URL'] ?? '';
const apiKey = process.env['GATEWAY_KEY'] ?? '';
const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
const stranger = new OpenAI({ baseURL: `${url}/v1`, apiKey: process.env['OTHER_KEY'] ?? '', maxRetries: 0 });
const anthropic = new Anthropic({ baseURL: url, apiKey, maxRetries: 0 });
const otherAnthropic = anthropic.withOptions({ apiKey: process.env['OTHER_KEY'] ?? '' });

const signed = /~g2[A-Za-z0-9_-]{51,}$/;
const request = (custom_id: string) => ({
  custom_id,
  params: { model: 'demo', max_tokens: 5, messages: [{ role: 'user' as const, content: 'hi' }] },
});

await reportCases({
  async 'openai: responses, wherever they were made'() {
    for (let turn = 0; turn < 8; turn += 1) {
      const made = await openai.responses.create({ model: 'demo', input: `turn ${turn}` });
      assert.match(made.id, signed);
      const got = await openai.responses.retrieve(made.id);
      assert.deepEqual([got.id, got.output_text], [made.id, made.output_text]);
      const next = await openai.responses.create({
        model: 'demo',
        input: 'on',
        previous_response_id: made.id,
      });
      assert.equal(next.previous_response_id, made.id);
      const items = await openai.responses.inputItems.list(made.id);
      assert.equal(items.data.length, 1);
      await assert.rejects(stranger.responses.retrieve(made.id), NotFoundError);
      await openai.responses.delete(made.id);
      await assert.rejects(openai.responses.retrieve(made.id), NotFoundError);
    }
  },
  async 'openai: a response that was streamed'() {
    const stream = await openai.responses.create({ model: 'demo', input: 'hi', stream: true });
    const ids = new Set<string>();
    for await (const event of stream) {
      if (event.type === 'response.created' || event.type === 'response.completed')
        ids.add(event.response.id);
    }
    assert.equal(ids.size, 1);
    const [id = ''] = ids;
    assert.equal((await openai.responses.retrieve(id)).id, id);
  },
  async 'openai: a response in the background'() {
    const made = await openai.responses.create({ model: 'demo', input: 'hi', background: true });
    assert.equal(made.status, 'queued');
    assert.equal((await openai.responses.retrieve(made.id)).status, 'completed');
    assert.equal((await openai.responses.cancel(made.id)).id, made.id);
  },
  async 'openai: conversations'() {
    const made = await openai.conversations.create({
      items: [{ type: 'message', role: 'user', content: 'hi' }],
      metadata: { topic: 'gates' },
    });
    assert.match(made.id, signed);
    assert.deepEqual((await openai.conversations.retrieve(made.id)).metadata, { topic: 'gates' });
    const { data } = await openai.conversations.items.list(made.id);
    assert.equal(data.length, 1);
    const item = await openai.conversations.items.retrieve(data[0]!.id!, { conversation_id: made.id });
    assert.equal(item.id, data[0]!.id);
    await openai.conversations.items.create(made.id, {
      items: [{ type: 'message', role: 'user', content: 'more' }],
    });
    assert.equal((await openai.conversations.items.list(made.id)).data.length, 2);
    const answer = await openai.responses.create({ model: 'demo', input: 'x', conversation: made.id });
    assert.match(answer.id, signed);
    await openai.conversations.update(made.id, { metadata: { topic: 'doors' } });
    assert.equal((await openai.conversations.delete(made.id)).id, made.id);
    await assert.rejects(openai.conversations.retrieve(made.id), NotFoundError);
  },
  async 'openai: files up and down, and their list'() {
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 7, 'a line of text\n');
    const made = await openai.files.create({ file: await toFile(bytes, 'a.jsonl'), purpose: 'user_data' });
    assert.match(made.id, signed);
    assert.deepEqual([made.bytes, made.filename], [bytes.length, 'a.jsonl']);
    const content = await openai.files.content(made.id);
    assert.ok(Buffer.from(await content.arrayBuffer()).equals(bytes));
    const listed: string[] = [];
    for await (const file of openai.files.list()) listed.push(file.id);
    assert.ok(listed.includes(made.id));
    await assert.rejects(stranger.files.retrieve(made.id), NotFoundError);
    await openai.files.delete(made.id);
    await assert.rejects(openai.files.retrieve(made.id), NotFoundError);
  },
  async 'openai: uploads in parts'() {
    const upload = await openai.uploads.create({
      filename: 'b.txt',
      bytes: 10,
      mime_type: 'text/plain',
      purpose: 'user_data',
    });
    const parts = [];
    for (const piece of ['01234', '56789']) {
      parts.push(
        await openai.uploads.parts.create(upload.id, { data: await toFile(Buffer.from(piece), 'x') }),
      );
    }
    const done = await openai.uploads.complete(upload.id, { part_ids: parts.map(({ id }) => id) });
    assert.equal(await (await openai.files.content(done.file!.id)).text(), '0123456789');
  },
  async 'openai: batches'() {
    const line = JSON.stringify({ custom_id: 'one', method: 'POST', url: '/v1/responses', body: {} });
    const file = await openai.files.create({
      file: await toFile(Buffer.from(`${line}\n`), 'in.jsonl'),
      purpose: 'batch',
    });
    const made = await openai.batches.create({
      input_file_id: file.id,
      endpoint: '/v1/responses',
      completion_window: '24h',
    });
    assert.deepEqual([made.input_file_id, signed.test(made.id)], [file.id, true]);
    const done = await openai.batches.retrieve(made.id);
    assert.equal(done.status, 'completed');
    const output = await (await openai.files.content(done.output_file_id!)).text();
    assert.equal(JSON.parse(output).custom_id, 'one');
    assert.equal((await openai.batches.cancel(made.id)).id, made.id);
  },
  async 'anthropic: batches of messages, and their results'() {
    const made = await anthropic.messages.batches.create({ requests: [request('one'), request('two')] });
    assert.match(made.id, signed);
    const got = await anthropic.messages.batches.retrieve(made.id);
    assert.equal(got.results_url, `${url}/v1/messages/batches/${made.id}/results`);
    const results: string[] = [];
    for await (const result of await anthropic.messages.batches.results(made.id)) {
      results.push(`${result.custom_id} ${result.result.type}`);
    }
    assert.deepEqual(results, ['one succeeded', 'two succeeded']);
    assert.equal((await anthropic.messages.batches.delete(made.id)).id, made.id);
  },
  async 'anthropic: files up and down, their list, and one that a message names'() {
    const bytes = Buffer.alloc(2 * 1024 * 1024 + 7, 'a line of text\n');
    const made = await anthropic.beta.files.upload({ file: await toFile(bytes, 'a.txt') });
    assert.match(made.id, signed);
    assert.deepEqual([made.size_bytes, made.filename, made.type], [bytes.length, 'a.txt', 'file']);
    const content = await anthropic.beta.files.download(made.id);
    assert.ok(Buffer.from(await content.arrayBuffer()).equals(bytes));
    const listed: string[] = [];
    for await (const file of anthropic.beta.files.list()) listed.push(file.id);
    assert.deepEqual(listed, [made.id]);
    for await (const file of openai.files.list()) assert.notEqual(file.id, made.id);
    const answer = await anthropic.beta.messages.create({
      betas: ['files-api-2025-04-14'],
      model: 'demo',
      max_tokens: 9,
      messages: [
        { role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: made.id } }] },
      ],
    });
    assert.equal(answer.type, 'message');
    const foreign = otherAnthropic.beta.files.retrieveMetadata(made.id);
    await assert.rejects(foreign, (error: unknown) => {
      assert.ok(error instanceof Anthropic.NotFoundError);
      assert.equal(error.type, 'not_found_error');
      return true;
    });
    assert.deepEqual(await anthropic.beta.files.delete(made.id), { id: made.id, type: 'file_deleted' });
    await assert.rejects(anthropic.beta.files.retrieveMetadata(made.id), Anthropic.NotFoundError);
  },
});
