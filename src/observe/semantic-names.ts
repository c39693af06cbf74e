/**
 * The names of the OpenTelemetry semantic conventions that the gateway uses, in metrics and in traces: here and nowhere
 * else, but for the operation of each endpoint, which stands with it. Those for generative AI are still in development,
 * and a new revision should be a change of this file.
 * As of the repository `open-telemetry/semantic-conventions-genai`, November 2026, status "Development"; those for HTTP
 * are stable.
 */

/** Attributes of spans. As labels of Prometheus they are written with underscores. */
export const genAi = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  stream: 'gen_ai.request.stream',
  maxTokens: 'gen_ai.request.max_tokens',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cachedInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_creation.input_tokens',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  tokenType: 'gen_ai.token.type',
  conversation: 'gen_ai.conversation.id',
  agent: 'gen_ai.agent.id',
  tool: 'gen_ai.tool.name',
  prompt: 'gen_ai.prompt.name',
} as const;

/** Attributes of spans of the Model Context Protocol. */
export const mcp = {
  method: 'mcp.method.name',
  version: 'mcp.protocol.version',
  resource: 'mcp.resource.uri',
} as const;

/** Attributes of spans that are not about generative AI. */
export const general = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  scheme: 'url.scheme',
  path: 'url.path',
  clientAddress: 'client.address',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  errorType: 'error.type',
  serviceName: 'service.name',
  serviceVersion: 'service.version',
  serviceInstance: 'service.instance.id',
} as const;

/** The event that has what was said (`gen-ai-events`), and its attributes that nothing else has. */
export const genAiEvent = {
  name: 'gen_ai.client.inference.operation.details',
  responseId: 'gen_ai.response.id',
  responseModel: 'gen_ai.response.model',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  system: 'gen_ai.system_instructions',
  tools: 'gen_ai.tool.definitions',
} as const;

/** Ours, for what the conventions have no word for. */
export const own = {
  requestId: 'gateway.request.id',
  key: 'gateway.key.id',
  endUser: 'gateway.end_user.id',
  deployment: 'gateway.deployment',
  attempts: 'gateway.attempts',
  code: 'gateway.error.code',
  requestClass: 'gateway.request.class',
  server: 'gateway.mcp.server',
} as const;

/** Metrics, with the buckets that the conventions give; seconds get their unit as Prometheus writes it. */
export const genAiMetrics = {
  serverDuration: 'gen_ai_server_request_duration_seconds',
  serverFirstToken: 'gen_ai_server_time_to_first_token_seconds',
  serverPerToken: 'gen_ai_server_time_per_output_token_seconds',
  clientDuration: 'gen_ai_client_operation_duration_seconds',
  clientFirstChunk: 'gen_ai_client_operation_time_to_first_chunk_seconds',
  clientTokens: 'gen_ai_client_token_usage',
} as const;

export const durationBounds = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
] as const;
export const firstTokenBounds = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
] as const;
export const perTokenBounds = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5,
] as const;
export const tokenBounds = [
  1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864,
] as const;

/** `gen_ai.provider.name` by the host of a backend: the end of it, after a dot or from its beginning. */
const providers: readonly (readonly [host: string, provider: string])[] = [
  ['api.openai.com', 'openai'],
  ['openai.azure.com', 'azure.ai.openai'],
  ['api.anthropic.com', 'anthropic'],
  ['generativelanguage.googleapis.com', 'gcp.gemini'],
  ['aiplatform.googleapis.com', 'gcp.vertex_ai'],
  ['amazonaws.com', 'aws.bedrock'],
  ['api.mistral.ai', 'mistral_ai'],
  ['api.groq.com', 'groq'],
  ['api.deepseek.com', 'deepseek'],
  ['api.x.ai', 'x_ai'],
  ['api.cohere.com', 'cohere'],
  ['api.perplexity.ai', 'perplexity'],
];

/** The provider behind a host; for one that the conventions have no name for, the backend's own. */
export function providerOf(hostname: string, backend: string): string {
  const known = providers.find(([host]) => hostname === host || hostname.endsWith(`.${host}`));
  // Regional hosts of Vertex AI put the region before the name, with a hyphen.
  if (known === undefined && hostname.endsWith('-aiplatform.googleapis.com')) return 'gcp.vertex_ai';
  return known?.[1] ?? backend;
}

/** A name of the conventions as a label of Prometheus writes it. */
export type AsLabel<Name extends string> = Name extends `${infer Head}.${infer Rest}`
  ? `${Head}_${AsLabel<Rest>}`
  : Name;

export function asLabel<const Name extends string>(attribute: Name): AsLabel<Name> {
  return attribute.replaceAll('.', '_') as AsLabel<Name>;
}
