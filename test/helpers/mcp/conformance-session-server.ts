/** The server that the conformance suite asks for, of an older revision and with sessions: it asks its clients, and remembers. */
import { randomUUID } from 'node:crypto';
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  isInitializeRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  type Json,
  prompts,
  read,
  resources,
  said,
  schema2020,
  tools,
  type Work,
} from './conformance-server.ts';
import { listen, type Owner, type RunningServer } from './servers.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const text = { type: 'string' } as const;
const twoOf = (one: string, two: string) => ({
  untitled: { ...text, enum: [one, two] },
  titled: [
    { const: one, title: 'One' },
    { const: two, title: 'Two' },
  ],
});
const { untitled, titled } = twoOf('option1', 'option2');

/** Forms that the suite's client is asked to fill in, by the tool that asks. */
const forms: Readonly<Record<string, Json>> = {
  test_elicitation: { response: text },
  test_elicitation_sep1034_defaults: {
    name: { ...text, default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { ...text, enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: untitled,
    titledSingle: { ...text, oneOf: titled },
    legacyEnum: { ...untitled, enumNames: ['One', 'Two'] },
    untitledMulti: { type: 'array', items: untitled },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  },
};

async function called(name: string, args: Json, extra: Extra): Promise<Json> {
  const properties = forms[name];
  if (properties !== undefined) {
    const message = String(args['message'] ?? 'Please fill this in.');
    const requestedSchema = { type: 'object', properties, required: [] };
    const asked = { method: 'elicitation/create', params: { message, requestedSchema } } as never;
    const { action, content } = await extra.sendRequest(asked, ElicitResultSchema);
    return said(`action=${action}, content=${JSON.stringify(content ?? {})}`);
  }
  if (name === 'test_sampling') {
    const content = { type: 'text', text: String(args['prompt']) } as const;
    const params = { messages: [{ role: 'user' as const, content }], maxTokens: 100 };
    const answer = await extra.sendRequest(
      { method: 'sampling/createMessage', params },
      CreateMessageResultSchema,
    );
    return said(`LLM response: ${(answer.content as { text?: string }).text}`);
  }
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined) throw new McpError(-32602, 'There is no tool of this name.');
  return tool(workOf(args, extra));
}

function workOf(args: Json, extra: Extra): Work {
  const { _meta, sendNotification: notify } = extra;
  const context = { mcpReq: { _meta, notify } } as unknown as Work['context'];
  return { args, answers: {}, state: undefined, capabilities: {}, context };
}

function make(): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
    },
  );
  const names = [...new Set([...Object.keys(tools), ...Object.keys(forms)])];
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: names.map((name) => ({
      name,
      description: `The tool ${name}.`,
      inputSchema:
        name === 'json_schema_2020_12_tool'
          ? (schema2020 as never)
          : { type: 'object' as const, properties: {} },
    })),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, extra) => (await called(params.name, params.arguments ?? {}, extra as Extra)) as never,
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: Object.entries(prompts).map(([name, { args }]) => ({
      name,
      description: `The prompt ${name}.`,
      arguments: args.map((each) => ({ name: each, required: true })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) => {
    const prompt = Object.hasOwn(prompts, params.name) ? prompts[params.name] : undefined;
    if (prompt === undefined) throw new McpError(-32602, 'There is no prompt of this name.');
    return prompt.get(workOf(params.arguments ?? {}, extra as Extra)) as never;
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
    ],
  }));
  server.setRequestHandler(
    ReadResourceRequestSchema,
    ({ params }) => ({ contents: [read(params.uri)] }) as never,
  );
  server.setRequestHandler(CompleteRequestSchema, () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  for (const schema of [SetLevelRequestSchema, SubscribeRequestSchema, UnsubscribeRequestSchema])
    server.setRequestHandler(schema as never, () => ({}) as never);
  return server;
}

export function startConformanceSessionServer(t: Owner): Promise<RunningServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return listen(t, async (request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) return known.handleRequest(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const isLost = request.headers['mcp-session-id'] !== undefined;
    if (isLost || !isInitializeRequest(body)) return void response.writeHead(isLost ? 404 : 400).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new InMemoryEventStore() as never,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await make().connect(transport as never);
    await transport.handleRequest(request, response, body);
  });
}
