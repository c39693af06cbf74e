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
      'A request is translated once, to what the backend itself speaks. An endpoint cannot be served via itself, nor via one that has a `via` of its own. The target need not be listed: then it is the way to the backend alone, and clients cannot call it.',
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
      'Servers that speak chat_completions differ in what they take: the field that bounds the answer, the role `developer`, effort, reasoning that is sent back. `flavor` says which of them a backend is. It can be left out where the host says it: OpenAI, Azure, OpenRouter, DeepSeek.',
    bad: `backends:\n  local: { url: "https://models.example" }\n${model('backend: local', via)}`,
    good: `backends:\n  local: { url: "https://models.example", flavor: vllm }\n${model('backend: local', via)}`,
  },
  missing_max_tokens: {
    about:
      "Each request of messages says how long its answer may be. Those of chat_completions and responses mostly do not, so the file has to: with a bound of the gateway's own, answers would be cut where nobody expects it.",
    bad: model('backend: local', 'endpoints: { messages: [], chat_completions: { via: messages } }'),
    good: model(
      'backend: local',
      'endpoints: { messages: [], chat_completions: { via: messages } }',
      'translation: { max_tokens: 32000 }',
    ),
  },
  lost_capability: {
    about:
      'What is listed is guaranteed, and not every guarantee survives a translation: servers without marks for their prompt cache cannot be told what to keep, and no dialect has the tools of another vendor. Nor can more be guaranteed than the target itself does. Without `capabilities` all that survives is guaranteed.',
    bad: `backends:\n  local: { simulator: {}, flavor: vllm }\n${model('backend: local', 'endpoints:', '  messages: { via: chat_completions, capabilities: [prompt_caching] }')}`,
    good: `backends:\n  local: { simulator: {}, flavor: vllm }\n${model('backend: local', 'endpoints:', '  messages: { via: chat_completions, capabilities: [streaming] }')}`,
  },
  bad_translation: {
    about:
      'A setting that cannot hold: a field under `drop` without which the answer would be one to another question, a form of reasoning that the target does not have, or more effort with fewer thinking tokens.',
    bad: model('backend: local', via, 'translation: { drop: [tools] }'),
    good: model('backend: local', via, 'translation: { drop: [tools.web_search] }'),
  },
  idle_translation: {
    about:
      'A setting that no translation of this deployment has a use for. Mostly it belongs to another deployment, or an endpoint has lost its `via`.',
    bad: model('backend: local', via, 'translation: { image_urls: true }'),
    good: model(
      'backend: local',
      'endpoints: { messages: { via: gemini } }',
      'translation: { image_urls: true }',
    ),
  },
  via_beside_native: {
    about:
      'Another deployment of the model has the endpoint itself. Of equal priority it goes first, and the translation is for the day it is out: a higher `priority` says that this is meant. With a worse priority the translation goes first, which is noted only: the file says so.',
    bad: models('endpoints: { messages: [] }', 'endpoints: { messages: { via: chat_completions } }'),
    good: models(
      'endpoints: { messages: [] }',
      'priority: 1, endpoints: { messages: { via: chat_completions } }',
    ),
  },
  unlikely_flavor: {
    about:
      "The backend is said to be OpenAI, and its host is neither OpenAI's nor Azure's. Servers with the same interface take less: `max_completion_tokens`, the role `developer` and custom tools are mostly unknown to them.",
    bad: `backends:\n  local: { url: "https://models.example", flavor: openai }\n${model('backend: local', via)}`,
    good: `backends:\n  local: { url: "https://models.example", flavor: vllm }\n${model('backend: local', via)}`,
  },
  unlikely_drop: {
    about:
      'No request of these clients has a field of this name, and one that is nearly the same: mostly that one is meant, and goes on to be refused. Fields that nobody knows may stand here, where some client sends them.',
    bad: model('backend: local', via, 'translation: { drop: [temprature] }'),
    good: model('backend: local', via, 'translation: { drop: [temperature, min_p] }'),
  },
  lost_thoughts: {
    about:
      'Models that think between calls of tools want their thoughts back, in the form that only their own vendor can read. On this endpoint deployments give them in several forms, so a conversation that goes on with another one loses them. `balance: sticky` keeps it where it is but for outages.',
    bad: models(
      thinking,
      'priority: 1, endpoints: { chat_completions: { via: gemini, capabilities: [reasoning] } }',
    ),
    good: `${models(thinking, 'priority: 1, endpoints: { chat_completions: { via: gemini, capabilities: [reasoning] } }')}\n    balance: sticky`,
  },
} as const satisfies Readonly<Record<string, Page>>;
