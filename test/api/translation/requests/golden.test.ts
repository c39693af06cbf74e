import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Tool, Turn, TurnRequest } from '../../../../src/api/translation/neutral/turn-request.ts';
import { decoded, encoded, type Json } from './translated.ts';

const files = { chat_completions: 'chat', messages: 'messages', responses: 'responses' } as const;
type Client = keyof typeof files;
const dialects = Object.keys(files) as Client[];

function golden(dialect: Client): string {
  return readFileSync(`test/fixtures/translation/request.${files[dialect]}.json`, 'utf8');
}

/** What is asked, whatever the places and the spaces that it was written with. */
function asked({ turns, tools }: TurnRequest) {
  const saidOf = ({ role, blocks }: Turn) => ({
    role,
    blocks: blocks.map(({ path: _path, ...block }) => block),
  });
  const offerOf = (tool: Tool) =>
    tool.kind === 'function'
      ? {
          name: tool.name,
          description: tool.description,
          parameters: JSON.parse(tool.parameters?.raw ?? 'null') as Json,
        }
      : tool.kind;
  return { turns: turns.map(saidOf), tools: tools.map(offerOf) };
}

const expected = {
  turns: [{ role: 'user', blocks: [{ kind: 'text', text: '"Read a and b."' }] }],
  tools: [
    {
      name: 'Read',
      description: '"Reads a file."',
      parameters: { type: 'object', properties: { p: { type: 'string' } }, required: ['p'] },
    },
  ],
};

for (const from of dialects) {
  test(`the golden request of ${from} asks what those of the other dialects ask`, () => {
    const request = decoded(from, golden(from));
    assert.deepEqual(asked(request), expected);
    assert.equal(request.isStream, true);
    assert.equal(request.usageInStream, true);
    assert.deepEqual(request.unsaid, []);
  });

  for (const to of dialects) {
    if (to === from) continue;
    test(`the golden request of ${from} asks the same in ${to}`, () => {
      const { text, dropped, refused } = encoded(decoded(from, golden(from)), to);
      const again = decoded(to, text);
      assert.deepEqual(asked(again), expected);
      assert.equal(again.isStream, true);
      assert.deepEqual([dropped, refused], [[], []]);
    });
  }
}

test('golden requests become what the other dialects would have written', () => {
  const bodyOf = (from: Client, to: Client) => encoded(decoded(from, golden(from)), to).body;
  const { parameters, ...named } = { name: 'Read', description: 'Reads a file.', ...schemaOf() };
  assert.deepEqual(bodyOf('messages', 'chat_completions'), {
    model: 'theirs',
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 1024,
    tools: [{ type: 'function', function: { ...named, parameters } }],
    messages: [{ role: 'user', content: 'Read a and b.' }],
  });
  assert.deepEqual(bodyOf('chat_completions', 'messages'), {
    model: 'theirs',
    stream: true,
    max_tokens: 32_000,
    tools: [{ ...named, input_schema: parameters }],
    messages: [{ role: 'user', content: 'Read a and b.' }],
  });
  assert.deepEqual(bodyOf('messages', 'responses'), {
    model: 'theirs',
    store: false,
    stream: true,
    max_output_tokens: 1024,
    include: ['reasoning.encrypted_content'],
    reasoning: { summary: 'auto' },
    tools: [{ type: 'function', ...named, parameters, strict: false }],
    input: [{ type: 'message', role: 'user', content: 'Read a and b.' }],
  });
});

function schemaOf() {
  return { parameters: { type: 'object', properties: { p: { type: 'string' } }, required: ['p'] } };
}
