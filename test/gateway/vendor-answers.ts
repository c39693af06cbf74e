/** Answers in the forms of vendors, whole and streamed, with what each costs worked out by hand. */

type Json = Readonly<Record<string, unknown>>;

export interface VendorAnswer {
  readonly name: string;
  readonly endpoint: 'chat_completions' | 'messages' | 'responses';
  /** As the file has it. */
  readonly price: string;
  readonly whole: Json;
  readonly events: readonly string[];
  readonly usd: number;
  readonly certainty: 'measured' | 'reported';
}

const data = (json: Json) => `data: ${JSON.stringify(json)}\n\n`;
const named = (json: Json) => `event: ${json['type']}\n${data(json)}`;
const done = 'data: [DONE]\n\n';

/** @param place Where a stream has its usage: in an event of its own, beside the finish reason, or under `x_groq`. */
function chat(
  name: string,
  price: string,
  usd: number,
  usage: Json,
  { place = 'event', more = {}, certainty = 'measured' }: Partial<ChatForm> = {},
): VendorAnswer {
  const head = { id: 'chatcmpl-1', created: 1, model: 'm', ...more };
  const chunk = (choices: readonly Json[], beside: Json = {}) =>
    data({ ...head, object: 'chat.completion.chunk', choices, ...beside });
  const finish = { index: 0, delta: {}, finish_reason: 'stop' };
  const end = {
    event: [chunk([finish]), chunk([], { usage })],
    finish: [chunk([finish], { usage })],
    x_groq: [chunk([finish], { x_groq: { id: 'req_1', usage } })],
  }[place];
  const message = { role: 'assistant', content: 'Hello there.' };
  return {
    name,
    endpoint: 'chat_completions',
    price,
    whole: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    },
    events: [chunk([{ index: 0, delta: message, finish_reason: null }]), ...end, done],
    usd,
    certainty,
  };
}

interface ChatForm {
  readonly place: 'event' | 'finish' | 'x_groq';
  /** What stands beside the usage. */
  readonly more: Json;
  readonly certainty: VendorAnswer['certainty'];
}

/** @param first The part of the usage that a stream tells with its first event. */
function messages(
  name: string,
  price: string,
  usd: number,
  first: Json,
  last: Json,
  end: Json = {},
): VendorAnswer {
  const content = [{ type: 'text', text: 'Hello there.' }];
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' };
  return {
    name,
    endpoint: 'messages',
    price,
    whole: { ...message, content, stop_reason: 'end_turn', usage: { ...first, ...last }, ...end },
    events: [
      named({
        type: 'message_start',
        message: { ...message, content: [], usage: { ...first, output_tokens: 1 } },
      }),
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello there.' } }),
      named({ type: 'content_block_stop', index: 0 }),
      named({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: last }),
      named({ type: 'message_stop', ...end }),
    ],
    usd,
    certainty: 'measured',
  };
}

function responses(
  name: string,
  price: string,
  usd: number,
  tier: string,
  output: readonly Json[],
  usage: Json,
) {
  const created = {
    id: 'resp_1',
    object: 'response',
    status: 'in_progress',
    service_tier: 'auto',
    output: [],
  };
  const completed = { ...created, status: 'completed', service_tier: tier, output, usage };
  return {
    name,
    endpoint: 'responses',
    price,
    whole: completed,
    events: [
      named({ type: 'response.created', response: created }),
      named({ type: 'response.output_text.delta', delta: 'Hello there.' }),
      named({ type: 'response.completed', response: completed }),
    ],
    usd,
    certainty: 'measured',
  } satisfies VendorAnswer;
}

const search = (action: string) => ({
  type: 'web_search_call',
  status: 'completed',
  action: { type: action },
});
const openaiPrice =
  '{ input: 0.40, cached_input: 0.10, output: 1.60, tiers_by_service: { flex: 0.5, priority: 1.75 } }';
const openaiUsage = {
  prompt_tokens: 2000,
  completion_tokens: 300,
  total_tokens: 2300,
  prompt_tokens_details: { cached_tokens: 1024, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 128, audio_tokens: 0 },
};
const geminiPrice =
  '{ input: 1.25, cached_input: 0.31, output: 10, tiers: [{ above_input: 200000, input: 2.50, output: 15 }] }';
const openrouter = { prompt_tokens: 194, completion_tokens: 2, total_tokens: 196 };

export const vendorAnswers: readonly VendorAnswer[] = [
  // 976 at 0.40, 1,024 at 0.10, 300 at 1.60
  chat('OpenAI', openaiPrice, 0.0009728, openaiUsage, { more: { service_tier: 'default' } }),
  // half of it
  chat('OpenAI, flex', openaiPrice, 0.0004864, openaiUsage, { more: { service_tier: 'flex' } }),
  // 100 of text at 2.50 and 900 of sound at 40, 40 of text at 10 and 160 of sound at 80
  chat('OpenAI, audio', '{ input: 2.50, audio_input: 40, output: 10, audio_output: 80 }', 0.04945, {
    prompt_tokens: 1000,
    completion_tokens: 200,
    total_tokens: 1200,
    prompt_tokens_details: { audio_tokens: 900, text_tokens: 100, cached_tokens: 0 },
    completion_tokens_details: { audio_tokens: 160, text_tokens: 40 },
  }),
  // 2,952 at 1.25, 2,048 at 0.125, 700 at 10, times 1.75; two searches at 0.01: the page that was opened is none
  responses(
    'OpenAI responses, priority, web search',
    '{ input: 1.25, cached_input: 0.125, output: 10, per_tool_call: { web_search: 0.01 }, tiers_by_service: { priority: 1.75 } }',
    0.0391555,
    'priority',
    [
      search('search'),
      search('open_page'),
      search('search'),
      { type: 'function_call', name: 'f' },
      { type: 'message' },
    ],
    {
      input_tokens: 5000,
      input_tokens_details: { cached_tokens: 2048 },
      output_tokens: 700,
      output_tokens_details: { reasoning_tokens: 400 },
      total_tokens: 5700,
    },
  ),
  // 120 at 3, 20,000 at 0.30, 1,000 at 3.75, 2,000 at 6, 500 at 15; three searches at 0.01
  messages(
    'Anthropic, cache of an hour, web search',
    '{ input: 3, cached_input: 0.30, cache_write: 3.75, cache_write_1h: 6, output: 15, per_tool_call: { web_search: 0.01 } }',
    0.05961,
    {
      input_tokens: 120,
      cache_read_input_tokens: 20_000,
      cache_creation_input_tokens: 3000,
      cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 2000 },
      service_tier: 'standard',
    },
    { output_tokens: 500, server_tool_use: { web_search_requests: 3, web_fetch_requests: 1 } },
  ),
  // 1,000 at 3 and 100 at 15, halved
  messages(
    'Anthropic, batch',
    '{ input: 3, output: 15, tiers_by_service: { batch: 0.5 } }',
    0.00225,
    { input_tokens: 1000, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, service_tier: 'batch' },
    { output_tokens: 100 },
  ),
  // 900 at 1, 80 at 5
  messages(
    'Bedrock',
    '{ input: 1, output: 5 }',
    0.0013,
    { input_tokens: 900 },
    { output_tokens: 80 },
    {
      'amazon-bedrock-invocationMetrics': {
        inputTokenCount: 900,
        outputTokenCount: 80,
        invocationLatency: 9,
      },
    },
  ),
  // 1,500 at 2.50, 200 at 10
  chat(
    'Azure',
    '{ input: 2.50, cached_input: 1.25, output: 10 }',
    0.00575,
    {
      prompt_tokens: 1500,
      completion_tokens: 200,
      total_tokens: 1700,
      prompt_tokens_details: { cached_tokens: 0 },
    },
    { more: { prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] } },
  ),
  // 4,000 at 1.25, 100 and the 500 that the total has beyond at 10
  chat(
    'Gemini',
    geminiPrice,
    0.011,
    { prompt_tokens: 4000, completion_tokens: 100, total_tokens: 4600 },
    { place: 'finish' },
  ),
  // 200,001 at 2.50, 600 at 15
  chat(
    'Gemini, a long request',
    geminiPrice,
    0.5090025,
    { prompt_tokens: 200_001, completion_tokens: 100, total_tokens: 200_601 },
    { place: 'finish' },
  ),
  // 360 at 0.28, 640 at 0.028, 50 at 0.42
  chat('DeepSeek', '{ input: 0.28, cached_input: 0.028, output: 0.42 }', 0.00013972, {
    prompt_tokens: 1000,
    completion_tokens: 50,
    total_tokens: 1050,
    prompt_cache_hit_tokens: 640,
    prompt_cache_miss_tokens: 360,
  }),
  // 100 at 0.40, 40 at 2
  chat(
    'Mistral',
    '{ input: 0.40, output: 2 }',
    0.00012,
    { prompt_tokens: 100, completion_tokens: 40, total_tokens: 140 },
    { place: 'finish' },
  ),
  // 26 at 3, 6 at 0.75, 9 and 300 of reasoning at 15
  chat('xAI', '{ input: 3, cached_input: 0.75, output: 15 }', 0.0047175, {
    prompt_tokens: 32,
    completion_tokens: 9,
    total_tokens: 341,
    prompt_tokens_details: { text_tokens: 32, audio_tokens: 0, image_tokens: 0, cached_tokens: 6 },
    completion_tokens_details: { reasoning_tokens: 300, audio_tokens: 0 },
    num_sources_used: 0,
  }),
  // 55 at 0.05, 20 at 0.08
  chat(
    'Groq',
    '{ input: 0.05, output: 0.08 }',
    0.00000435,
    {
      queue_time: 0.03,
      prompt_tokens: 55,
      prompt_time: 0.01,
      completion_tokens: 20,
      total_tokens: 75,
      total_time: 0.4,
    },
    { place: 'x_groq', more: { service_tier: 'on_demand' } },
  ),
  // As it says itself, whatever the file says.
  chat(
    'OpenRouter',
    '{ input: 99, output: 99 }',
    0.00123,
    { ...openrouter, cost: 0.00123, is_byok: false, cost_details: { upstream_inference_cost: 0.00123 } },
    { certainty: 'reported' },
  ),
  // 0.00005 to the router, 0.001 to the vendor whose key it is
  chat(
    'OpenRouter, own key',
    '{ input: 99, output: 99 }',
    0.00105,
    { ...openrouter, cost: 0.00005, is_byok: true, cost_details: { upstream_inference_cost: 0.001 } },
    { certainty: 'reported' },
  ),
];
