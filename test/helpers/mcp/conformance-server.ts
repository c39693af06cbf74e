/** A server with the tools, prompts and resources that the conformance suite asks for by name, of the official package. */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import { listen, type Owner, type RunningServer } from './servers.ts';

export type Json = Record<string, unknown>;
type Answers = Readonly<Record<string, Json>>;

/** What is known when a tool or a prompt is at work. */
export interface Work {
  readonly args: Json;
  /** What the client has answered to what it was asked. */
  readonly answers: Answers;
  readonly state: string | undefined;
  readonly capabilities: Json;
  readonly context: ServerContext;
}

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text', text: words });
const image = { type: 'image', data: png, mimeType: 'image/png' };
export const said = (words: string) => ({ content: [text(words)] });
const embedded = (uri: string, words: string, mimeType = 'text/plain') => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});

const form = (message: string, name: string, type = 'string') => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] },
  },
});
const sampling = (words: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(words) }], maxTokens: 100 },
});
const roots = { method: 'roots/list', params: {} };

function ask(inputRequests: Json, requestState?: string): Json {
  return {
    resultType: 'input_required',
    inputRequests,
    ...(requestState === undefined ? {} : { requestState }),
  };
}

const contentOf = (answer: Json | undefined) => (answer?.['content'] ?? {}) as Json;

/** Tells all who listen that a list has changed. */
const changes = { tools: () => {}, prompts: () => {} };

function changed(list: keyof typeof changes): Json {
  changes[list]();
  return said(`The list of ${list} has changed.`);
}

export const tools: Readonly<Record<string, (work: Work) => Json | Promise<Json>>> = {
  test_trigger_tool_change: () => changed('tools'),
  test_trigger_prompt_change: () => changed('prompts'),
  test_simple_text: () => said('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ],
  }),
  test_tool_with_logging: async ({ context }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
      await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    return said('Tool with logging executed successfully');
  },
  test_tool_with_progress: async ({ context }) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    if (progressToken === undefined) return said('0');
    for (const progress of [0, 50, 100])
      await context.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      });
    return said(String(progressToken));
  },
  test_error_handling: () => ({
    ...said('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  test_sampling: () => said('No response'),
  test_elicitation: () => said('No response'),
  json_schema_2020_12_tool: ({ args }) => said(JSON.stringify(args)),
  test_missing_capability: ({ capabilities }) => {
    if (capabilities['sampling'] !== undefined) return said('Success');
    throw new ProtocolError(-32021, 'It needs sampling.', { requiredCapabilities: { sampling: {} } });
  },
  test_input_required_result_elicitation: ({ answers }) =>
    answers['user_name'] === undefined
      ? ask({ user_name: form('What is your name?', 'name') })
      : said(`Hello, ${contentOf(answers['user_name'])['name'] ?? 'unknown'}!`),
  test_input_required_result_sampling: ({ answers }) =>
    answers['sample_request'] === undefined
      ? ask({ sample_request: sampling('What is the capital of France?') })
      : said(`Sampling result: ${contentOf(answers['sample_request'])['text'] ?? 'no response'}`),
  test_input_required_result_list_roots: ({ answers }) =>
    answers['roots_request'] === undefined
      ? ask({ roots_request: roots })
      : said(`Found ${(answers['roots_request']['roots'] as unknown[]).length} root(s)`),
  test_input_required_result_request_state: ({ answers, state }) =>
    state === 'request-state' && contentOf(answers['confirm'])['ok'] === true
      ? said('state-ok: requestState validated')
      : ask({ confirm: form('Please confirm', 'ok', 'boolean') }, 'request-state'),
  test_input_required_result_multiple_inputs: ({ answers, state }) => {
    const { user_name: name, greeting, client_roots: held } = answers;
    if (state === 'multiple-inputs' && name && greeting && held) {
      const count = (held['roots'] as unknown[]).length;
      return said(
        `Name: ${contentOf(name)['name']}; Greeting: ${contentOf(greeting)['text']}; Roots: ${count}`,
      );
    }
    const user = form('What is your name?', 'name');
    return ask(
      { user_name: user, greeting: sampling('Generate a greeting'), client_roots: roots },
      'multiple-inputs',
    );
  },
  test_input_required_result_multi_round: ({ answers, state }) => {
    const { round = 0, name = '' } = JSON.parse(state ?? '{}') as { round?: number; name?: string };
    if (round === 1 && answers['step1'] !== undefined) {
      const next = JSON.stringify({ round: 2, name: contentOf(answers['step1'])['name'] });
      return ask({ step2: form('Step 2: What is your favorite color?', 'color') }, next);
    }
    if (round === 2 && answers['step2'] !== undefined)
      return said(`Multi-round complete for ${name} who likes ${contentOf(answers['step2'])['color']}`);
    return ask({ step1: form('Step 1: What is your name?', 'name') }, '{"round":1}');
  },
  test_input_required_result_tampered_state: ({ answers, state }) => {
    if (state !== undefined && state !== 'untampered')
      throw new ProtocolError(-32602, 'requestState was changed');
    return state === undefined || answers['confirm'] === undefined
      ? ask({ confirm: form('Please confirm', 'ok', 'boolean') }, 'untampered')
      : said('integrity-ok: state verified');
  },
  test_input_required_result_capabilities: ({ capabilities, answers }) => {
    if (Object.keys(answers).length > 0) return said('capabilities-ok');
    const asked: Json = {};
    if (capabilities['elicitation'] !== undefined) asked['elicit_input'] = form('Elicitation input', 'value');
    if (capabilities['sampling'] !== undefined) asked['sample_input'] = sampling('Sample request');
    if (capabilities['roots'] !== undefined) asked['roots_input'] = roots;
    return Object.keys(asked).length === 0 ? said('nothing to ask') : ask(asked, 'capabilities');
  },
  test_streaming_elicitation: () => said('done'),
  test_logging_tool: async ({ context }) => {
    await context.mcpReq.log('info', 'test_logging_tool');
    return said('done');
  },
};

export const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const user = (content: object) => ({ role: 'user', content });

export const prompts: Readonly<
  Record<string, { readonly args: readonly string[]; readonly get: (work: Work) => Json }>
> = {
  test_simple_prompt: {
    args: [],
    get: () => ({ messages: [user(text('This is a simple prompt for testing.'))] }),
  },
  test_prompt_with_arguments: {
    args: ['arg1', 'arg2'],
    get: ({ args }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${args['arg1']}', arg2='${args['arg2']}'`))],
    }),
  },
  test_prompt_with_embedded_resource: {
    args: ['resourceUri'],
    get: ({ args }) => ({
      messages: [
        user(embedded(String(args['resourceUri']), 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  },
  test_prompt_with_image: {
    args: [],
    get: () => ({ messages: [user(image), user(text('Please analyze the image above.'))] }),
  },
  test_input_required_result_prompt: {
    args: [],
    get: ({ answers }) =>
      answers['user_context'] === undefined
        ? ask({ user_context: form('What context should the prompt use?', 'context') })
        : { messages: [user(text(`Prompt with context: ${contentOf(answers['user_context'])['context']}`))] },
  },
};

export const resources = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain' },
];

export function read(uri: string): Json {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
  }
  const found = resources.find((one) => one.uri === uri);
  if (found === undefined) throw new ProtocolError(-32602, 'Resource not found', { uri });
  const { mimeType } = found;
  return mimeType === 'image/png'
    ? { uri, mimeType, blob: png }
    : { uri, mimeType, text: 'This is the content of the static text resource.' };
}

function workOf(context: ServerContext, args: unknown): Work {
  const { envelope, inputResponses, requestState } = context.mcpReq;
  return {
    args: (args ?? {}) as Json,
    answers: (inputResponses ?? {}) as Answers,
    state: requestState() as string | undefined,
    capabilities: ((envelope as Json | undefined)?.['io.modelcontextprotocol/clientCapabilities'] ??
      {}) as Json,
    context,
  };
}

function unknown(): ProtocolError {
  return new ProtocolError(-32602, 'There is nothing of this name.');
}

function make(): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: {},
        completions: {},
        logging: {},
      },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `The tool ${name}.`,
      inputSchema:
        name === 'json_schema_2020_12_tool'
          ? (schema2020 as never)
          : { type: 'object' as const, properties: {} },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    if (tool === undefined) throw unknown();
    return (await tool(workOf(context, params.arguments))) as never;
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, { args }]) => ({
      name,
      description: `The prompt ${name}.`,
      arguments: args.map((each) => ({ name: each, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = Object.hasOwn(prompts, params.name) ? prompts[params.name] : undefined;
    if (prompt === undefined) throw unknown();
    return prompt.get(workOf(context, params.arguments)) as never;
  });
  server.setRequestHandler('resources/list', () => ({ resources }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
    ],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [read(params.uri)] }) as never);
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}

/** Starts one that speaks 2026-07-28, and the older revisions without sessions. */
export function startConformanceServer(t: Owner): Promise<RunningServer> {
  const handler = createMcpHandler(make);
  changes.tools = () => handler.notify.toolsChanged();
  changes.prompts = () => handler.notify.promptsChanged();
  return listen(t, toNodeHandler(handler) as never);
}
