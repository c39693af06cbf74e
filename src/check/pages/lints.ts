import type { Page } from './page.ts';

const hash = `sha256:${'5f2c'.repeat(16)}`;
const twoModels =
  'backends:\n  local: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }\n  large:\n    deployments:\n      - { backend: us, endpoints: { chat_completions: [] } }';
const chat = '{ backend: local, endpoints: { chat_completions: [] } }';

/** GW18xx: settings that are valid and probably not meant. */
export const lintPages = {
  idle_guard: {
    about:
      'A guard checks requests that match all of `applies_to`: a key, a group and a model. With a pattern that matches nothing in the file, the guard checks nothing, although the file suggests that it does.',
    bad: `guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse, applies_to: { keys: ["batch-*"] } }\nkeys:\n  team-a: { hash: "${hash}" }`,
    good: `guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse, applies_to: { keys: ["team-*"] } }\nkeys:\n  team-a: { hash: "${hash}" }`,
  },
  cold_caches: {
    about:
      'Cached input costs half of the price or less, and each server or account has its own prompt cache. If load spreads the requests of one conversation, they meet a cache by chance. With `balance: sticky` they go to the place of the last one.',
    bad: 'backends:\n  local: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 2, cached_input: 0.5, output: 8 }, endpoints: { chat_completions: [] } }\n      - { backend: us, price: { input: 2, cached_input: 0.5, output: 8 }, endpoints: { chat_completions: [] } }',
    good: 'backends:\n  local: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast:\n    balance: sticky\n    deployments:\n      - { backend: local, price: { input: 2, cached_input: 0.5, output: 8 }, endpoints: { chat_completions: [] } }\n      - { backend: us, price: { input: 2, cached_input: 0.5, output: 8 }, endpoints: { chat_completions: [] } }',
  },
  unused_backend: {
    about: 'The backend has no deployment, so it gets no request. Mostly a deployment was forgotten.',
    bad: 'backends:\n  local: { simulator: {} }\n  spare: { simulator: {} }',
    good: 'backends:\n  local: { simulator: {} }',
  },
  never_chosen: {
    about:
      'All keys are in the file, and none of them may use this model, or call an endpoint that this deployment serves. Priority, weight and outages only change the order, so only keys can exclude it.',
    bad: `models:\n  fast: { deployments: [${chat}] }\n  slow: { deployments: [${chat}] }\nkeys:\n  team-a: { hash: "${hash}", models: [fast] }`,
    good: `models:\n  fast: { deployments: [${chat}] }\n  slow: { deployments: [${chat}] }\nkeys:\n  team-a: { hash: "${hash}", models: [fast, slow] }`,
  },
  useless_fallback: {
    about:
      'The fallback serves none of the endpoints of its model, so no request can continue there. Or so many models are before it that no attempt is left.',
    bad: `models:\n  fast: { fallbacks: [claude], deployments: [${chat}] }\n  claude: { deployments: [{ backend: local, endpoints: { messages: [] } }] }`,
    good: `models:\n  fast: { fallbacks: [claude], deployments: [${chat}] }\n  claude: { deployments: [{ backend: local, endpoints: { messages: [], chat_completions: [] } }] }`,
  },
  generic_tag_trap: {
    about:
      'A generic tag asks for a capability on the called endpoint, and on each of `chat_completions`, `messages` and `responses` that a deployment serves without translation. Every deployment of this model lacks the capability on one of them, so a request with the generic tag always gets 503. The scoped tag works. A routing test for the capability shows that you know, and ends the warning; so does `routing: { generic_tags: called_endpoint }`.',
    bad: 'models:\n  fast:\n    deployments:\n      - backend: local\n        endpoints: { chat_completions: [], responses: [web_search] }',
    good: 'models:\n  fast:\n    deployments:\n      - backend: local\n        endpoints: { chat_completions: [], responses: [web_search] }\ntests:\n  - name: web search has a scoped tag\n    request: { endpoint: responses, model: fast, tags: ["responses:web_search"] }\n    expect: { deployment: local }',
  },
  unreachable_key: {
    about:
      'A key without `hash` and `secret` is for tokens: a rule of an issuer leads to it. No rule names this key, so nobody can use it. Mostly its secret or the rule was forgotten.',
    bad: 'keys:\n  ci: { models: [fast] }',
    good: 'keys:\n  ci: { models: [fast] }\nidentity:\n  issuers:\n    forge:\n      issuer: https://forge.example.com\n      audience: llm\n      rules: [{ when: { sub: "repo:*" }, key: ci }]',
  },
  uncounted_each: {
    about:
      'With `each`, the limits of the key count for every value of a claim separately. This key has no `rate_limit`, so there is nothing to count. Mostly a limit was forgotten. The limits of groups count for all values together.',
    bad: 'keys: { people: {} }\nidentity:\n  issuers:\n    login:\n      issuer: https://login.example.com\n      audience: llm\n      rules: [{ when: { groups: staff }, key: people, each: sub }]',
    good: 'keys: { people: { rate_limit: { requests: 60/min } } }\nidentity:\n  issuers:\n    login:\n      issuer: https://login.example.com\n      audience: llm\n      rules: [{ when: { groups: staff }, key: people, each: sub }]',
  },
  key_set_file: {
    about:
      'The keys in this file verify the tokens of an issuer. The file is missing or unreadable. Until it is there, each of these tokens gets 503 `issuer_unavailable`; the gateway serves everybody else. The file may come to a host later, so this is a note, and a warning with `--require-secrets`.',
    bad: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: ours, audience: llm, jwks: no-such-keys.json, rules: [{ when: {}, key: ci }] }',
    good: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "https://a.example.com", audience: llm, jwks: "https://a.example.com/keys", rules: [{ when: {}, key: ci }] }',
  },
  unmatched_rule: {
    about:
      'The first rule that matches a token counts. An earlier rule matches all tokens of this one, so this one never counts. Put the narrower rule first.',
    bad: 'keys: { ci: {}, main: {} }\nidentity:\n  issuers:\n    forge:\n      issuer: https://forge.example.com\n      audience: llm\n      rules:\n        - { when: { sub: "repo:*" }, key: ci }\n        - { when: { sub: "repo:main" }, key: main }',
    good: 'keys: { ci: {}, main: {} }\nidentity:\n  issuers:\n    forge:\n      issuer: https://forge.example.com\n      audience: llm\n      rules:\n        - { when: { sub: "repo:main" }, key: main }\n        - { when: { sub: "repo:*" }, key: ci }',
  },
  key_matches_nothing: {
    about: 'No model of the file matches a pattern of this key, so every request with it is refused.',
    bad: `keys:\n  team-a: { hash: "${hash}", models: ["fats*"] }`,
    good: `keys:\n  team-a: { hash: "${hash}", models: ["fast*"] }`,
  },
  fallback_not_allowed: {
    about:
      'A key may use a model but not its fallback. Its requests have no fallback then, which shows in the next outage.',
    bad: `models:\n  fast: { fallbacks: [slow], deployments: [${chat}] }\n  slow: { deployments: [${chat}] }\nkeys:\n  team-a: { hash: "${hash}", models: [fast] }`,
    good: `models:\n  fast: { fallbacks: [slow], deployments: [${chat}] }\n  slow: { deployments: [${chat}] }\nkeys:\n  team-a: { hash: "${hash}", models: [fast, slow] }`,
  },
  stale_price: {
    about:
      'A key with a budget can reach a deployment whose price comes from the price list, and the price is older than `catalogue.max_age`. The vendor may have changed it. A newer release of the gateway has newer prices; `gateway catalogue import` makes a list from published ones. This is a note, which `--strict` does not count: a file must not fail by the calendar.',
    bad: `catalogue: { max_age: 24h }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, catalogue: azure/claude-haiku-4-5, endpoints: { chat_completions: [] } }\nkeys:\n  team-a: { hash: "${hash}", rate_limit: { budget: 5 USD/day } }`,
    good: `catalogue: { max_age: 3650d }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, catalogue: azure/claude-haiku-4-5, endpoints: { chat_completions: [] } }\nkeys:\n  team-a: { hash: "${hash}", rate_limit: { budget: 5 USD/day } }`,
  },
  price_differs: {
    about:
      "The written price is less than half of the price list's for this model, or more than half above it. Mostly one of the two is for another model, another vendor or another unit. Put a price that you have agreed upon into a list of your own, `catalogue.file`. 0 is free, and no finding.",
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-5, price: { output: 100 }, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-5, price: { output: 9 }, endpoints: { chat_completions: [] } }',
  },
  capability_denied: {
    about:
      "The file guarantees a capability that the model lacks, according to its vendor's data in the price list. Requests for the capability may go to a deployment where they fail. If it works in your tests, put it into a list of your own, `catalogue.file`.",
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: deepseek/deepseek-chat, endpoints: { chat_completions: [vision] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-5, endpoints: { chat_completions: [vision] } }',
  },
  expiring_credential: {
    about:
      'The credential is of a kind that expires within hours: a session of Amazon, an access token of Google, a JWT with an end. The file has it fixed, so every request is refused after that. Use a form of `auth` that renews it.',
    bad: 'backends:\n  local:\n    url: https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1\n    auth: { aws: { access_key: "${ADMIN_TOKEN}", secret_key: "${OPENAI_API_KEY}", session_token: "${TEAM_A_KEY}" } }',
    good: 'backends:\n  local:\n    url: https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1\n    auth: { aws: {} }',
  },
  mounted_token: {
    about:
      'Tokens below /var/run/secrets are renewed in their files every few minutes or hours. A `${file:}` value is part of the configuration, so each renewal would reload all of it. With `file` only one value changes.',
    bad: 'backends:\n  local: { url: "https://llm.example.com", auth: { bearer: "${file:/var/run/secrets/tokens/llm}" } }',
    good: 'backends:                           # of /var/run/secrets/tokens/llm\n  local: { url: "https://llm.example.com", auth: { file: token } }',
  },
  program_writable: {
    about:
      'A user who can write the program, or its folder, decides which code runs with the rights of the gateway, and which credential is sent.',
    bad: 'backends:                           # mint-token: -rwxr-xrwx\n  local: { url: "https://llm.example.com", auth: { exec: { command: [/opt/mint/mint-token] } } }',
    good: 'backends:                           # mint-token: -rwxr-xr-x\n  local: { url: "https://llm.example.com", auth: { exec: { command: [/opt/mint/mint-token] } } }',
  },
  token_prefix: {
    about:
      'A renewed token follows `Bearer` in `authorization`. Headers such as x-api-key take the bare text. Set `prefix` to choose.',
    bad: 'backends:\n  local: { url: "https://llm.example.com", auth: { file: token, header: x-api-key } }',
    good: 'backends:\n  local: { url: "https://llm.example.com", auth: { file: token, header: x-api-key, prefix: "" } }',
  },
  own_address: {
    about:
      'A backend at the address of `listen` is the gateway itself. A request would come back again and again, until the fifth time is refused. Give the URL of the server behind it.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }\nbackends:\n  local: { url: "https://localhost:8443" }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }\nbackends:\n  local: { url: "http://localhost:8000" }',
  },
  url_version: {
    about:
      'The gateway appends `/v1` and the path of the endpoint to a base URL. After another version, or after a whole path, the result leads nowhere. Give the URL without it, or the whole path in `paths`.',
    bad: 'backends:\n  local: { url: "https://generativelanguage.googleapis.com/v1beta/openai", auth: { bearer: "${OPENAI_API_KEY}" } }',
    good: 'backends:\n  local:\n    url: https://generativelanguage.googleapis.com\n    auth: { bearer: "${OPENAI_API_KEY}" }\n    paths: { chat_completions: /v1beta/openai/chat/completions }',
  },
  azure_path: {
    about:
      'Azure answers under /openai/v1, where the model of a request names the deployment, and on dated paths that include the deployment and need an `api-version` in `query`. A mixture of the two gets 404.',
    bad: 'backends:\n  local: { url: "https://example.openai.azure.com", auth: { header: api-key, value: "${OPENAI_API_KEY}" } }',
    good: 'backends:\n  local:\n    url: https://example.openai.azure.com\n    auth: { header: api-key, value: "${OPENAI_API_KEY}" }\n    paths: { chat_completions: /openai/deployments/gpt-4o/chat/completions }\n    query: { api-version: "2025-04-01-preview" }',
  },
  wire_endpoint: {
    about:
      'With `wire: vertex` a backend is Claude on Vertex AI and takes messages alone. With `wire: bedrock` it takes messages, chat_completions and responses. Other endpoints would be called on a path that the cloud does not have, unless `paths` names one.',
    bad: 'backends:\n  local: { url: "https://aiplatform.googleapis.com", wire: vertex, project: my-project, location: global, auth: { google: {} } }',
    good: 'backends:\n  local:\n    url: https://aiplatform.googleapis.com\n    wire: vertex\n    project: my-project\n    location: global\n    auth: { google: {} }\n    paths: { chat_completions: /v1/projects/my-project/locations/global/endpoints/openapi/chat/completions }',
  },
  location_host: {
    about:
      'Each location of Vertex AI has a host: `global` is at aiplatform.googleapis.com, `us` and `eu` at aiplatform.us.rep.googleapis.com and aiplatform.eu.rep.googleapis.com, a region at REGION-aiplatform.googleapis.com. A path with another location gets an error there, or runs somewhere else than intended.',
    bad: 'backends:\n  local: { url: "https://aiplatform.googleapis.com", wire: vertex, project: my-project, location: europe-west4, auth: { google: {} } }\nmodels:\n  fast: { deployments: [ { backend: local, endpoints: { messages: [] } } ] }',
    good: 'backends:\n  local: { url: "https://europe-west4-aiplatform.googleapis.com", wire: vertex, project: my-project, location: europe-west4, auth: { google: {} } }\nmodels:\n  fast: { deployments: [ { backend: local, endpoints: { messages: [] } } ] }',
  },
  idle_timeout: {
    about:
      'The limit of one phase is longer than `total`, the limit of the whole request, which always ends first. Mostly one of the two has the wrong unit.',
    bad: 'backends:\n  local: { simulator: {}, timeouts: { first_byte: 20m } }',
    good: 'backends:\n  local: { simulator: {}, timeouts: { first_byte: 20m, total: 30m } }',
  },
  queue_of_nothing: {
    about:
      'A request waits while every possible deployment has as many requests in flight as its `concurrency`, or a worker as many connections as `max_connections`. Here neither is set, so no request ever waits, and the servers get all requests at once.',
    bad: 'models:\n  fast:\n    queue: { wait: 30s }\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    queue: { wait: 30s }\n    deployments:\n      - { backend: local, rate_limit: { concurrency: 4 }, endpoints: { chat_completions: [] } }',
  },
  wait_too_long: {
    about:
      'A request that has waited still needs time for its answer. The SDKs give up after 10 minutes, and the gateway after `timeouts.total` of the backend: so long a wait is always in vain.',
    bad: 'models:\n  fast:\n    queue: { wait: 15m }\n    deployments:\n      - { backend: local, rate_limit: { concurrency: 4 }, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    queue: { wait: 2m }\n    deployments:\n      - { backend: local, rate_limit: { concurrency: 4 }, endpoints: { chat_completions: [] } }',
  },
  missing_auth: {
    about:
      'The vendors of models refuse every request without a credential. This backend sends none, so every request would end in 502 with `upstream_auth`.',
    bad: 'backends:\n  local: { url: "https://api.openai.com/v1" }',
    good: 'backends:\n  local: { url: "https://api.openai.com/v1", auth: { bearer: "${OPENAI_API_KEY}" } }',
  },
  price_per_token: {
    about:
      'Prices are US dollars for a million tokens. Other programs use prices per token. Such a number makes every request nearly free: budgets never run out. 0 is free, and no finding.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 0.0000025, output: 0.00001 }, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 2.5, output: 10 }, endpoints: { chat_completions: [] } }',
  },
  estimated_budget: {
    about:
      'With `usage_in_streams: none` the gateway asks no stream of the backend for its usage. Each stream then counts by the size of its request and its answer: up to twice the real usage. A budget depends on that here.',
    bad: `backends:\n  local: { url: "https://models.example", usage_in_streams: none }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 1, output: 2 }, endpoints: { chat_completions: [] } }\nkeys:\n  app: { hash: "${hash}", rate_limit: { budget: 5 USD/day } }`,
    good: 'backends:\n  local: { url: "https://models.example", usage_in_streams: ask }',
  },
  open_terminated_by: {
    about:
      'The gateway takes every client from an address in `terminated_by` for the balancer: it may speak plain HTTP, and the gateway believes its X-Forwarded-For. A range that includes the Internet gives that to everybody.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { terminated_by: ["0.0.0.0/0"] } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { terminated_by: ["10.0.0.0/8"] } }',
  },
  weight_zero: {
    about:
      'Weight 0 makes a deployment a standby for the others of its priority. If all have it, there are no others, so it takes nothing out of use.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, weight: 0, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
  },
  key_expired: {
    about: 'This key no longer works. Remove it, or give it a later date.',
    bad: `keys:\n  team-a: { hash: "${hash}", expires: 2020-01-01 }`,
    good: `keys:\n  team-a: { hash: "${hash}", expires: "\${NEXT_YEAR}" }`,
  },
  unused_group: {
    about: 'No key belongs to the group, so its limits apply to nobody.',
    bad: `groups:\n  research: { models: [fast] }\nkeys:\n  team-a: { hash: "${hash}" }`,
    good: `groups:\n  research: { models: [fast] }\nkeys:\n  team-a: { hash: "${hash}", group: research }`,
  },
  end_user_budget_forgotten: {
    about:
      'End users have a budget for a day, and limits are counted in memory. The gateway writes down the spending of keys and groups, but not of end users, who may be very many. So after a restart each has the whole budget again.',
    bad: `models:\n  fast:\n    deployments:\n      - backend: local\n        price: { input: 0.15, output: 0.60 }\n        endpoints: { chat_completions: [] }\nkeys:\n  app:\n    hash: "${hash}"\n    end_users: { from: [body user], rate_limit: { budget: 1 USD/day } }`,
    good: `state: { store: redis, redis: { url: "redis://127.0.0.1:6379", gateways: 2 } }\nmodels:\n  fast:\n    deployments:\n      - backend: local\n        price: { input: 0.15, output: 0.60 }\n        endpoints: { chat_completions: [] }\nkeys:\n  app:\n    hash: "${hash}"\n    end_users: { from: [body user], rate_limit: { budget: 1 USD/day } }`,
  },
  unused_rule: {
    about: 'No key uses this rule, so it limits nobody. Mostly a key that should name it does not.',
    bad: `rate_limits:\n  default: { requests: 60/min }\n  standard: { requests: 600/min }\nkeys:\n  team-a: { hash: "${hash}" }`,
    good: `rate_limits:\n  standard: { requests: 600/min }\nkeys:\n  team-a: { hash: "${hash}", rate_limit: standard }`,
  },
  unlimited_key: {
    about:
      'The file has `rate_limits`, but none applies to this key: it names no rule and there is no `default`.',
    bad: `rate_limits: { standard: { requests: 600/min } }\nkeys:\n  team-a: { hash: "${hash}", rate_limit: standard }\n  team-b: { hash: "sha256:${'7a1d'.repeat(16)}" }`,
    good: `rate_limits: { default: { requests: 600/min } }\nkeys:\n  team-a: { hash: "${hash}" }`,
  },
  idle_content_log: {
    about:
      'Contents are kept only for the keys in `content_log.keys`: an empty list keeps nothing. A name without a key keeps nothing either.',
    bad: 'content_log: { file: /var/lib/gateway/contents }',
    good: 'content_log: { file: /var/lib/gateway/contents, keys: ["*"] }',
  },
  admin_without_token: {
    about:
      'Deployments have prices, and there is an admin listener. But without a token it only has /livez and /readyz: nobody can see metrics, usage or the dashboard.',
    bad: 'admin: { address: "127.0.0.1:9901" }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 1, output: 2 }, endpoints: { chat_completions: [streaming] } }',
    good: 'admin: { address: "127.0.0.1:9901", read_token: "${ADMIN_TOKEN}" }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 1, output: 2 }, endpoints: { chat_completions: [streaming] } }',
  },
  key_expires_soon: {
    about: 'The key expires within a fortnight. Its users need a new one in time.',
    bad: `keys:\n  team-a: { hash: "${hash}", expires: "\${NEXT_WEEK}" }`,
    good: `keys:\n  team-a: { hash: "${hash}", expires: "\${NEXT_YEAR}" }`,
  },
  proves_nothing: {
    about:
      'No key matches the `key` of an assertion, or no deployment is what it forbids, so nothing could break it. Readers of the file take it for a proof. Mostly a name has changed.',
    bad: `keys:\n  team: { hash: "${hash}" }\nnever:\n  - { name: guests stay out, request: { key: "guest-*" }, reaches: { backend: local } }`,
    good: `${twoModels}\nkeys:\n  guest-1: { hash: "${hash}", models: [fast] }\n  team: { hash: "sha256:${'7a1d'.repeat(16)}" }\nnever:\n  - { name: guests stay out, request: { key: "guest-*" }, reaches: { backend: us } }`,
  },
  scattered_responses: {
    about:
      'A client that continues a response names it in `previous_response_id`, and only the account that made it knows it. If the responses of a model come from several accounts, the second turn may go to another one, which refuses it. `balance: sticky` keeps a conversation at one deployment while that is healthy. With `stateful.ids: signed` an id holds the place of its response. Standbys by `priority` cause no finding.',
    bad: 'backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { responses: [] } }\n      - { backend: other, endpoints: { responses: [] } }',
    good: 'backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    balance: sticky\n    deployments:\n      - { backend: local, endpoints: { responses: [] } }\n      - { backend: other, endpoints: { responses: [] } }',
  },
  unmet_backend_tags: {
    about:
      'Every request of a key asks for its `tags`. Requests without a model (files, uploads, conversations, endpoints of your own with `model: { in: none }`) go to backends. A backend meets a name of `extra_capabilities` if each of its deployments lists it on every endpoint that it serves. No backend for these requests does, so each of them gets 503.',
    bad: `extra_capabilities: [eu]\nbackends:\n  eu: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast: { deployments: [{ backend: eu, capabilities: [eu], endpoints: { responses: [] } }] }\n  large: { deployments: [{ backend: us, endpoints: { responses: [] } }] }\nkeys:\n  team-a: { hash: "${hash}", endpoints: [responses, files], tags: [eu] }\nstateful: { ids: signed, endpoints: [files], default: { files: us } }`,
    good: `extra_capabilities: [eu]\nbackends:\n  eu: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast: { deployments: [{ backend: eu, capabilities: [eu], endpoints: { responses: [] } }] }\n  large: { deployments: [{ backend: us, endpoints: { responses: [] } }] }\nkeys:\n  team-a: { hash: "${hash}", endpoints: [responses, files], tags: [eu] }\nstateful: { ids: signed, endpoints: [files], default: { files: eu } }`,
  },
  unlike_embeddings: {
    about:
      'Vectors are compared with vectors of the same model alone: of another vendor they may have another length, another scale, or simply other directions, and a search over both finds what does not belong together, without a sign. Here deployments of equal priority are at hosts of different vendors, so that which of them makes a vector is chance. `balance: sticky` keeps a key at one while that is well, `priority` uses the other only while the first is out; where it must never happen each is a model of its own.',
    bad: 'backends:\n  vendor: { url: https://api.example.com/v1 }\n  other: { url: https://models.example.org/v1 }\nmodels:\n  vectors:\n    deployments:\n      - { backend: vendor, endpoints: { embeddings: [] } }\n      - { backend: other, endpoints: { embeddings: [] } }',
    good: 'backends:\n  vendor: { url: https://api.example.com/v1 }\n  other: { url: https://models.example.org/v1 }\nmodels:\n  vectors:\n    deployments:\n      - { backend: vendor, endpoints: { embeddings: [] } }\n  other-vectors:\n    deployments:\n      - { backend: other, endpoints: { embeddings: [] } }',
  },
  taken_endpoint_name: {
    about:
      'An endpoint that the file declares goes before one of the same name that comes with the gateway, mostly because a later version brought it. That one can not be called then, and its name in deployments, keys, tags and logs means the one of the file.',
    bad: 'endpoints:\n  rerank: { path: /v3/order }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { rerank: [] } }',
    good: 'endpoints:\n  order: { path: /v3/order }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { order: [] } }',
  },
  short_owners_over: {
    about:
      'Ids as 1.0.0 gave them name their owner by 4 bytes. They were good until the date of `stateful.short_owners_until`, which has passed: whoever comes with one gets 404. Objects that are still needed can be had by a later date, for as long as that is worth the risk.',
    bad: 'stateful: { ids: signed, endpoints: [responses], short_owners_until: 2020-01-01 }',
    good: 'stateful: { ids: signed, endpoints: [responses] }',
  },
  idle_endpoint: {
    about:
      'An endpoint that the file declares, or that `stateful.endpoints` opens, is there for nobody: no deployment lists it under `endpoints`, so that it is a 404, or no key may call it, so that it is a 403. A key without `endpoints` may call those alone that come by default; others it names, or `all`, and one without a model by its name.',
    bad: `endpoints:\n  order: { path: /v3/order }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { order: [], chat_completions: [] } }\nkeys:\n  team-a: { hash: "${hash}" }`,
    good: `endpoints:\n  order: { path: /v3/order }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { order: [], chat_completions: [] } }\nkeys:\n  team-a: { hash: "${hash}", endpoints: [chat_completions, order] }`,
  },
  unpinned_reasoning: {
    about:
      'Reasoning that a client sends back can be read by the account alone that made it. Where the responses of a model come from several accounts the second turn of a conversation may go to another one, which refuses it. `stateful.encrypted_content: pin` sends it where it came from; `balance: sticky` keeps a conversation at one deployment while that is well.',
    bad: 'backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { responses: [] } }\n      - { backend: other, endpoints: { responses: [] } }\nstateful: { ids: signed, endpoints: [responses] }',
    good: 'backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { responses: [] } }\n      - { backend: other, endpoints: { responses: [] } }\nstateful: { ids: signed, endpoints: [responses], encrypted_content: pin }',
  },
} as const satisfies Readonly<Record<string, Page>>;
