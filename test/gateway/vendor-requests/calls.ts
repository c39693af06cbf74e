/** Calls that the vendors' own clients make, and a client of the gateway alike. */

export type Sdk =
  | '@anthropic-ai/bedrock-sdk'
  | '@anthropic-ai/vertex-sdk'
  | '@anthropic-ai/foundry-sdk'
  | 'openai';

export interface Call {
  readonly name: string;
  readonly sdk: Sdk;
  readonly endpoint: 'messages' | 'chat_completions' | 'responses';
  /** The name that the vendor has for the model. */
  readonly model: string;
  readonly stream: boolean;
  readonly betas: readonly string[];
  /** The parameters beside model and stream. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A request as a vendor's client sends it. */
export interface Recorded {
  readonly name: string;
  readonly sdk: Sdk;
  readonly version: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Those that tell the vendor which form of the API is meant. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export const projectId = 'project-1';
export const location = 'global';
export const azureVersion = '2025-04-01-preview';

const turns = [{ role: 'user', content: 'Wie heißt "du"?' }];
const plain = { max_tokens: 64, messages: turns };
const rich = {
  max_tokens: 2048,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: turns,
  temperature: 0.5,
  metadata: { user_id: 'u-1' },
  tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object', properties: {} } }],
  tool_choice: { type: 'auto' },
};

function messages(sdk: Sdk, model: string): readonly Call[] {
  const call = (
    name: string,
    stream: boolean,
    betas: readonly string[],
    parameters: Call['parameters'],
  ): Call => ({
    name: `${sdk} ${model} ${name}`,
    sdk,
    endpoint: 'messages',
    model,
    stream,
    betas,
    parameters,
  });
  return [
    call('whole', false, [], plain),
    call('streamed', true, [], plain),
    call('whole with betas', false, ['context-1m-2025-08-07', 'token-efficient-tools-2025-02-19'], rich),
    call('streamed with a beta', true, ['context-1m-2025-08-07'], rich),
  ];
}

function azure(endpoint: 'chat_completions' | 'responses', stream: boolean): Call {
  const parameters = endpoint === 'responses' ? { input: 'Hello' } : { messages: turns, temperature: 0 };
  return {
    name: `openai ${endpoint} ${stream ? 'streamed' : 'whole'}`,
    sdk: 'openai',
    endpoint,
    model: 'gpt-4o eu',
    stream,
    betas: [],
    parameters,
  };
}

export const calls: readonly Call[] = [
  ...messages('@anthropic-ai/bedrock-sdk', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'),
  ...messages(
    '@anthropic-ai/bedrock-sdk',
    'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc123',
  ),
  ...messages('@anthropic-ai/vertex-sdk', 'claude-opus-4-5@20251101'),
  ...messages('@anthropic-ai/foundry-sdk', 'my-claude'),
  azure('chat_completions', false),
  azure('chat_completions', true),
  azure('responses', false),
  azure('responses', true),
];
