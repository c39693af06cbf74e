import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isObject } from '../../../src/lib/json.ts';

/** Whose form a value is held to. `messages-2023-06-01` is the version of the API that has `temperature`. */
export type JudgedDialect =
  | 'chat'
  | 'messages'
  | 'messages-2023-06-01'
  | 'responses'
  | 'gemini'
  | 'converse'
  | 'apply-guardrail';

type Definitions = Record<string, { properties?: Record<string, unknown>; required?: string[] }>;

/**
 * What stands on the wire and not in a vendor's types, by the definition that it is added to: reasoning, which servers
 * of chat completions other than OpenAI's have, Google's place for signatures, and what clients of either version of
 * OpenAI's take.
 */
const additions: Readonly<
  Partial<Record<JudgedDialect, Readonly<Record<string, Readonly<Record<string, object>>>>>>
> = {
  chat: Object.fromEntries([
    ...[
      'ChatCompletionChunk.Choice.Delta',
      'ChatCompletionMessage',
      'ChatCompletionAssistantMessageParam',
    ].map((definition) => [
      definition,
      {
        reasoning: { type: ['string', 'null'] },
        reasoning_content: { type: ['string', 'null'] },
        reasoning_details: { type: 'array', items: { type: 'object', required: ['type'] } },
        annotations: { type: 'array', items: { type: 'object', required: ['type'] } },
      },
    ]),
    ...[
      'ChatCompletionChunk.Choice.Delta.ToolCall',
      'ChatCompletionMessageFunctionToolCall',
      'ChatCompletionMessageCustomToolCall',
    ].map((definition) => [definition, { extra_content: { type: 'object' } }]),
  ]),
  responses: {
    Response: { store: { type: 'boolean' } },
    ResponseFunctionCallArgumentsDoneEvent: { name: { type: 'string' } },
  },
};

/** What servers of chat completions other than OpenAI's take in requests. */
const ofOtherServers: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  ...Object.fromEntries(
    ['ChatCompletionCreateParamsNonStreaming', 'ChatCompletionCreateParamsStreaming'].map((definition) => [
      definition,
      {
        top_k: { type: 'integer' },
        reasoning: { type: 'object' },
        chat_template_kwargs: { type: 'object' },
        add_generation_prompt: { type: 'boolean' },
        continue_final_message: { type: 'boolean' },
      },
    ]),
  ),
  ChatCompletionStreamOptions: { continuous_usage_stats: { type: 'boolean' } },
  ChatCompletionAssistantMessageParam: { prefix: { type: 'boolean' } },
  ChatCompletionContentPartText: { cache_control: { type: 'object' } },
};

/** The servers of chat completions that a request is meant for. */
export interface Judged {
  /** Takes what servers other than OpenAI's take. Default false. */
  readonly otherServers?: boolean;
}

function load(dialect: JudgedDialect, more: Readonly<Record<string, Readonly<Record<string, object>>>>): Ajv {
  const file = new URL(`../../fixtures/sdk-schemas/${dialect}.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Definitions };
  for (const added of [additions[dialect] ?? {}, more]) {
    for (const [name, properties] of Object.entries(added)) {
      const definition = schema.definitions[name];
      assert.ok(definition, `${dialect} has no definition ${name}`);
      definition.properties = { ...definition.properties, ...properties };
    }
  }
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(schema, 'sdk');
  return ajv;
}

const loaded = new Map<string, Ajv>();

function validator(dialect: JudgedDialect, definition: string, otherServers = false): ValidateFunction {
  const key = `${dialect} ${otherServers}`;
  const ajv = loaded.get(key) ?? load(dialect, otherServers ? ofOtherServers : {});
  loaded.set(key, ajv);
  return ajv.getSchema(`sdk#/definitions/${definition}`) ?? assert.fail(`${dialect} has no ${definition}`);
}

function hold(dialect: JudgedDialect, definition: string, value: unknown, otherServers?: boolean): void {
  const validate = validator(dialect, definition, otherServers);
  if (validate(value)) return;
  assert.fail(
    `${dialect}: no ${definition}:\n${explain(validate.errors ?? [])}\n${JSON.stringify(value).slice(0, 3000)}`,
  );
}

/** The deepest errors: those of alternatives that were not meant stand further up. */
function explain(errors: readonly ErrorObject[]): string {
  const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length;
  const lines = [...errors]
    .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'const' && keyword !== 'enum')
    .sort((a, b) => depth(b) - depth(a))
    .map(({ instancePath, message, params }) => `  ${instancePath} ${message} ${JSON.stringify(params)}`);
  return [...new Set(lines.length > 0 ? lines : errors.map((one) => `  ${one.instancePath} ${one.message}`))]
    .slice(0, 8)
    .join('\n');
}

/** Fails where a body is no request of a dialect: a field that is missing, unknown, or of another type. */
export function judgeRequest(dialect: JudgedDialect, body: unknown, { otherServers }: Judged = {}): void {
  hold(dialect, 'Request', body, otherServers);
}

/** Fails where a body is no whole answer of a dialect. */
export function judgeAnswer(dialect: JudgedDialect, body: unknown): void {
  hold(dialect, 'Answer', body);
}

/** Fails where one of the data of a stream's events is none of a dialect. What only marks the end is no event here. */
export function judgeEvents(dialect: JudgedDialect, events: readonly unknown[]): void {
  for (const event of events) {
    const { type, error } = isObject(event) ? event : {};
    if (dialect.startsWith('messages') && type === 'ping') continue;
    if (dialect.startsWith('messages') && type === 'error') hold(dialect, 'ErrorEvent', event);
    else if (dialect === 'chat' && isObject(error)) holdError(error);
    else hold(dialect, 'Event', event);
  }
}

/** An error in a stream of chat completions is in no type. */
function holdError({ message, type, code }: Readonly<Record<string, unknown>>): void {
  assert.equal(typeof message, 'string', 'an error without a message');
  assert.equal(typeof type, 'string', 'an error without a type');
  assert.ok(code === null || typeof code === 'string', 'an error without a code');
}
