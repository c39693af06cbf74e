import { sealText } from '../../../../src/api/translation/shared/seals.ts';
import type { TranslatedEndpoint } from '../../../../src/config/translation-settings.ts';
import type { Json } from './translated.ts';

const schema = { type: 'object', properties: { p: { type: 'string' } }, required: ['p'] };
const data = 'iVBORw0KGgo=';
const png = `data:image/png;base64,${data}`;
const pdf = 'data:application/pdf;base64,JVBE';
const sealedFor = (dialect: TranslatedEndpoint) => sealText({ dialect, data: 'S', id: 'rs_1' });

/** Requests that say much of what their dialects can, and that can be said to the other one. */
export const richRequests: Readonly<Record<TranslatedEndpoint, (to: TranslatedEndpoint) => Json>> = {
  chat_completions: (to) => ({
    stream: true,
    max_completion_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
    user: 'u1',
    service_tier: 'default',
    reasoning_effort: 'high',
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema, strict: true } },
    parallel_tool_calls: false,
    tool_choice: 'auto',
    tools: [
      { type: 'function', function: { name: 'f', description: 'F', parameters: schema } },
      {
        type: 'custom',
        custom: {
          name: 'p',
          format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "x"' } },
        },
      },
    ],
    messages: [
      { role: 'system', content: 'S' },
      { role: 'developer', content: 'D' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look', prompt_cache_breakpoint: { mode: 'explicit' } },
          { type: 'image_url', image_url: { url: png, detail: 'high' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: pdf } },
        ],
      },
      {
        role: 'assistant',
        content: 'a',
        reasoning_details: [{ type: 'reasoning.text', text: 'T', signature: sealedFor(to), index: 0 }],
        tool_calls: [
          { id: '1', type: 'function', function: { name: 'f', arguments: '{"p":"x"}' } },
          { id: '2', type: 'custom', custom: { name: 'p', input: 'x' } },
        ],
      },
      { role: 'tool', tool_call_id: '1', content: 'r' },
      { role: 'tool', tool_call_id: '2', content: [{ type: 'text', text: 'r' }] },
      { role: 'user', content: 'on' },
    ],
  }),
  messages: (to) => ({
    stream: true,
    max_tokens: 100,
    temperature: 0.5,
    ...(to === 'chat_completions' && { stop_sequences: ['X'] }),
    metadata: { user_id: 'u'.repeat(100) },
    service_tier: 'standard_only',
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high', format: { type: 'json_schema', schema } },
    system: [{ type: 'text', text: 'S', cache_control: { type: 'ephemeral' } }],
    tools: [{ name: 'f', description: 'F', input_schema: schema, cache_control: { type: 'ephemeral' } }],
    tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
            title: 'a.pdf',
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'T', signature: sealedFor(to) },
          { type: 'text', text: 'a' },
          { type: 'tool_use', id: '1', name: 'f', input: { p: 'x' } },
          { type: 'tool_use', id: '2', name: 'f', input: { p: 'y' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: '1',
            content: [
              { type: 'text', text: 'r' },
              { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } },
            ],
          },
          { type: 'tool_result', tool_use_id: '2', is_error: true },
          { type: 'text', text: 'on' },
        ],
      },
      { role: 'system', content: 'late' },
      { role: 'user', content: 'go' },
    ],
  }),
  responses: (to) => ({
    stream: true,
    instructions: 'I',
    max_output_tokens: 100,
    store: false,
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: 'k',
    reasoning: { effort: 'medium', summary: 'auto' },
    text: { verbosity: 'low', format: { type: 'json_schema', name: 'n', schema } },
    tools: [
      { type: 'function', name: 'f', parameters: schema, strict: null },
      { type: 'custom', name: 'p', format: { type: 'grammar', syntax: 'regex', definition: 'a+' } },
      {
        type: 'namespace',
        name: 'n',
        description: '',
        tools: [{ type: 'function', name: 'f', parameters: null }],
      },
    ],
    tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
    input: [
      { role: 'developer', content: 'D' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'look' },
          { type: 'input_image', image_url: png, detail: 'auto' },
          { type: 'input_file', filename: 'a.pdf', file_data: pdf },
        ],
      },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'T' }], encrypted_content: sealedFor(to) },
      { role: 'assistant', content: [{ type: 'output_text', text: 'a', annotations: [] }] },
      { type: 'function_call', call_id: '1', name: 'f', namespace: 'n', arguments: '{}' },
      { type: 'custom_tool_call', call_id: '2', name: 'p', input: 'aa' },
      { type: 'function_call_output', call_id: '1', output: [{ type: 'input_image', image_url: png }] },
      { type: 'custom_tool_call_output', call_id: '2', output: 'r' },
      { role: 'user', content: 'on' },
    ],
  }),
};
