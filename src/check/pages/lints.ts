import type { Page } from './page.ts';

const hash = `sha256:${'5f2c'.repeat(16)}`;
const twoModels =
  'backends:\n  local: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }\n  large:\n    deployments:\n      - { backend: us, endpoints: { chat_completions: [] } }';
const chat = '{ backend: local, endpoints: { chat_completions: [] } }';

/** GW18xx: settings that are valid and probably not meant. */
export const lintPages = {
  idle_guard: {
    about:
      'A guard looks at requests that match all of `applies_to`: a key, a group and a model. A pattern that nothing in the file matches lets the guard look at nothing, and whoever reads the file believes that it does.',
    bad: `guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse, applies_to: { keys: ["batch-*"] } }\nkeys:\n  team-a: { hash: "${hash}" }`,
    good: `guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse, applies_to: { keys: ["team-*"] } }\nkeys:\n  team-a: { hash: "${hash}" }`,
  },
  cold_caches: {
    about:
      "What a server or an account has in its prompt cache is read for a half of the price or less, and none of them knows what is in another one's. Spread by load, requests of one conversation meet a cache by chance. With `balance: sticky` they go where the last one went.",
    bad: 'backends:\n  local: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 2, cached_input: 0.5, output: 8 }, endpoints: { chat_completions: [] } }\n      - { backend: us, price: { input: 2, cached_input: 0.5, output: 8 }, endpoints: { chat_completions: [] } }',
    good: 'backends:\n  local: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast:\n    balance: sticky\n    deployments:\n      - { backend: local, price: { input: 2, cached_input: 0.5, output: 8 }, endpoints: { chat_completions: [] } }\n      - { backend: us, price: { input: 2, cached_input: 0.5, output: 8 }, endpoints: { chat_completions: [] } }',
  },
  unused_backend: {
    about: 'No deployment is on this backend, so it gets no request. Mostly a deployment has been forgotten.',
    bad: 'backends:\n  local: { simulator: {} }\n  spare: { simulator: {} }',
    good: 'backends:\n  local: { simulator: {} }',
  },
  never_chosen: {
    about:
      'All keys stand in the file, and none of them may use this model, or call an endpoint that this deployment serves. Priority, weight and outages only change the order; so keys alone can shut something out.',
    bad: `models:\n  fast: { deployments: [${chat}] }\n  slow: { deployments: [${chat}] }\nkeys:\n  team-a: { hash: "${hash}", models: [fast] }`,
    good: `models:\n  fast: { deployments: [${chat}] }\n  slow: { deployments: [${chat}] }\nkeys:\n  team-a: { hash: "${hash}", models: [fast, slow] }`,
  },
  useless_fallback: {
    about:
      'The fallback serves none of the endpoints of its model, so no request can go on there; or so many stand before it that no attempt is left.',
    bad: `models:\n  fast: { fallbacks: [claude], deployments: [${chat}] }\n  claude: { deployments: [{ backend: local, endpoints: { messages: [] } }] }`,
    good: `models:\n  fast: { fallbacks: [claude], deployments: [${chat}] }\n  claude: { deployments: [{ backend: local, endpoints: { messages: [], chat_completions: [] } }] }`,
  },
  generic_tag_trap: {
    about:
      'A generic tag asks for a capability under every endpoint that a deployment serves. This one is under some only, for every deployment of the model, so a request with the generic tag is always answered with 503. The scoped tag works. A routing test that asks for it shows that you know, and ends the warning; so does `routing: { generic_tags: called_endpoint }`.',
    bad: 'models:\n  fast:\n    deployments:\n      - backend: local\n        endpoints: { chat_completions: [], responses: [web_search] }',
    good: 'models:\n  fast:\n    deployments:\n      - backend: local\n        endpoints: { chat_completions: [], responses: [web_search] }\ntests:\n  - name: web search has a scoped tag\n    request: { endpoint: responses, model: fast, tags: ["responses:web_search"] }\n    expect: { deployment: local }',
  },
  unreachable_key: {
    about:
      'A key without `hash` and `secret` is for tokens: a rule of an issuer leads to it. No rule names this one, so nobody can ever use it. Mostly its secret or the rule has been forgotten.',
    bad: 'keys:\n  ci: { models: [fast] }',
    good: 'keys:\n  ci: { models: [fast] }\nidentity:\n  issuers:\n    forge:\n      issuer: https://forge.example.com\n      audience: llm\n      rules: [{ when: { sub: "repo:*" }, key: ci }]',
  },
  uncounted_each: {
    about:
      'With `each` every value of a claim has the limits of the key for itself. This key has no `rate_limit`, so there is nothing to count: mostly the rule was meant to hold somebody. What groups allow counts for all together.',
    bad: 'keys: { people: {} }\nidentity:\n  issuers:\n    login:\n      issuer: https://login.example.com\n      audience: llm\n      rules: [{ when: { groups: staff }, key: people, each: sub }]',
    good: 'keys: { people: { rate_limit: { requests: 60/min } } }\nidentity:\n  issuers:\n    login:\n      issuer: https://login.example.com\n      audience: llm\n      rules: [{ when: { groups: staff }, key: people, each: sub }]',
  },
  key_set_file: {
    about:
      'Tokens of an issuer are checked with the keys in this file, which is not there or can not be read. Until it is, each of its tokens is answered with 503 `issuer_unavailable`; the gateway serves everybody else. It may come to a host later, so that this is a note, and a warning with `--require-secrets`.',
    bad: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: ours, audience: llm, jwks: no-such-keys.json, rules: [{ when: {}, key: ci }] }',
    good: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "https://a.example.com", audience: llm, jwks: "https://a.example.com/keys", rules: [{ when: {}, key: ci }] }',
  },
  unmatched_rule: {
    about:
      'The first rule that matches a token counts. Whatever this one would match an earlier one matches already, so it is never looked at. What is narrower stands first.',
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
      'A key may use a model but not its fallback. For its requests there is nothing to fall back to, which shows in the next outage.',
    bad: `models:\n  fast: { fallbacks: [slow], deployments: [${chat}] }\n  slow: { deployments: [${chat}] }\nkeys:\n  team-a: { hash: "${hash}", models: [fast] }`,
    good: `models:\n  fast: { fallbacks: [slow], deployments: [${chat}] }\n  slow: { deployments: [${chat}] }\nkeys:\n  team-a: { hash: "${hash}", models: [fast, slow] }`,
  },
  stale_price: {
    about:
      'A key with a budget can reach a deployment whose price is taken from the price list, and that is older than `catalogue.max_age`. Vendors may have changed it since. A newer release of the gateway has newer prices; `gateway catalogue import` makes a list of what others publish. It is a note, which `--strict` does not count: a file must not fail by the calendar.',
    bad: `catalogue: { max_age: 24h }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, catalogue: azure/claude-haiku-4-5, endpoints: { chat_completions: [] } }\nkeys:\n  team-a: { hash: "${hash}", rate_limit: { budget: 5 USD/day } }`,
    good: `catalogue: { max_age: 3650d }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, catalogue: azure/claude-haiku-4-5, endpoints: { chat_completions: [] } }\nkeys:\n  team-a: { hash: "${hash}", rate_limit: { budget: 5 USD/day } }`,
  },
  price_differs: {
    about:
      'What the file says of a price is less than half of what the price list has of this model, or more than half above it. One of the two is most likely of another model, another vendor or another unit. A price that you have agreed upon belongs into a list of your own, `catalogue.file`. 0 is free, and no finding.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-5, price: { output: 100 }, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-5, price: { output: 9 }, endpoints: { chat_completions: [] } }',
  },
  capability_denied: {
    about:
      'The file guarantees a capability of a model that does not have it by what the price list says its vendor says: requests that ask for it may be sent where they fail. If you have tried it, a list of your own, `catalogue.file`, can say so.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: deepseek/deepseek-chat, endpoints: { chat_completions: [vision] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-5, endpoints: { chat_completions: [vision] } }',
  },
  expiring_credential: {
    about:
      'The credential is one of those that end within hours: a session of Amazon, an access token of Google, a JWT with its end in it. It stands in the file for good, so every request is refused once it has ended. The forms of `auth` that renew take its place.',
    bad: 'backends:\n  local:\n    url: https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1\n    auth: { aws: { access_key: "${ADMIN_TOKEN}", secret_key: "${OPENAI_API_KEY}", session_token: "${TEAM_A_KEY}" } }',
    good: 'backends:\n  local:\n    url: https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1\n    auth: { aws: {} }',
  },
  mounted_token: {
    about:
      'Tokens below /var/run/secrets are renewed in their files every few minutes or hours. What `${file:}` brings is part of the configuration, so all of it would be loaded again each time. With `file` one value changes.',
    bad: 'backends:\n  local: { url: "https://llm.example.com", auth: { bearer: "${file:/var/run/secrets/tokens/llm}" } }',
    good: 'backends:                           # of /var/run/secrets/tokens/llm\n  local: { url: "https://llm.example.com", auth: { file: token } }',
  },
  program_writable: {
    about:
      'Whoever may write the program, or the folder that it is in, decides what runs with the rights of the gateway, and what is sent as its credential.',
    bad: 'backends:                           # mint-token: -rwxr-xrwx\n  local: { url: "https://llm.example.com", auth: { exec: { command: [/opt/mint/mint-token] } } }',
    good: 'backends:                           # mint-token: -rwxr-xr-x\n  local: { url: "https://llm.example.com", auth: { exec: { command: [/opt/mint/mint-token] } } }',
  },
  token_prefix: {
    about:
      'A token that is renewed goes behind `Bearer`, as `authorization` wants it. Headers such as x-api-key take the bare text. Say with `prefix` which it is.',
    bad: 'backends:\n  local: { url: "https://llm.example.com", auth: { file: token, header: x-api-key } }',
    good: 'backends:\n  local: { url: "https://llm.example.com", auth: { file: token, header: x-api-key, prefix: "" } }',
  },
  own_address: {
    about:
      'A backend at the address of `listen` is the gateway itself. A request would come back to it again and again, until the fifth time is refused. Give the URL of the server behind it.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }\nbackends:\n  local: { url: "https://localhost:8443" }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }\nbackends:\n  local: { url: "http://localhost:8000" }',
  },
  url_version: {
    about:
      '`/v1` and the path of the endpoint are put behind a base URL. After another version, or after a path that is whole already, they lead nowhere. Give the URL without it, or the whole path in `paths`.',
    bad: 'backends:\n  local: { url: "https://generativelanguage.googleapis.com/v1beta/openai", auth: { bearer: "${OPENAI_API_KEY}" } }',
    good: 'backends:\n  local:\n    url: https://generativelanguage.googleapis.com\n    auth: { bearer: "${OPENAI_API_KEY}" }\n    paths: { chat_completions: /v1beta/openai/chat/completions }',
  },
  azure_path: {
    about:
      'Azure answers under /openai/v1, where the model of a request names the deployment, and on dated paths with the deployment in them, which want an `api-version` in `query`. Anything between is answered with 404.',
    bad: 'backends:\n  local: { url: "https://example.openai.azure.com", auth: { header: api-key, value: "${OPENAI_API_KEY}" } }',
    good: 'backends:\n  local:\n    url: https://example.openai.azure.com\n    auth: { header: api-key, value: "${OPENAI_API_KEY}" }\n    paths: { chat_completions: /openai/deployments/gpt-4o/chat/completions }\n    query: { api-version: "2025-04-01-preview" }',
  },
  wire_endpoint: {
    about:
      'With `wire: vertex` a backend is Claude on Vertex AI and takes messages alone, with `wire: bedrock` it takes messages, chat_completions and responses. What else a deployment serves there would be asked for on a path that the cloud does not have, unless `paths` names one.',
    bad: 'backends:\n  local: { url: "https://aiplatform.googleapis.com", wire: vertex, project: my-project, location: global, auth: { google: {} } }',
    good: 'backends:\n  local:\n    url: https://aiplatform.googleapis.com\n    wire: vertex\n    project: my-project\n    location: global\n    auth: { google: {} }\n    paths: { chat_completions: /v1/projects/my-project/locations/global/endpoints/openapi/chat/completions }',
  },
  location_host: {
    about:
      'Each location of Vertex AI has a host: `global` is at aiplatform.googleapis.com, `us` and `eu` at aiplatform.us.rep.googleapis.com and aiplatform.eu.rep.googleapis.com, a region at REGION-aiplatform.googleapis.com. A path that names another location is answered with an error there, or somewhere else than was meant.',
    bad: 'backends:\n  local: { url: "https://aiplatform.googleapis.com", wire: vertex, project: my-project, location: europe-west4, auth: { google: {} } }\nmodels:\n  fast: { deployments: [ { backend: local, endpoints: { messages: [] } } ] }',
    good: 'backends:\n  local: { url: "https://europe-west4-aiplatform.googleapis.com", wire: vertex, project: my-project, location: europe-west4, auth: { google: {} } }\nmodels:\n  fast: { deployments: [ { backend: local, endpoints: { messages: [] } } ] }',
  },
  idle_timeout: {
    about:
      'The limit of one phase is longer than `total`, the limit of the whole request, which always runs out first. Mostly one of the two has the wrong unit.',
    bad: 'backends:\n  local: { simulator: {}, timeouts: { first_byte: 20m } }',
    good: 'backends:\n  local: { simulator: {}, timeouts: { first_byte: 20m, total: 30m } }',
  },
  queue_of_nothing: {
    about:
      'A request waits where all that could answer has as many under way as its `concurrency` says, or a worker as many connections as `max_connections`. Nothing here says so, so that nobody ever waits, and the servers behind get all at once.',
    bad: 'models:\n  fast:\n    queue: { wait: 30s }\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    queue: { wait: 30s }\n    deployments:\n      - { backend: local, rate_limit: { concurrency: 4 }, endpoints: { chat_completions: [] } }',
  },
  wait_too_long: {
    about:
      'A request that has waited has to be answered as well. The SDKs give up after 10 minutes, and the gateway after `timeouts.total` of the backend: whoever waits that long waits in vain.',
    bad: 'models:\n  fast:\n    queue: { wait: 15m }\n    deployments:\n      - { backend: local, rate_limit: { concurrency: 4 }, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    queue: { wait: 2m }\n    deployments:\n      - { backend: local, rate_limit: { concurrency: 4 }, endpoints: { chat_completions: [] } }',
  },
  missing_auth: {
    about:
      'The vendors of models answer nobody without a credential. This backend sends none, so every request would end in 502 with `upstream_auth`.',
    bad: 'backends:\n  local: { url: "https://api.openai.com/v1" }',
    good: 'backends:\n  local: { url: "https://api.openai.com/v1", auth: { bearer: "${OPENAI_API_KEY}" } }',
  },
  price_per_token: {
    about:
      'Prices are US dollars for a million tokens. Other programs have them per token, and such a number makes every request next to free: budgets never run out. 0 is free, and no finding.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 0.0000025, output: 0.00001 }, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 2.5, output: 10 }, endpoints: { chat_completions: [] } }',
  },
  estimated_budget: {
    about:
      'With `usage_in_streams: none` the gateway asks no stream of the backend for its usage, so that each counts by the size of its request and of what it answered: up to twice what was used. A budget is kept by that.',
    bad: `backends:\n  local: { url: "https://models.example", usage_in_streams: none }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 1, output: 2 }, endpoints: { chat_completions: [] } }\nkeys:\n  app: { hash: "${hash}", rate_limit: { budget: 5 USD/day } }`,
    good: 'backends:\n  local: { url: "https://models.example", usage_in_streams: ask }',
  },
  open_terminated_by: {
    about:
      'Whoever connects from an address in `terminated_by` is taken for the balancer: he may speak plain HTTP, and the address that he writes into X-Forwarded-For is believed. A range that takes in the Internet gives that to everybody.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { terminated_by: ["0.0.0.0/0"] } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { terminated_by: ["10.0.0.0/8"] } }',
  },
  weight_zero: {
    about:
      'Weight 0 keeps a deployment for when the others of its priority have failed. Where all have it there are no others, so nothing is taken out of use by it.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, weight: 0, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
  },
  key_expired: {
    about: 'Nobody gets in with this key any more. Take it out, or give it a later date.',
    bad: `keys:\n  team-a: { hash: "${hash}", expires: 2020-01-01 }`,
    good: `keys:\n  team-a: { hash: "${hash}", expires: "\${NEXT_YEAR}" }`,
  },
  unused_group: {
    about: 'No key belongs to the group, so its limits hold for nobody.',
    bad: `groups:\n  research: { models: [fast] }\nkeys:\n  team-a: { hash: "${hash}" }`,
    good: `groups:\n  research: { models: [fast] }\nkeys:\n  team-a: { hash: "${hash}", group: research }`,
  },
  end_user_budget_forgotten: {
    about:
      'End users have a budget for a day, and limits are counted in memory. What keys and groups spent is written down; of end users, who may be very many, it is not, so after a restart each has the whole budget again.',
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
      'There are `rate_limits`, but none holds for this key: it names no rule and there is no `default`.',
    bad: `rate_limits: { standard: { requests: 600/min } }\nkeys:\n  team-a: { hash: "${hash}", rate_limit: standard }\n  team-b: { hash: "sha256:${'7a1d'.repeat(16)}" }`,
    good: `rate_limits: { default: { requests: 600/min } }\nkeys:\n  team-a: { hash: "${hash}" }`,
  },
  idle_content_log: {
    about:
      'Contents are kept of the keys that `content_log.keys` names, and of no others: without any nothing is kept. A name that no key has keeps nothing either.',
    bad: 'content_log: { file: /var/lib/gateway/contents }',
    good: 'content_log: { file: /var/lib/gateway/contents, keys: ["*"] }',
  },
  admin_without_token: {
    about:
      'Deployments have prices, and there is an admin listener, but without a token it only has /livez and /readyz: nobody can see metrics, usage or the dashboard.',
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
      'No key matches the `key` of an assertion, or no deployment what it forbids, so that nothing could break it. It is taken for a proof by whoever reads the file. Mostly a name has changed.',
    bad: `keys:\n  team: { hash: "${hash}" }\nnever:\n  - { name: guests stay out, request: { key: "guest-*" }, reaches: { backend: local } }`,
    good: `${twoModels}\nkeys:\n  guest-1: { hash: "${hash}", models: [fast] }\n  team: { hash: "sha256:${'7a1d'.repeat(16)}" }\nnever:\n  - { name: guests stay out, request: { key: "guest-*" }, reaches: { backend: us } }`,
  },
  scattered_responses: {
    about:
      'A client that goes on with a response names it in `previous_response_id`, and only the account that made it knows it. Where the responses of a model come from several accounts the second turn may go to another one, which refuses it. `balance: sticky` keeps a conversation at one deployment while that is well; with `stateful.ids: signed` an id says where its response is. Where the others are used only while the first is out, by `priority`, nothing is said.',
    bad: 'backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { responses: [] } }\n      - { backend: other, endpoints: { responses: [] } }',
    good: 'backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    balance: sticky\n    deployments:\n      - { backend: local, endpoints: { responses: [] } }\n      - { backend: other, endpoints: { responses: [] } }',
  },
  unmet_backend_tags: {
    about:
      'Every request of a key asks for its `tags`. Requests without a model (files, uploads, conversations, endpoints of your own with `model: { in: none }`) go to backends, and a backend meets a name of `extra_capabilities` when each of its deployments lists it on every endpoint that it serves. No backend that takes these requests does, so each of them is 503.',
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
