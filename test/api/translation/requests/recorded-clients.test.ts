/** What Claude Code, Codex and opencode were seen to send (`schemas/clients/`) has to work out of the box. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { askedWithBody } from '../../../../src/check/explain/turn-question.ts';
import { type Json, type Spoken, translated } from './translated.ts';

interface Recorded {
  readonly client: string;
  readonly version: string;
  readonly requests: readonly { readonly path: string; readonly socket?: true; readonly body?: Json }[];
}

const programs = {
  'claude-code': { endpoint: 'messages', path: /^\/v1\/messages(?:\?|$)/, drop: [] },
  codex: {
    endpoint: 'responses',
    path: /^\/v1\/responses$/,
    drop: ['tools.web_search', 'tools.image_generation'],
  },
  opencode: { endpoint: 'chat_completions', path: /^\/v1\/chat\/completions$/, drop: [] },
} as const;

/** Book-keeping, and what costs speed or money alone; nothing else may be lost of what an agent says. */
const expected: readonly string[] = [
  'cache_control',
  'client_metadata',
  'context_management',
  'metadata.user_id',
  'output_config.effort',
  'prompt_cache_key',
  'reasoning',
  'safety_identifier',
  'system.billing_header',
  'text.verbosity',
  'thinking',
  'tools.image_generation',
  'tools.web_search',
  'tools[].description',
  // Of what a model thought, which says nothing to another vendor's.
  'messages[].content[].signature',
  'input[].encrypted_content',
  // Such a tool is offered from the beginning.
  'tools[].defer_loading',
];

/** Arguments of calls are recorded as a word. An event is the request that it is over HTTP, on a socket that keeps what was said. */
function asSent(body: Json, socket: true | undefined): string {
  if (socket) {
    const event = Buffer.from(JSON.stringify(body));
    return askedWithBody(event, 'responses', undefined, {}).bytes.toString();
  }
  return JSON.stringify(body).replaceAll('"arguments":"text"', '"arguments":"{}"');
}

const recorded = Object.entries(programs).flatMap(([program, rules]) =>
  readdirSync(`schemas/clients/${program}`).map((file) => ({ ...rules, file: `${program}/${file}` })),
);

for (const { file, endpoint, path, drop } of recorded) {
  const { client, version, requests } = JSON.parse(
    readFileSync(`schemas/clients/${file}`, 'utf8'),
  ) as Recorded;
  const name = `${client} ${version}`;
  for (const to of ['chat_completions', 'messages', 'responses', 'gemini', 'bedrock_converse'] as Spoken[]) {
    if (to === endpoint) continue;
    const kinds =
      to === 'chat_completions'
        ? (['openai', 'vllm', 'llama_cpp', 'deepseek'] as const)
        : (['openai'] as const);
    for (const kind of kinds) {
      test(`what ${name} sends can be said in ${to}${kinds.length > 1 ? ` of ${kind}` : ''}`, () => {
        let count = 0;
        for (const { path: called, socket, body } of requests) {
          if (!path.test(called) || body === undefined) continue;
          count += 1;
          const reasoning = to === 'bedrock_converse' ? { reasoning: 'anthropic' as const } : {};
          const said = translated(endpoint, to, asSent(body, socket), {
            kind,
            drop: [...drop],
            ...reasoning,
          });
          assert.deepEqual(said.refusedPaths, []);
          assert.deepEqual(
            said.dropped.filter((lost) => !expected.includes(lost)),
            [],
          );
        }
        assert.ok(count > 0);
      });
    }
  }
}
