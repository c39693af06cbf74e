/** Requests as agents send them, and how each client's dialect says them: written here by hand, not by what is tested. */
import fc from 'fast-check';
import { arbitraryIds } from './arbitrary-answers.ts';
import { arbitraryObjectText, arbitraryText, rawMark, withRaw } from './arbitrary-json.ts';

export type SaidPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mediaType: string }
  | { readonly kind: 'pdf'; readonly name: string };

export interface SaidCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of an object. */
  readonly input: string;
  readonly result: readonly SaidPart[];
  readonly isError: boolean;
}

/** What the user says, and what the assistant says and does then; the last has the user's part alone. */
export interface SaidExchange {
  readonly user: readonly SaidPart[];
  readonly said: string | undefined;
  readonly calls: readonly SaidCall[];
}

export interface SaidTool {
  readonly name: string;
  readonly description: string | undefined;
  /** JSON text of a schema. */
  readonly schema: string;
}

export interface SaidRequest {
  readonly system: readonly string[];
  readonly exchanges: readonly SaidExchange[];
  readonly last: readonly SaidPart[];
  readonly tools: readonly SaidTool[];
  readonly choice: 'auto' | 'required' | 'named' | undefined;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
  readonly isStream: boolean;
}

/** One pixel, and the beginning of a document: nobody looks inside. */
const imageData = 'iVBORw0KGgo=';
const pdfData = 'JVBERi0xLjQK';

const text = arbitraryText.filter((value) => value.trim() !== '');

const part: fc.Arbitrary<SaidPart> = fc.oneof(
  { weight: 4, arbitrary: text.map((value): SaidPart => ({ kind: 'text', text: value })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('image/png', 'image/jpeg', 'image/gif', 'image/webp')
      .map((mediaType): SaidPart => ({ kind: 'image', mediaType })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('a.pdf', 'Report (final) v2.pdf', '\u00fc\u2028.pdf', 'x'.repeat(300))
      .map((name): SaidPart => ({ kind: 'pdf', name })),
  },
);

const toolNames = ['Read', 'mcp__fs__read', 'a-b_c', 'read.file', '1st', 'x'.repeat(80)] as const;

const schemas = fc.constantFrom(
  '{"type":"object","properties":{"p":{"type":"string"}},"required":["p"]}',
  '{"$schema":"x","type":"object","properties":{"n":{"const":12345678901234567890}},"additionalProperties":false}',
  '{"type":"object","properties":{}}',
  '{"type":"object","$defs":{"a":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/a"}}}',
);

const tools: fc.Arbitrary<readonly SaidTool[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...toolNames),
    description: fc.option(text, { nil: undefined }),
    schema: schemas,
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

const callIds = fc.uniqueArray(arbitraryIds, { minLength: 12, maxLength: 12 });

export const arbitraryRequests: fc.Arbitrary<SaidRequest> = fc
  .record({
    system: fc.array(text, { maxLength: 2 }),
    exchanges: fc.array(
      fc.record({
        user: fc.array(part, { minLength: 1, maxLength: 3 }),
        said: fc.option(text, { nil: undefined }),
        calls: fc.array(
          fc.record({
            tool: fc.nat(3),
            input: arbitraryObjectText,
            result: fc.array(part, { minLength: 1, maxLength: 2 }),
            isError: fc.boolean(),
          }),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 3 },
    ),
    last: fc.array(part, { minLength: 1, maxLength: 3 }),
    tools,
    ids: callIds,
    choice: fc.constantFrom('auto', 'required', 'named', undefined),
    maxTokens: fc.integer({ min: 1, max: 60_000 }),
    temperature: fc.option(fc.constantFrom(0, 0.5, 1), { nil: undefined }),
    isStream: fc.boolean(),
  })
  .map(({ exchanges, tools, ids, choice, ...rest }) => {
    const left = [...ids];
    return {
      ...rest,
      tools,
      choice: tools.length === 0 ? undefined : (choice as SaidRequest['choice']),
      exchanges: exchanges.map(({ user, said, calls }) => {
        const made = tools.length === 0 ? [] : calls;
        return {
          user,
          // Somebody says something in each turn.
          said: said ?? (made.length === 0 ? 'Yes.' : undefined),
          calls: made.map(({ tool, ...call }) => ({
            ...call,
            id: left.pop()!,
            name: tools[tool % tools.length]!.name,
          })),
        };
      }),
    };
  });

function dataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}

// Chat completions

function chatPart(said: SaidPart): object {
  if (said.kind === 'text') return { type: 'text', text: said.text };
  if (said.kind === 'image')
    return { type: 'image_url', image_url: { url: dataUrl(said.mediaType, imageData) } };
  return { type: 'file', file: { filename: said.name, file_data: dataUrl('application/pdf', pdfData) } };
}

/** The results of calls are texts there. */
function chatResult(parts: readonly SaidPart[]): object[] {
  return parts.map((said) => chatPart(said.kind === 'text' ? said : { kind: 'text', text: said.kind }));
}

function inChat(said: SaidRequest): string {
  const raws: string[] = [];
  const messages = said.exchanges.flatMap(({ user, said: text, calls }) => [
    { role: 'user', content: user.map(chatPart) },
    {
      role: 'assistant',
      content: text ?? null,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, input }) => ({
          id,
          type: 'function',
          function: { name, arguments: input },
        })),
      }),
    },
    ...calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: chatResult(result) })),
  ]);
  const [tool] = said.tools;
  const body = {
    model: 'm',
    messages: [
      ...said.system.map((content) => ({ role: 'system', content })),
      ...messages,
      { role: 'user', content: said.last.map(chatPart) },
    ],
    max_completion_tokens: said.maxTokens,
    ...(said.temperature !== undefined && { temperature: said.temperature }),
    ...(said.isStream && { stream: true, stream_options: { include_usage: true } }),
    ...(said.tools.length > 0 && {
      tools: said.tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: {
          name,
          ...(description !== undefined && { description }),
          parameters: rawMark(raws.push(schema) - 1),
        },
      })),
    }),
    ...(said.choice !== undefined && {
      tool_choice:
        said.choice === 'named' ? { type: 'function', function: { name: tool?.name } } : said.choice,
    }),
  };
  return withRaw(body, raws);
}

// Messages

function messagesPart(said: SaidPart): object {
  if (said.kind === 'text') return { type: 'text', text: said.text };
  if (said.kind === 'image')
    return { type: 'image', source: { type: 'base64', media_type: said.mediaType, data: imageData } };
  const source = { type: 'base64', media_type: 'application/pdf', data: pdfData };
  return { type: 'document', source, title: said.name };
}

function inMessages(said: SaidRequest): string {
  const raws: string[] = [];
  let results: object[] = [];
  const messages: object[] = [];
  for (const { user, said: text, calls } of [
    ...said.exchanges,
    { user: said.last, said: undefined, calls: [] },
  ]) {
    messages.push({ role: 'user', content: [...results, ...user.map(messagesPart)] });
    const content = [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, input }) => ({
        type: 'tool_use',
        id,
        name,
        input: rawMark(raws.push(input) - 1),
      })),
    ];
    if (content.length > 0) messages.push({ role: 'assistant', content });
    results = calls.map(({ id, result, isError }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: result.map(messagesPart),
      ...(isError && { is_error: true }),
    }));
  }
  const choices = {
    auto: { type: 'auto' },
    required: { type: 'any' },
    named: { type: 'tool', name: said.tools[0]?.name },
  };
  const body = {
    model: 'm',
    max_tokens: said.maxTokens,
    messages,
    ...(said.system.length > 0 && { system: said.system.map((text) => ({ type: 'text', text })) }),
    ...(said.temperature !== undefined && { temperature: said.temperature }),
    ...(said.isStream && { stream: true }),
    ...(said.tools.length > 0 && {
      tools: said.tools.map(({ name, description, schema }) => ({
        name,
        ...(description !== undefined && { description }),
        input_schema: rawMark(raws.push(schema) - 1),
      })),
    }),
    ...(said.choice !== undefined && { tool_choice: choices[said.choice] }),
  };
  return withRaw(body, raws);
}

// Responses

function responsesPart(said: SaidPart): object {
  if (said.kind === 'text') return { type: 'input_text', text: said.text };
  if (said.kind === 'image')
    return { type: 'input_image', detail: 'auto', image_url: dataUrl(said.mediaType, imageData) };
  return { type: 'input_file', filename: said.name, file_data: dataUrl('application/pdf', pdfData) };
}

function inResponses(said: SaidRequest): string {
  const raws: string[] = [];
  const input = said.exchanges.flatMap(({ user, said: text, calls }) => [
    { role: 'user', content: user.map(responsesPart) },
    ...(text === undefined ? [] : [{ role: 'assistant', content: text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'function_call', call_id: id, name, arguments: input })),
    ...calls.map(({ id, result }) => ({
      type: 'function_call_output',
      call_id: id,
      output: result.map(responsesPart),
    })),
  ]);
  const [instructions, ...more] = said.system;
  const body = {
    model: 'm',
    ...(instructions !== undefined && { instructions }),
    input: [
      ...more.map((content) => ({ role: 'developer', content })),
      ...input,
      { role: 'user', content: said.last.map(responsesPart) },
    ],
    max_output_tokens: said.maxTokens,
    ...(said.temperature !== undefined && { temperature: said.temperature }),
    ...(said.isStream && { stream: true }),
    ...(said.tools.length > 0 && {
      tools: said.tools.map(({ name, description, schema }) => ({
        type: 'function',
        name,
        ...(description !== undefined && { description }),
        parameters: rawMark(raws.push(schema) - 1),
        strict: false,
      })),
    }),
    ...(said.choice !== undefined && {
      tool_choice: said.choice === 'named' ? { type: 'function', name: said.tools[0]?.name } : said.choice,
    }),
  };
  return withRaw(body, raws);
}

/** JSON text of a request's body, by the endpoint that is called. */
export const requestWriters = {
  chat_completions: inChat,
  messages: inMessages,
  responses: inResponses,
} as const;
