import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonBody } from '../../../src/api/body/json-body.ts';
import { endpoints } from '../../../src/api/endpoints/index.ts';

type Name = keyof typeof endpoints;

function inferred(name: Name, fields: object): readonly string[] {
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], prompt: 'hi', ...fields };
  return readJsonBody(Buffer.from(JSON.stringify(body)), endpoints[name]).needs();
}

const file = 'QUJD'.repeat(1000);
const user = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
const tool = { type: 'function', function: { name: 'f' } };

test('a plain request asks for nothing', () => {
  for (const name of ['chat_completions', 'completions', 'messages', 'responses'] as const) {
    assert.deepEqual(inferred(name, {}), []);
    assert.deepEqual(inferred(name, { stream: false, tools: [], tool_choice: null, reasoning: null }), []);
    assert.deepEqual(inferred(name, { stream: true }), ['streaming']);
  }
});

test('chat completions show their needs', () => {
  const cases: [object, string[]][] = [
    [user({ type: 'image_url', image_url: { url: `data:image/png;base64,${file}` } }), ['vision']],
    [user({ type: 'input_audio', input_audio: { data: file, format: 'wav' } }), ['audio_input']],
    [user({ type: 'file', file: { file_data: `data:application/pdf;base64,${file}` } }), ['pdf_input']],
    [user({ type: 'file', file: { file_data: `data:text/csv;base64,${file}` } }), []],
    [user({ type: 'file', file: { file_id: 'f-1' } }), ['pdf_input']],
    [user({ type: 'file', file: { file_data: file, filename: 'a.PDF' } }), ['pdf_input']],
    [user({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }), ['prompt_caching']],
    [{ messages: [{ role: 'user' }, { role: 'assistant', content: 'So' }] }, ['assistant_prefill']],
    [{ tools: [tool] }, ['function_calling']],
    [{ functions: [{ name: 'f' }] }, ['function_calling']],
    [{ tools: [tool], tool_choice: 'auto' }, ['function_calling']],
    [{ tools: [tool], tool_choice: 'required' }, ['function_calling', 'tool_choice']],
    [{ tools: [tool], tool_choice: tool }, ['function_calling', 'tool_choice']],
    [{ tools: [tool], parallel_tool_calls: true }, ['function_calling', 'parallel_function_calling']],
    [{ parallel_tool_calls: true }, []],
    [{ reasoning_effort: 'high' }, ['reasoning']],
    [{ reasoning_effort: 'none' }, []],
    [{ web_search_options: {} }, ['web_search']],
  ];
  for (const [fields, needs] of cases) {
    assert.deepEqual(inferred('chat_completions', fields), needs, JSON.stringify(fields).slice(0, 120));
  }
});

test('messages show their needs', () => {
  const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: file } };
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: file } };
  const cases: [object, string[]][] = [
    [user(image), ['vision']],
    [user(pdf), ['pdf_input']],
    [user({ type: 'document', source: { type: 'text', data: 'x' } }), []],
    [user({ type: 'document', source: { type: 'content', content: [image] } }), ['vision']],
    [user({ type: 'tool_result', content: [image, pdf] }), ['vision', 'pdf_input']],
    [{ system: [{ type: 'text', text: 'x', cache_control: {} }] }, ['prompt_caching']],
    [{ cache_control: { type: 'ephemeral' } }, ['prompt_caching']],
    [{ thinking: { type: 'enabled', budget_tokens: 1024 } }, ['reasoning']],
    [{ thinking: { type: 'disabled' } }, []],
    [{ tools: [{ name: 'f', input_schema: {} }] }, ['function_calling']],
    [{ tools: [{ name: 'f', cache_control: {} }] }, ['function_calling', 'prompt_caching']],
    [{ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, ['web_search']],
    [{ tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }, ['url_context']],
    [{ tools: [{ type: 'computer_20250124', name: 'computer' }] }, ['computer_use']],
    [{ tools: [{ name: 'f' }], tool_choice: { type: 'any' } }, ['function_calling', 'tool_choice']],
    [{ tools: [{ name: 'f' }], tool_choice: { type: 'auto' } }, ['function_calling']],
    [{ messages: [{ role: 'user' }, { role: 'assistant', content: [] }] }, ['assistant_prefill']],
  ];
  for (const [fields, needs] of cases) {
    assert.deepEqual(inferred('messages', fields), needs, JSON.stringify(fields).slice(0, 120));
  }
});

test('responses show their needs', () => {
  const input = (...content: object[]) => ({ input: [{ role: 'user', content }] });
  const cases: [object, string[]][] = [
    [{ input: 'text' }, []],
    [input({ type: 'input_image', image_url: `data:image/png;base64,${file}` }), ['vision']],
    [input({ type: 'input_file', filename: 'a.pdf', file_data: file }), ['pdf_input']],
    [{ input: [{ type: 'function_call_output', output: [{ type: 'input_image' }] }] }, ['vision']],
    [
      { input: [{ type: 'computer_call_output', output: { type: 'computer_screenshot' } }] },
      ['computer_use'],
    ],
    [{ tools: [{ type: 'web_search_preview' }] }, ['web_search']],
    [{ tools: [{ type: 'computer_use_preview' }] }, ['computer_use']],
    [{ tools: [{ type: 'function', name: 'f' }, { type: 'mcp' }] }, ['function_calling']],
    [{ reasoning: { effort: 'low' } }, ['reasoning']],
    [{ reasoning: { effort: 'none', summary: 'auto' } }, []],
    [{ reasoning: {} }, []],
  ];
  for (const [fields, needs] of cases) {
    assert.deepEqual(inferred('responses', fields), needs, JSON.stringify(fields).slice(0, 120));
  }
});
