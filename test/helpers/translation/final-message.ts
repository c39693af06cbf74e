import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

/** Dialects that clients speak. */
export type ClientDialect = 'chat' | 'messages' | 'responses';

/** The last message by the client that makes it. */
interface Finals {
  readonly chat: OpenAI.Chat.ChatCompletion;
  readonly messages: Anthropic.Messages.Message;
  readonly responses: OpenAI.Responses.Response;
}

/**
 * What a vendor's own client makes of a stream: the last message of its stream helper. Rejects as that client does, where
 * the stream is one that it does not take.
 */
export async function finalOf<D extends ClientDialect>(
  dialect: D,
  stream: string | Uint8Array,
): Promise<Finals[D]> {
  return finals[dialect](stream);
}

const finals: { readonly [D in ClientDialect]: (stream: string | Uint8Array) => Promise<Finals[D]> } = {
  chat: (stream) =>
    new OpenAI(optionsFor(stream)).chat.completions
      .stream({ model: 'm', messages: [] })
      .finalChatCompletion(),
  messages: (stream) =>
    new Anthropic(optionsFor(stream)).messages
      .stream({ model: 'm', max_tokens: 1, messages: [] })
      .finalMessage(),
  responses: (stream) =>
    new OpenAI(optionsFor(stream)).responses.stream({ model: 'm', input: '' }).finalResponse(),
};

/** A client's options with which it gets the stream, whatever it asks for. */
function optionsFor(stream: string | Uint8Array) {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  const fetch = async () => new Response(Buffer.from(stream), { headers });
  return { apiKey: 'none', baseURL: 'http://localhost', maxRetries: 0, fetch };
}
