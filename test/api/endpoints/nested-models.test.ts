import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  type NestedPlace,
  nestedInChatCompletions,
  nestedInMessages,
  nestedInResponses,
} from '../../../src/api/endpoints/nested-models.ts';

const resolve = createRequire(import.meta.url).resolve;
const resources = (sdk: string) => join(dirname(resolve(sdk)), 'resources');

/** What a field is called that can name a model, as a declaration has it. */
const namesModels = /^((?:\w+_)?models?)\??:/;

/**
 * The fields for models that the types in a file declare, as `TYPE.field`: namespaces and fields that hold an object
 * of no name are gone through.
 */
function fieldsForModels(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open: string[] = [];
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, field] = namesModels.exec(line) ?? [];
    if (field !== undefined) found.add([...open.filter((name) => name !== ''), field].join('.'));
    const [, declared] = /(?:interface|class|namespace|type) (\w+)/.exec(line) ?? [];
    const [, holding] = /^(\w+)\??:/.exec(line) ?? [];
    const opened = [...line].reduce((sum, char) => sum + (char === '{' ? 1 : char === '}' ? -1 : 0), 0);
    for (let depth = 0; depth < opened; depth += 1) open.push(declared ?? holding ?? '');
    for (let depth = 0; depth > opened; depth -= 1) open.pop();
  }
  assert.deepEqual(open, [], file);
  return found;
}

/** What a field for a model is: on a list of ours, the one that is asked for, or part of what is answered. */
type Role = NestedPlace['at'] | 'asked for' | 'answered' | 'not run';

/** "Not run" says of an earlier answer who gave it, or judges what is said, for nothing, and answers no prompt. */
const known: Readonly<Record<string, Readonly<Record<string, Role>>>> = {
  '@anthropic-ai/sdk:beta/messages/messages.d.ts': {
    'BetaAdvisorMessageIterationUsage.model': 'answered',
    'BetaAdvisorTool20260301.model': ['tools', '*', 'model'],
    'BetaFallbackInfo.model': 'answered',
    'BetaFallbackInfoParam.model': 'not run',
    'BetaFallbackMessageIterationUsage.model': 'answered',
    'BetaFallbackParam.model': ['fallbacks', '*', 'model'],
    'BetaMessage.model': 'answered',
    'BetaMessageIterationUsage.model': 'answered',
    'BetaRefusalStopDetails.recommended_model': 'answered',
    'MessageCountTokensParams.model': 'asked for',
    'MessageCreateParamsBase.model': 'asked for',
  },
  '@anthropic-ai/sdk:beta/messages/batches.d.ts': { 'BatchCreateParams.Request.Params.model': 'asked for' },
  '@anthropic-ai/sdk:messages/messages.d.ts': {
    'Message.model': 'answered',
    'MessageCountTokensParams.model': 'asked for',
    'MessageCreateParamsBase.model': 'asked for',
  },
  '@anthropic-ai/sdk:messages/batches.d.ts': {},
  'openai:responses/responses.d.ts': {
    'Response.Moderation.ModerationResult.model': 'answered',
    'Response.model': 'answered',
    'ResponseCompactParams.model': 'asked for',
    'ResponseCreateParams.Moderation.model': 'not run',
    'ResponseCreateParamsBase.model': 'asked for',
    'ResponsesClientEvent.Moderation.model': 'not run',
    'ResponsesClientEvent.model': 'asked for',
    'Tool.ImageGeneration.model': ['tools', '*', 'model'],
  },
  'openai:responses/input-tokens.d.ts': { 'InputTokenCountParams.model': 'asked for' },
  'openai:chat/completions/completions.d.ts': {
    'ChatCompletion.Moderation.ModerationResults.Result.model': 'answered',
    'ChatCompletion.Moderation.ModerationResults.model': 'answered',
    'ChatCompletion.model': 'answered',
    'ChatCompletionChunk.Moderation.ModerationResults.Result.model': 'answered',
    'ChatCompletionChunk.Moderation.ModerationResults.model': 'answered',
    'ChatCompletionChunk.model': 'answered',
    'ChatCompletionCreateParams.Moderation.model': 'not run',
    'ChatCompletionCreateParamsBase.model': 'asked for',
    'ChatCompletionListParams.model': 'asked for',
  },
  'openai:shared.d.ts': {},
};

const listed = [nestedInMessages, nestedInResponses, nestedInChatCompletions]
  .flat()
  .map(({ at }) => at.join('.'));

test('each field for a model in the types of the SDKs is on the list of its dialect', () => {
  for (const [file, roles] of Object.entries(known)) {
    const [sdk, ...path] = file.split(':');
    const fields = fieldsForModels(join(resources(sdk!), ...path));
    assert.deepEqual([...fields].sort(), Object.keys(roles).sort(), `what ${file} says of models`);
    for (const role of Object.values(roles))
      if (typeof role !== 'string') assert.ok(listed.includes(role.join('.')), role.join('.'));
  }
});
