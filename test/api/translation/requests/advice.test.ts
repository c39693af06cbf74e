/** What errors tell operators to write is what `check` takes, and helps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remedyOf } from '../../../../src/api/translation/refused-translation-message.ts';
import type { Refusal } from '../../../../src/api/translation/report.ts';
import { loadConfig } from '../../../../src/config/load.ts';
import type { Translation } from '../../../../src/config/translation-settings.ts';
import { SchemaVariants } from '../../../helpers/translation/schema-variants.ts';
import { type Json, type Spoken, translated } from './translated.ts';

/** A field is refused for its first values, or for the bodies below. */
const mostOfEach = 3;

type From = 'chat_completions' | 'messages' | 'responses';

const hi = { role: 'user', content: 'hi' };
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const image = { type: 'image_url', image_url: { url: 'https://images.example/a.png' } };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };

/** Bodies beside those that have one field more, for what only several of them say. */
const bodies: Readonly<Record<From, readonly Json[]>> = {
  chat_completions: [
    {
      messages: [hi, called, { role: 'tool', tool_call_id: 'c', content: 'r' }],
      tools: [tool],
      tool_choice: 'none',
    },
    { messages: [{ role: 'user', content: [image, { type: 'text', text: 'what is it?' }] }] },
    { messages: [hi], 'odd name': 1 },
    { messages: [hi], ['x'.repeat(300)]: 1 },
    { messages: [hi], tools: [{ type: 'odd type' }] },
    { messages: [hi], tools: [{ type: 'web_search_20260318' }] },
    { messages: [hi], thinking: { type: 'enabled' }, reasoning_effort: 'high' },
  ],
  messages: [
    { max_tokens: 10, messages: [hi], mcp_servers: [{}], fallbacks: [{}] },
    { max_tokens: 10, messages: [hi], tools: [{ type: 'bash_20250124', name: 'bash' }] },
  ],
  responses: [{ input: 'hi', tools: [{ type: 'image_generation' }] }],
};

const bases: Readonly<Record<From, readonly [schema: 'chat' | 'messages' | 'responses', body: Json]>> = {
  chat_completions: ['chat', { messages: [hi] }],
  messages: ['messages', { max_tokens: 10, messages: [hi] }],
  responses: ['responses', { input: 'hi' }],
};

/** What settings are in the configuration. */
const meant: Readonly<Record<string, Partial<Translation>>> = {
  'image_urls: true': { imageUrls: true },
  'unknown_fields: drop': { unknownFields: 'drop' },
};

/** A file with all advice about a direction has no errors. */
async function takes(from: string, to: string, advice: readonly Refusal[]): Promise<void> {
  const drop = new Set(advice.flatMap((one) => one.drop ?? []));
  const settings = new Set(advice.flatMap(({ setting }) => setting ?? []));
  if (to === 'messages') settings.add('max_tokens: 1000');
  const { problems } = await loadConfig('-', {
    text: `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { b: { url: "https://b.example", flavor: openai } }
models: { m: { deployments: [{ backend: b, endpoints: { ${from}: { via: ${to} } },
  translation: { ${[...settings].join(', ')}${settings.size > 0 ? ', ' : ''}drop: [${[...drop].map((path) => `"${path}"`).join(', ')}] } }] } }
`,
    env: {},
    requireSecrets: true,
  });
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
}

test('every advice is one that check takes, and with which its cause is gone', async () => {
  const advised = new Map<string, readonly [From, Spoken, Json, Refusal]>();
  for (const from of Object.keys(bodies) as From[]) {
    const [schema, base] = bases[from];
    const variants = new SchemaVariants(schema);
    const one = [...variants.propertiesOf('Request')].flatMap(([field, of]) =>
      [...variants.of(of)].slice(0, mostOfEach).map(({ value }) => ({ ...base, [field]: value })),
    );
    for (const to of ['chat_completions', 'messages', 'responses', 'gemini', 'bedrock_converse'] as const) {
      if (to === from) continue;
      for (const body of [...bodies[from], ...one]) {
        let refused: readonly Refusal[];
        try {
          ({ refused } = translated(from, to, { model: 'm', ...body }));
        } catch {
          continue;
        }
        for (const refusal of refused) {
          const remedy = remedyOf(refusal);
          if (remedy !== undefined) advised.set(`${from} ${to} ${remedy}`, [from, to, body, refusal]);
        }
      }
    }
  }
  assert.ok(advised.size > 30, `only ${advised.size}`);
  const texts = [...advised.keys()].join('\n');
  assert.match(texts, /set `image_urls: true` under translation/);
  assert.match(texts, /set `unknown_fields: drop` under translation/);
  assert.match(texts, /list `tools\.web_search_20260318`/);
  assert.doesNotMatch(texts, /list `(?:tool_choice|messages\[\]\.content\[\])`/);
  for (const [about, [from, to, body, refusal]] of advised) {
    const settings = refusal.setting === undefined ? { drop: [refusal.drop!] } : meant[refusal.setting]!;
    const { refused } = translated(from, to, { model: 'm', ...body }, settings);
    assert.deepEqual(
      refused.filter(({ path }) => path === refusal.path),
      [],
      about,
    );
  }
  const all = [...advised.values()];
  for (const direction of new Set(all.map(([from, to]) => `${from} ${to}`))) {
    const [from = '', to = ''] = direction.split(' ');
    const ofIt = all.filter(([one, other]) => one === from && other === to);
    await takes(
      from,
      to,
      ofIt.map(([, , , refusal]) => refusal),
    );
  }
});
