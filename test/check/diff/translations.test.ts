import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChanges } from '../../../src/check/diff/describe-changes.ts';
import { diffConfigs } from '../../../src/check/diff/diff.ts';
import { diffText } from '../../../src/check/diff/diff-text.ts';
import { loadConfig } from '../../../src/config/load.ts';

async function loaded(backend: string, deployment: string) {
  const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { vllm: { url: "https://models.example"${backend} } }
models: { qwen: { deployments: [{ backend: vllm, ${deployment} }] } }
`;
  const { config, trees, problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  assert.deepEqual(problems, []);
  return { config: config!, trees };
}

const plain = await loaded('', 'endpoints: { chat_completions: [streaming] }');
const served = 'endpoints: { chat_completions: [streaming], messages: { via: chat_completions } }';
const translated = await loaded(', flavor: vllm', `${served}, translation: { drop: [top_k] }`);

/** The lines of the sections about models and backends. */
function lines(before: typeof plain, after: typeof plain): readonly string[] {
  const blocks = diffText(diffConfigs(before, after)).split('\n\n');
  const told = blocks.filter((block) => /^(?:Models|Backends):/.test(block));
  return told.flatMap((block) => block.trim().split('\n').slice(1)).map((line) => line.trim());
}

test('an endpoint that is translated is told as one that comes, with what it is translated to', () => {
  assert.deepEqual(lines(plain, translated), [
    '+ messages of qwen (vllm, via chat_completions): streaming',
    '~ qwen/vllm: translation.drop is [top_k]',
    '~ vllm: flavor is vllm',
  ]);
  assert.deepEqual(lines(translated, plain), [
    '- messages of qwen (vllm, via chat_completions): streaming',
    '~ qwen/vllm: translation.drop is no longer set (was [top_k])',
    '~ vllm: flavor is no longer set (was vllm)',
  ]);
});

test('changes of how it is translated are told by the fields of the file', async () => {
  const other = await loaded(
    ', flavor: vllm',
    `${served.replace('chat_completions }', 'responses, capabilities: [streaming] }')}, translation: { drop: [temperature], unknown_fields: drop }`,
  );
  assert.deepEqual(lines(translated, other), [
    '~ qwen/vllm: endpoints.messages.via chat_completions -> responses',
    '~ qwen/vllm: translation.drop [top_k] -> [temperature]',
    '~ qwen/vllm: translation.unknown_fields is drop',
  ]);
  assert.deepEqual(describeChanges(translated.config, other.config), [
    'model qwen: deployment vllm: endpoints.messages.via, translation.drop, translation.unknown_fields changed',
  ]);
});

test('what is translated now and was not before is told with both', async () => {
  const native = await loaded(
    '',
    'endpoints: { chat_completions: [streaming], messages: [streaming, vision] }',
  );
  assert.deepEqual(lines(native, translated), [
    '~ qwen/vllm: endpoints.messages [streaming, vision] -> via chat_completions: streaming',
    '~ qwen/vllm: translation.drop is [top_k]',
    '~ vllm: flavor is vllm',
  ]);
});
