/**
 * L10: whatever the vendors' clients know to say reaches the backend, or is told to be dropped or changed, or is refused;
 * what goes without a word is listed here with its reason. The fields come out of the schemas of the clients' types, so that
 * a new version of a client fails here until each of its fields has a class.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutIndices } from '../../../../src/api/translation/report.ts';
import { UndecodableRequest } from '../../../../src/api/translation/requests/request-codec.ts';
import { SchemaVariants } from '../../../helpers/translation/schema-variants.ts';
import { type Json, type Spoken, type Translated, translated } from '../requests/translated.ts';

/** What goes without a word, by the path: `[]` for indices, ` = ` before a value. */
type Quiet = Readonly<Record<string, readonly RegExp[]>>;

type ClientName = 'chat' | 'messages' | 'responses';

interface Client {
  readonly endpoint: 'chat_completions' | 'messages' | 'responses';
  /** The field with the conversation. */
  readonly turns: 'messages' | 'input';
  /** A valid request. */
  readonly base: Json;
  /** Where a value of a definition stands in the conversation. */
  readonly around: Readonly<Record<string, (turn: unknown) => readonly unknown[]>>;
  readonly quiet: Quiet;
}

const hi = { role: 'user', content: 'hi' };
const chatCall = { id: 'text', type: 'function', function: { name: 'f', arguments: '{}' } };
const called = { role: 'assistant', content: [{ type: 'tool_use', id: 'text', name: 'f', input: {} }] };

const clients: Readonly<Record<ClientName, Client>> = {
  chat: {
    endpoint: 'chat_completions',
    turns: 'messages',
    base: {
      model: 'm',
      max_tokens: 100,
      messages: [hi],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    },
    around: {
      ChatCompletionSystemMessageParam: (message) => [message, hi],
      ChatCompletionDeveloperMessageParam: (message) => [message, hi],
      ChatCompletionUserMessageParam: (message) => [message],
      ChatCompletionAssistantMessageParam: (message) => [hi, message, hi],
      ChatCompletionToolMessageParam: (message) => [
        hi,
        { role: 'assistant', tool_calls: [chatCall] },
        message,
      ],
    },
    quiet: {
      'asks for nothing': [
        /^(?:logit_bias|metadata|prompt_cache_options|stream_options) = \{\}$/,
        /^(?:logprobs|store|stream|stream_options\.include_obfuscation) = /,
        /^top_logprobs = /,
        /^service_tier = "auto"$/,
        /^response_format(?:\.type)? = \{"type":"text"\}$/,
        /^modalities\[\] = \["text"\]$/,
        /^parallel_tool_calls = true$/,
      ],
      'the answer obeys it': [/^stream_options\.include_usage = /],
      'what is left out stands for it': [
        /^tools\[\]\.custom\.format = .*"format":\{"type":"text"\}/,
        /\.image_url\.detail = .*"detail":"auto"/,
        /\.prompt_cache_breakpoint\.ttl = .*"ttl":"30m"/,
        /^response_format\.json_schema\.schema = .*"schema":\{\}/,
        /^tools\[\]\.function\.parameters = .*"parameters":\{\}/,
        /^tools\[\]\.function\.strict = .*"strict":false/,
      ],
    },
  },
  messages: {
    endpoint: 'messages',
    turns: 'messages',
    base: {
      model: 'm',
      max_tokens: 100,
      messages: [hi],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
    },
    around: {
      MessageParam(message) {
        const { role } = message as { role: string };
        if (role === 'assistant') return [hi, message, hi];
        return role === 'user' ? [hi, called, message] : [hi, message];
      },
    },
    quiet: {
      'asks for nothing': [
        /^(?:metadata|output_config) = \{\}$/,
        /^stream = false$/,
        /^service_tier = "auto"$/,
      ],
      'the answer obeys it': [/^thinking\.display = /],
      'what is left out stands for it': [
        /\.?cache_control\.ttl = .*"ttl":"5m"/,
        /^tool_choice\.disable_parallel_tool_use = .*"disable_parallel_tool_use":false/,
        /^tools\[\]\.(?:defer_loading|eager_input_streaming|strict) = .*:false\}\]$/,
        /^tools\[\]\.type = .*"type":"custom"/,
        /\.caller = .*"caller":\{"type":"direct"\}/,
        /\.is_error = .*"is_error":false/,
        /\.citations(?:\.enabled)? = .*"citations":\{(?:"enabled":false)?\}/,
      ],
    },
  },
  responses: {
    endpoint: 'responses',
    turns: 'input',
    base: {
      model: 'm',
      max_output_tokens: 100,
      input: [hi],
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: false }],
    },
    around: {
      ResponseInputItem(item) {
        const { type } = item as { type?: string };
        if (type === 'function_call_output')
          return [hi, { type: 'function_call', call_id: 'text', name: 'f', arguments: '{}' }, item];
        return [hi, item, hi];
      },
    },
    quiet: {
      'asks for nothing': [
        /^(?:metadata|prompt_cache_options|reasoning|stream_options|text) = \{\}$/,
        /^(?:background|stream|stream_options\.include_obfuscation) = /,
        /^service_tier = "auto"$/,
        /^text\.format = \{"format":\{"type":"text"\}\}$/,
        /^truncation = "disabled"$/,
        /^parallel_tool_calls = true$/,
      ],
      'the answer obeys it, or says that nothing is stored': [
        /^reasoning\.(?:summary|generate_summary) = /,
        /^include\[\] = \["reasoning\.encrypted_content"\]$/,
        /^store = /,
      ],
      'is about what can not occur': [/^include\[\] = /, /^max_tool_calls = /],
      'what answers carry comes back': [
        /^input\[\]\.(?:id|status|phase|type) = /,
        /^input\[\]\.content\[\]\.(?:annotations|logprobs)\[\]/,
        /^input\[\]\.caller = .*"caller":\{"type":"direct"\}/,
      ],
      'what is left out stands for it': [
        /\.prompt_cache_breakpoint\.ttl = .*"ttl":"30m"/,
        /^text\.format\.schema = .*"schema":\{\}/,
        /(?:^|\.)tools\[\]\.async = .*"async":false/,
        /(?:^|\.)tools\[\]\.defer_loading = .*"defer_loading":false/,
        /(?:^|\.)tools\[\]\.strict = .*"strict":false/,
        /(?:^|\.)tools\[\]\.parameters = .*"parameters":\{\}/,
      ],
    },
  },
};

const directions: readonly (readonly [from: ClientName, to: Spoken, quiet: Quiet])[] = [
  [
    'chat',
    'messages',
    {
      'every answer in a format is strict there, and formats have no names': [
        /^response_format\.json_schema\.(?:name|description|strict) = /,
      ],
    },
  ],
  [
    'chat',
    'gemini',
    {
      'every answer in a format is strict there, and formats have no names': [
        /^response_format\.json_schema\.(?:name|description|strict) = /,
      ],
    },
  ],
  [
    'chat',
    'bedrock_converse',
    {
      'every answer in a format is strict there': [/^response_format\.json_schema\.strict = /],
      'nobody thinks there': [/^reasoning_effort = "none"$/],
    },
  ],
  ['chat', 'responses', {}],
  ['messages', 'responses', {}],
  ['responses', 'chat_completions', {}],
  [
    'responses',
    'messages',
    { 'formats have no names there': [/^text\.format\.(?:name|description|strict) = /] },
  ],
  [
    'responses',
    'gemini',
    { 'formats have no names there': [/^text\.format\.(?:name|description|strict) = /] },
  ],
  [
    'responses',
    'bedrock_converse',
    {
      'every answer in a format is strict there': [/^text\.format\.strict = /],
      'nobody thinks there': [/^reasoning\.effort = \{"effort":"none"\}$/],
    },
  ],
  ['messages', 'chat_completions', { 'the model decides': [/^thinking = \{"type":"adaptive"\}$/] }],
  [
    'messages',
    'gemini',
    {
      'a tool without parameters has none': [
        /^tools\[\]\.input_schema = \[\{"input_schema":\{"type":"object"\}/,
      ],
    },
  ],
  [
    'messages',
    'bedrock_converse',
    { 'nobody thinks there': [/^thinking = \{"type":"(?:adaptive|disabled)"\}$/] },
  ],
];

function attempt(client: Client, to: Spoken, body: Json): Translated | undefined {
  try {
    return translated(client.endpoint, to, body);
  } catch (error) {
    // The client is told what is wrong.
    if (error instanceof UndecodableRequest) return undefined;
    throw error;
  }
}

const marks = new Set(['cache_control', 'prompt_cache_breakpoint']);

/** Whether a path, what is above it or what is below it was told. */
function isTold({ dropped, changed }: Translated, path: string): boolean {
  return [...dropped, ...changed].some((told) => {
    // Marks of caches are told once, wherever they stand.
    if (marks.has(told)) return path.split('.').includes(told);
    // What was thought goes with its signature.
    if (told === 'reasoning' && /\.(?:thinking|summary\[\]|content\[\])/.test(path)) return true;
    return (
      path === told ||
      path.startsWith(`${told}.`) ||
      path.startsWith(`${told}[`) ||
      told.startsWith(`${path}.`)
    );
  });
}

for (const [from, to, quietThere] of directions) {
  const client = clients[from];

  test(`nothing that a client of ${client.endpoint} can say is lost on the way to ${to} without a word`, () => {
    const schemas = new SchemaVariants(from);
    const quiet = [...Object.values(client.quiet), ...Object.values(quietThere)].flat();
    const silent: string[] = [];
    let count = 0;

    const check = (path: string, value: unknown, withIt: Json, without: Json): void => {
      count += 1;
      const said = attempt(client, to, withIt);
      if (said === undefined || said.refused.length > 0) return;
      const before = attempt(client, to, without);
      const bare = withoutIndices(path);
      if (
        before === undefined ||
        before.refused.length > 0 ||
        said.text !== before.text ||
        isTold(said, bare)
      )
        return;
      const one = `${bare} = ${JSON.stringify(value)}`;
      if (!quiet.some((pattern) => pattern.test(one))) silent.push(one);
    };

    for (const [field, schema] of schemas.propertiesOf('Request')) {
      if (field === client.turns || field === 'model') continue;
      for (const { value, path, without } of schemas.of(schema)) {
        const bare = without === undefined ? client.base : { ...client.base, [field]: without };
        check(field + path, value, { ...client.base, [field]: value }, bare);
      }
    }
    for (const [definition, messagesWith] of Object.entries(client.around)) {
      for (const { value, path, without } of schemas.of({ $ref: `#/definitions/${definition}` })) {
        if (without === undefined) continue;
        const bodyWith = (message: unknown): Json => ({
          ...client.base,
          [client.turns]: messagesWith(message),
        });
        check(`${client.turns}[0]${path}`, value, bodyWith(value), bodyWith(without));
      }
    }
    assert.ok(count > 100, `only ${count} things were tried`);
    assert.deepEqual(silent, []);
  });
}
