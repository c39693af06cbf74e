/** What a backend says of the parts of its usage is never more than the whole that it says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countedUse, UsageSoFar, usageIn } from '../../src/api/answer-usage.ts';
import { gemini } from '../../src/api/dialects/gemini/gemini.ts';
import { dialectOf } from '../../src/api/dialects/index.ts';
import { withinRequest } from '../../src/api/overstated-usage.ts';
import { compilePrice } from '../../src/config/resolve/prices/rates.ts';
import { costNanoUsd } from '../../src/observe/cost.ts';
import { runs } from '../helpers/full.ts';

const { chat_completions: chat, responses } = dialectOf;

function counted(dialect: typeof chat, usage: object) {
  const soFar = new UsageSoFar();
  soFar.take(dialect.usage({ object: 'x', usage } as never));
  return countedUse(soFar.use(true), 100);
}

test('cached tokens beyond the input cost no more than the input, and are an estimate', () => {
  const price = compilePrice({ input: 5, cached_input: 0.5, output: 10 } as never);
  const absurd = {
    prompt_tokens: 3,
    completion_tokens: 1,
    prompt_tokens_details: { cached_tokens: 20_000_000 },
  };
  const { usage, certainty } = counted(chat, absurd);
  assert.equal(certainty, 'estimated');
  assert.equal(usage.cachedInput, 3);
  assert.ok(costNanoUsd(price, usage) < 1_000_000, String(costNanoUsd(price, usage)));
  const same = counted(responses, {
    input_tokens: 3,
    output_tokens: 1,
    input_tokens_details: { cached_tokens: 20_000_000 },
  });
  assert.deepEqual([same.usage.cachedInput, same.certainty], [3, 'estimated']);
});

test('a total says that cached tokens stand beside the input', () => {
  const { usage, certainty } = counted(chat, {
    prompt_tokens: 3,
    completion_tokens: 1,
    total_tokens: 54,
    cache_read_input_tokens: 50,
  });
  assert.deepEqual([usage.input, usage.cachedInput, usage.output, certainty], [53, 50, 1, 'measured']);
});

test('the total of Gemini says whether thoughts stand within the candidates', () => {
  const said = (usageMetadata: object) => usageIn(gemini.usage({ usageMetadata } as never)!);
  const parts = { promptTokenCount: 10, candidatesTokenCount: 200, thoughtsTokenCount: 150 };
  const outputs = [210, 360, undefined, 5, 1000].map(
    (totalTokenCount) => said(totalTokenCount === undefined ? parts : { ...parts, totalTokenCount }).output,
  );
  assert.deepEqual(outputs, [200, 350, 350, 350, 350]);
  const { input, output } = said({ ...parts, toolUsePromptTokenCount: 40, totalTokenCount: 400 });
  assert.deepEqual([input, output], [50, 350]);
});

const { messages } = dialectOf;

function within(usage: object, reservedInput: number) {
  const soFar = new UsageSoFar();
  soFar.take(messages.usage({ type: 'message', usage } as never));
  const use = withinRequest(soFar.use(true), reservedInput);
  return { ...countedUse(use, reservedInput), isOverstated: use.isOverstated };
}

test('caches that stand beside the input are bounded by what of the request could have been cached', () => {
  const price = compilePrice({ input: 5, cached_input: 0.5, cache_write: 6.25, output: 10 } as never);
  for (const field of ['cache_read_input_tokens', 'cache_creation_input_tokens']) {
    const absurd = within({ input_tokens: 3, output_tokens: 1, [field]: 20_000_000 }, 100);
    assert.deepEqual([absurd.certainty, absurd.isOverstated], ['estimated', true]);
    assert.equal(absurd.usage.input, 200_403);
    assert.ok(costNanoUsd(price, absurd.usage) < 1_300_000_000, field);
  }
  const both = within(
    { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 300_000, cache_creation_input_tokens: 9 },
    100,
  );
  assert.deepEqual([both.usage.cachedInput, both.usage.cacheWrite], [200_400, 0]);
  // A long request, its prompt read once more with each search, and a small one whose tools are told at length.
  for (const [usage, reserved] of [
    [{ cache_read_input_tokens: 900_000 }, 250_000],
    [{ cache_read_input_tokens: 2_000_000, server_tool_use: { web_search_requests: 10 } }, 1000],
    [{ cache_read_input_tokens: 3000 }, 2],
  ] as const) {
    const honest = within({ input_tokens: 3, output_tokens: 1, ...usage }, reserved);
    assert.equal(honest.certainty, 'measured');
    assert.equal(honest.usage.cachedInput, usage.cache_read_input_tokens);
  }
});

const count = fc.integer({ min: 0, max: 1_000_000 });

test('whatever is said, no part is more than its whole', () => {
  const report = fc.record({
    input: count,
    output: count,
    total: count,
    cachedInput: count,
    cacheWrite: count,
    cacheWrite1h: count,
    audioInput: count,
    imageInput: count,
    reasoning: count,
    audioOutput: count,
    imageOutput: count,
  });
  fc.assert(
    fc.property(report, (said) => {
      const usage = usageIn(said);
      assert.ok(usage.cachedInput + usage.cacheWrite <= usage.input);
      assert.ok(usage.cacheWrite1h <= usage.cacheWrite);
      for (const part of ['audioInput', 'imageInput'] as const) assert.ok(usage[part] <= usage.input);
      for (const part of ['reasoning', 'audioOutput', 'imageOutput'] as const)
        assert.ok(usage[part] <= usage.output);
    }),
    { numRuns: runs(5000) },
  );
});
