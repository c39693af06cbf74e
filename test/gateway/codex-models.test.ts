import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gateway as cli } from '../cli/recorder.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const deployment =
  '{ backend: main, accepts: { efforts: [low, high, max] }, catalogue: openai/gpt-5, endpoints: { responses: [] } }';

function setUp(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-codex-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const instructions = join(dir, 'instructions.md');
  writeFileSync(instructions, 'Bé brief.\n');
  return configText({
    backends: '{ main: { simulator: {} } }',
    models: `{
      one: { display_name: One, codex: { base_instructions_file: "${instructions}", parallel_tools: true }, deployments: [${deployment}] },
      two: { codex: { base_instructions_file: "${instructions}", efforts: [medium], context_window: 5, images: false }, deployments: [${deployment}] },
      plain: { deployments: [${deployment}] },
    }`,
    keys: '{ test: { secret: sk-test-0123456789abcdef }, some: { secret: sk-some-0123456789abcdef, models: [two, plain] }, none: { secret: sk-none-0123456789abcdef, models: [plain] } }',
  });
}

/** What Codex 0.171.0 reads without complaint (\`codex debug models\` with this in \`model_catalog_json\`). */
const one = {
  slug: 'one',
  display_name: 'One',
  description: '',
  default_reasoning_level: 'low',
  supported_reasoning_levels: [
    { effort: 'low', description: 'low' },
    { effort: 'high', description: 'high' },
  ],
  shell_type: 'shell_command',
  visibility: 'list',
  minimal_client_version: [0, 0, 0],
  supported_in_api: true,
  priority: 0,
  availability_nux: null,
  upgrade: null,
  base_instructions: 'Bé brief.\n',
  supports_reasoning_summaries: true,
  supports_reasoning_summary_parameter: true,
  support_verbosity: false,
  default_verbosity: null,
  apply_patch_tool_type: 'freeform',
  truncation_policy: { mode: 'tokens', limit: 10000 },
  supports_parallel_tool_calls: true,
  context_window: 272000,
  max_context_window: 272000,
  experimental_supported_tools: [],
  input_modalities: ['text', 'image'],
};
const two = {
  slug: 'two',
  display_name: 'two',
  default_reasoning_level: 'medium',
  supported_reasoning_levels: [{ effort: 'medium', description: 'medium' }],
  supports_parallel_tool_calls: false,
  context_window: 5,
  max_context_window: 5,
  input_modalities: ['text'],
};

test('Codex gets its own list, of the models that the file tells it of and the key may use', async (t) => {
  const text = setUp(t);
  const gateway = await startGateway(t, text);
  const ask = async (key: string) => {
    const { status, json } = await gateway.call('/v1/models?client_version=0.171.0', { method: 'GET', key });
    assert.equal(status, 200);
    return json;
  };
  const { context_window, max_context_window, ...first } = (await ask('sk-test-0123456789abcdef')).models[0];
  const { context_window: _context, max_context_window: _max, ...rest } = one;
  assert.deepEqual(first, rest);
  // As the price list has it.
  assert.ok(context_window > 200_000 && max_context_window === context_window);
  assert.deepEqual((await ask('sk-some-0123456789abcdef')).models, [{ ...one, ...two, priority: 0 }]);
  assert.deepEqual(await ask('sk-none-0123456789abcdef'), { models: [] });

  // Whoever says no version has the usual one, and who sends Anthropic's has that.
  const usual = await gateway.call('/v1/models', { method: 'GET', key: 'sk-test-0123456789abcdef' });
  assert.equal(usual.json.data.length, 3);

  const dir = mkdtempSync(join(tmpdir(), 'gateway-codex-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const config = join(dir, 'gateway.yaml');
  writeFileSync(config, text);
  const printed = await cli(['codex', 'catalogue', '--config', config]);
  assert.equal(printed.exitCode, 0, printed.err);
  assert.deepEqual(JSON.parse(printed.out), await ask('sk-test-0123456789abcdef'));
  const forSome = await cli(['codex', 'catalogue', '--config', config, '--key', 'some']);
  assert.deepEqual(JSON.parse(forSome.out), await ask('sk-some-0123456789abcdef'));
  const forNone = await cli(['codex', 'catalogue', '--config', config, '--key', 'none']);
  assert.equal(forNone.exitCode, 1);
  assert.match(forNone.err, /no model that "none" may use says what Codex is to be told: write `codex: \{/);
});
