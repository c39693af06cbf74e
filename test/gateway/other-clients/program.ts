/** Calls the gateway with clients that are installed in a folder of their own, `CLIENTS_FOLDER`. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportCases } from '../../helpers/sdk.ts';

const url = process.env['GATEWAY_URL'] ?? '';
const apiKey = process.env['GATEWAY_KEY'] ?? '';
const loader = pathToFileURL(join(process.env['CLIENTS_FOLDER'] ?? '', 'load.js')).href;

// biome-ignore lint/suspicious/noExplicitAny: the clients are not there when this is compiled
type Loose = any;
const { load } = (await import(loader)) as { load: (name: string) => Promise<Loose> };

const model = 'demo';
const baseURL = `${url}/v1`;
const messages = [{ role: 'user', content: 'a word about gates' }];
const documents = ['bridges', 'a word about gates', 'gates'];
const query = 'gates';

async function joined(stream: AsyncIterable<Loose>, textOf: (part: Loose) => unknown): Promise<string> {
  let text = '';
  for await (const part of stream) text += textOf(part) ?? '';
  return text;
}

const { OpenAI } = await load('openai');
const openai = new OpenAI({ baseURL, apiKey });
const { CohereClient, CohereClientV2 } = await load('cohere-ai');
const cohere = { token: apiKey, environment: url };
const ai = await load('ai');
const { createOpenAI } = await load('@ai-sdk/openai');
const provider = createOpenAI({ baseURL, apiKey });
const { createAnthropic } = await load('@ai-sdk/anthropic');
const anthropic = createAnthropic({ baseURL, apiKey });
const { z } = await load('zod');
const { ChatOpenAI, OpenAIEmbeddings } = await load('@langchain/openai');
const langchain = { apiKey, model, configuration: { baseURL } };

await reportCases({
  'openai 7: chat completions, whole and streamed': async () => {
    const whole = await openai.chat.completions.create({ model, messages });
    const text = whole.choices[0].message.content;
    assert.match(text, /gates/);
    const stream = await openai.chat.completions.create({ model, messages, stream: true });
    assert.equal(await joined(stream, ({ choices }) => choices[0]?.delta.content), text);
  },
  'openai 7: responses, counted and compacted': async () => {
    const whole = await openai.responses.create({ model, input: 'gates' });
    assert.match(whole.output_text, /gates/);
    const stream = await openai.responses.create({ model, input: 'gates', stream: true });
    const deltas = ({ type, delta }: Loose) => (type === 'response.output_text.delta' ? delta : '');
    assert.equal(await joined(stream, deltas), whole.output_text);
    const { input_tokens: tokens } = await openai.responses.inputTokens.count({ model, input: 'gates' });
    assert.equal(tokens, whole.usage.input_tokens);
    const { output } = await openai.responses.compact({ model, input: 'gates' });
    assert.equal(output[0].type, 'compaction');
  },
  'openai 7: embeddings and moderations': async () => {
    const { data } = await openai.embeddings.create({ model, input: documents, dimensions: 16 });
    for (const { embedding } of data) assert.ok(Math.abs(Math.hypot(...embedding) - 1) < 1e-6);
    const { results } = await openai.moderations.create({ model, input: 'I will kill you' });
    assert.equal(results[0].flagged, true);
  },
  'openai 7: images, whole and streamed': async () => {
    const whole = await openai.images.generate({ model, prompt: 'a gate' });
    const stream = await openai.images.generate({ model, prompt: 'a gate', partial_images: 1, stream: true });
    const completed = ({ type, b64_json: image }: Loose) =>
      type === 'image_generation.completed' ? image : '';
    assert.equal(await joined(stream, completed), whole.data[0].b64_json);
  },
  'openai 7: speech': async () => {
    const file = await openai.audio.speech.create({ model, input: 'gates', voice: 'alloy' });
    assert.equal(file.headers.get('content-type'), 'audio/mpeg');
    assert.equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 3), 'ID3');
  },
  'cohere: rerank of both versions': async () => {
    const first = await new CohereClient(cohere).rerank({ model, query, documents, returnDocuments: true });
    assert.equal(first.results[0].index, 1);
    assert.equal(first.results[0].document.text, documents[1]);
    const second = await new CohereClientV2(cohere).rerank({ model, query, documents, topN: 2 });
    assert.deepEqual(
      second.results.map(({ index }: Loose) => index),
      [1, 2],
    );
    assert.equal(second.meta.billedUnits.searchUnits, 1);
  },
  'ai: text of chat completions and responses, whole and streamed': async () => {
    for (const chosen of [provider.chat(model), provider.responses(model)]) {
      const { text } = await ai.generateText({ model: chosen, prompt: 'a word about gates' });
      assert.match(text, /gates/);
      const { textStream } = ai.streamText({ model: chosen, prompt: 'a word about gates' });
      assert.equal(await joined(textStream, (part) => part), text);
    }
  },
  'ai: text and calls of tools through every other dialect, whole and streamed': async () => {
    const tools = {
      get_weather: ai.tool({ description: 'weather', inputSchema: z.object({ city: z.string() }) }),
    };
    const chosen = ['chat_completions', 'messages', 'responses', 'gemini', 'bedrock_converse'].flatMap(
      (to) => {
        const name = `through-${to}`;
        return [provider.chat(name), provider.responses(name), anthropic(name)];
      },
    );
    for (const one of chosen) {
      const { text, finishReason } = await ai.generateText({ model: one, prompt: 'a word about gates' });
      assert.match(text, /gates/, one.modelId);
      assert.equal(finishReason, 'stop', one.modelId);
      const { textStream } = ai.streamText({ model: one, prompt: 'a word about gates' });
      assert.equal(await joined(textStream, (part) => part), text, one.modelId);
      const asked = { model: one, tools, prompt: 'call get_weather' };
      const called = await ai.generateText(asked);
      assert.equal(called.toolCalls[0]?.toolName, 'get_weather', one.modelId);
      assert.equal(called.finishReason, 'tool-calls', one.modelId);
      const streamed = ai.streamText(asked);
      assert.equal((await streamed.toolCalls)[0]?.toolName, 'get_weather', one.modelId);
    }
  },
  'ai: embeddings, images and speech': async () => {
    const { embeddings } = await ai.embedMany({ model: provider.embedding(model), values: documents });
    assert.deepEqual(
      embeddings.map(({ length }: Loose) => length),
      [64, 64, 64],
    );
    const { image } = await ai.generateImage({ model: provider.image(model), prompt: 'a gate' });
    assert.equal(image.mediaType, 'image/png');
    const { audio } = await ai.generateSpeech({
      model: provider.speech(model),
      text: 'gates',
      voice: 'alloy',
    });
    assert.ok(audio.uint8Array.length > 1000);
  },
  'langchain: a chat, whole and streamed, and embeddings': async () => {
    const chat = new ChatOpenAI(langchain);
    const { text } = await chat.invoke('a word about gates');
    assert.match(text, /gates/);
    assert.equal(await joined(await chat.stream('a word about gates'), (chunk) => chunk.text), text);
    const vectors = await new OpenAIEmbeddings(langchain).embedDocuments(documents);
    assert.deepEqual(
      vectors.map(({ length }: Loose) => length),
      [64, 64, 64],
    );
  },
});
