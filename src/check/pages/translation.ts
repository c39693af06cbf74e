import type { Page } from './page.ts';

/** A model of one deployment, on the simulator by default. */
function model(...lines: readonly string[]): string {
  return [
    'models:',
    '  fast:',
    '    deployments:',
    ...lines.map((line, index) => `      ${index === 0 ? '- ' : '  '}${line}`),
  ].join('\n');
}

/** A model of two deployments, on `local` and on `other`. */
function models(first: string, second: string): string {
  const backends =
    'backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n';
  return `${backends}      - { backend: local, ${first} }\n      - { backend: other, ${second} }`;
}

const via = 'endpoints: { chat_completions: [streaming], messages: { via: chat_completions } }';
const thinking = 'endpoints: { chat_completions: [reasoning] }';

/** GW145x and GW189x: one endpoint answered through another dialect. */
export const translationPages = {
  bad_via: {
    about:
      "A request is translated once, to the backend's own dialect. An endpoint cannot be served via itself, nor via one that has a `via` of its own. The target need not be listed. Unlisted, it is only the way to the backend, and clients cannot call it.",
    bad: model(
      'backend: local',
      'endpoints:',
      '  chat_completions: { via: responses }',
      '  messages: { via: chat_completions }',
    ),
    good: model(
      'backend: local',
      'endpoints:',
      '  chat_completions: { via: responses }',
      '  messages: { via: responses }',
    ),
  },
  missing_flavor: {
    about:
      'Servers of chat_completions differ in the fields that they take: the one that bounds the answer, the role `developer`, effort, reasoning that clients send back. `flavor` names the kind of server. It may be left out if the host tells it: OpenAI, Azure, OpenRouter, DeepSeek.',
    bad: `backends:\n  local: { url: "https://models.example" }\n${model('backend: local', via)}`,
    good: `backends:\n  local: { url: "https://models.example", flavor: vllm }\n${model('backend: local', via)}`,
  },
  missing_max_tokens: {
    about:
      "Each request of messages bounds its answer. Those of chat_completions and responses mostly do not, so the file has to: a bound of the gateway's own would cut answers unexpectedly.",
    bad: model('backend: local', 'endpoints: { messages: [], chat_completions: { via: messages } }'),
    good: model(
      'backend: local',
      'endpoints: { messages: [], chat_completions: { via: messages } }',
      'translation: { max_tokens: 32000 }',
    ),
  },
  lost_capability: {
    about:
      "A listed capability is guaranteed, and not every guarantee survives a translation: servers without marks for their prompt cache can't be told which parts to keep, and no dialect has the tools of another vendor. The target itself has to have the capability, too. Without `capabilities`, all that survives is guaranteed.",
    bad: `backends:\n  local: { simulator: {}, flavor: vllm }\n${model('backend: local', 'endpoints:', '  messages: { via: chat_completions, capabilities: [prompt_caching] }')}`,
    good: `backends:\n  local: { simulator: {}, flavor: vllm }\n${model('backend: local', 'endpoints:', '  messages: { via: chat_completions, capabilities: [streaming] }')}`,
  },
  bad_translation: {
    about:
      'A setting that cannot work: a field under `drop` without which the answer would belong to another question, a form of reasoning that the target lacks, or more effort with fewer thinking tokens.',
    bad: model('backend: local', via, 'translation: { drop: [tools] }'),
    good: model('backend: local', via, 'translation: { drop: [tools.web_search] }'),
  },
  idle_translation: {
    about:
      'A setting that no translation of this deployment uses. Mostly it belongs to another deployment, or an endpoint has lost its `via`.',
    bad: model('backend: local', via, 'translation: { image_urls: true }'),
    good: model(
      'backend: local',
      'endpoints: { messages: { via: gemini } }',
      'translation: { image_urls: true }',
    ),
  },
  via_beside_native: {
    about:
      'Another deployment of the model has the endpoint itself. With equal priority that one goes first, and the translation is a standby: a higher `priority` number makes that explicit. With a worse priority for that one the translation goes first, which is only a note: the file says it.',
    bad: models('endpoints: { messages: [] }', 'endpoints: { messages: { via: chat_completions } }'),
    good: models(
      'endpoints: { messages: [] }',
      'priority: 1, endpoints: { messages: { via: chat_completions } }',
    ),
  },
  unlikely_flavor: {
    about:
      "The backend is declared as OpenAI, and its host is neither OpenAI's nor Azure's. Servers with the same interface take less: most do not know `max_completion_tokens`, the role `developer` and custom tools.",
    bad: `backends:\n  local: { url: "https://models.example", flavor: openai }\n${model('backend: local', via)}`,
    good: `backends:\n  local: { url: "https://models.example", flavor: vllm }\n${model('backend: local', via)}`,
  },
  unlikely_drop: {
    about:
      'No request of these clients has a field of this name, but one has a nearly equal name: mostly that one is meant, and is still refused. Unknown fields are allowed here, because a client may send them.',
    bad: model('backend: local', via, 'translation: { drop: [temprature] }'),
    good: model('backend: local', via, 'translation: { drop: [temperature, min_p] }'),
  },
  lost_thoughts: {
    about:
      'Models that think between calls of tools need their thoughts back, in a form that only their own vendor can read. On this endpoint deployments return them in several forms, so a conversation that continues with another one loses them. `balance: sticky` keeps it at its deployment, except in outages.',
    bad: models(
      thinking,
      'priority: 1, endpoints: { chat_completions: { via: gemini, capabilities: [reasoning] } }',
    ),
    good: `${models(thinking, 'priority: 1, endpoints: { chat_completions: { via: gemini, capabilities: [reasoning] } }')}\n    balance: sticky`,
  },
} as const satisfies Readonly<Record<string, Page>>;
