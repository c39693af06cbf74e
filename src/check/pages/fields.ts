import type { Page } from './page.ts';

const first = `sha256:${'5f2c'.repeat(16)}`;
const second = `sha256:${'7a1d'.repeat(16)}`;

/** GW12xx and GW13xx: fields, and names that refer to something. */
export const fieldPages = {
  unknown_field: {
    about: 'A field that does not exist would have no effect. Mostly it is a misspelled one.',
    bad: 'log: { levle: debug }',
    good: 'log: { level: debug }',
  },
  missing_field: {
    about: 'This field is required: it has no default.',
    bad: 'listen: { address: "127.0.0.1:8443" }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }',
  },
  wrong_type: {
    about:
      'A field takes text, a number, true or false, a list or a map, and this value is of another kind. A number with a unit is text; text that looks like a number needs quotes.',
    bad: 'models:\n  fast:\n    deployments:\n      backend: local\n      endpoints: { chat_completions: [] }',
    good: 'models:\n  fast:\n    deployments:\n      - backend: local\n        endpoints: { chat_completions: [] }',
  },
  wrong_value: {
    about:
      'The field takes a fixed set of words, or a number within bounds, and this value is outside of them.',
    bad: 'log: { level: verbose }',
    good: 'log: { level: debug }',
  },
  bad_name: {
    about:
      'Names of models and keys consist of letters, digits and . _ - / : @ +. Those of backends and deployments have no slash, so that MODEL/NAME is unambiguous. Headers, logs and command lines show the names unchanged.',
    bad: 'backends:\n  local: { simulator: {} }\n  our gpu: { simulator: {} }',
    good: 'backends:\n  local: { simulator: {} }',
  },
  exactly_one: {
    about:
      'Some groups of fields need exactly one of them, others at most one: each alone is complete, and two would contradict.',
    bad: 'backends:\n  local: { url: https://api.example.com, simulator: {} }',
    good: 'backends:\n  local: { url: https://api.example.com }',
  },
  unknown_backend: {
    about: 'A deployment, a test or an assertion names a backend that is not among `backends`.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: locla, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
  },
  unknown_model: {
    about:
      'A fallback, a key, a test or an assertion names a model that is not among `models`. A pattern with `*` may match none.',
    bad: `keys:\n  team-a: { hash: "${first}", models: [fats] }`,
    good: `keys:\n  team-a: { hash: "${first}", models: [fast] }`,
  },
  model_not_served: {
    about: 'Every request without a model would fail: the default model serves nothing on this endpoint.',
    bad: 'endpoints:\n  moderations: { default_model: fast }',
    good: 'endpoints:\n  chat_completions: { default_model: fast }',
  },
  unknown_key: {
    about: 'A test uses a key that is in neither `keys` nor the `keys_file`.',
    bad: 'tests:\n  - name: teams get an answer\n    request: { endpoint: chat_completions, model: fast, key: team-a }\n    expect: { status: 200 }',
    good: 'tests:\n  - name: everybody gets an answer\n    request: { endpoint: chat_completions, model: fast }\n    expect: { status: 200 }',
  },
  unknown_capability: {
    about:
      'Capabilities have fixed names, so that a spelling mistake does not become a capability that nobody asks for. List your own names in `extra_capabilities`. List a capability under its endpoint, without a prefix.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [visoin] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [vision] } }',
  },
  unknown_deployment: {
    about:
      'A test expects a missing deployment or simulates its outage, or an assertion of `never` names it. Write NAME or MODEL/NAME.',
    bad: 'tests:\n  - name: fast is local\n    request: { endpoint: chat_completions, model: fast }\n    expect: { deployment: fast/remote }',
    good: 'tests:\n  - name: fast is local\n    request: { endpoint: chat_completions, model: fast }\n    expect: { deployment: fast/local }',
  },
  self_mirror: {
    about:
      'Copies go to another model, or to one deployment of the same model, `MODEL/NAME`: the model itself answers each request already.',
    bad: 'models:\n  fast:\n    mirror: { to: fast }\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    mirror: { to: fast/local }\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
  },
  self_fallback: {
    about: 'A model cannot stand in for itself. Its deployments are tried one after the other anyway.',
    bad: 'models:\n  fast:\n    fallbacks: [fast]\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
  },
  duplicate_deployment: {
    about:
      "A deployment's name distinguishes it from the others of its model. Without an `id`, the name is that of its backend.",
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, model: small, endpoints: { chat_completions: [] } }\n      - { backend: local, model: large, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, id: small, model: small, endpoints: { chat_completions: [] } }\n      - { backend: local, id: large, model: large, endpoints: { chat_completions: [] } }',
  },
  names_differ_in_case: {
    about:
      'Names are compared exactly, but a reader of the log takes two names that differ only in case for one.',
    bad: `keys:\n  team-a: { hash: "${first}" }\n  Team-A: { hash: "${second}" }`,
    good: `keys:\n  team-a: { hash: "${first}" }\n  team-b: { hash: "${second}" }`,
  },
  duplicate_hash: {
    about:
      'A secret belongs to one key. With two, the order of the file would decide the rights and limits of its owner.',
    bad: `keys:\n  team-a: { hash: "${first}" }\n  team-b: { hash: "${first}" }`,
    good: `keys:\n  team-a: { hash: "${first}" }\n  team-b: { hash: "${second}" }`,
  },
  key_in_both_files: {
    about:
      'A key may be in one file only: the configuration, a file that it includes, or its `keys_file`. None of them has precedence.',
    bad: `keys:\n  team-a: { hash: "${first}" }\nkeys_file: keys.yaml\n==> keys.yaml <==\nkeys:\n  team-a: { hash: "${second}" }`,
    good: `keys:\n  team-a: { hash: "${first}" }\nkeys_file: keys.yaml\n==> keys.yaml <==\nkeys:\n  team-b: { hash: "${second}" }`,
  },
  name_in_two_files: {
    about:
      'The files of `include` are read together with the file that names them. So a backend, a model or a rule may be in one of them only: none has precedence.',
    bad: `include: [more.yaml]\nrate_limits:\n  team: { requests: 10/s }\n==> more.yaml <==\nrate_limits:\n  team: { requests: 20/s }`,
    good: `include: [more.yaml]\n==> more.yaml <==\nrate_limits:\n  team: { requests: 20/s }`,
  },
  duplicate_certificate: {
    about:
      'Two keys without a secret name one certificate, so the key of a client with it is ambiguous. Give one of the keys a secret, or a certificate of its own.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true, client_ca: server.crt } }\nkeys:\n  a: { certificate: { san: search.example.com } }\n  b: { certificate: { san: search.example.com } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true, client_ca: server.crt } }\nkeys:\n  a: { certificate: { san: search.example.com } }\n  b: { certificate: { san: chat.example.com } }',
  },
  duplicate_issuer: {
    about:
      'Two entries have the same issuer, by name or by `issuer`. A token names its issuer in `iss`, and the rules for it have to come from one entry.',
    bad: `keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "https://a.example.com", audience: llm, rules: [{ when: { sub: x }, key: ci }] }\n    b: { issuer: "https://a.example.com", audience: other, rules: [{ when: { sub: y }, key: ci }] }`,
    good: `keys: { ci: {} }\nidentity:\n  issuers:\n    a:\n      issuer: https://a.example.com\n      audience: [llm, other]\n      rules: [{ when: { sub: [x, y] }, key: ci }]`,
  },
  duplicate_entry: {
    about: 'A list of distinct entries has the same entry twice, or the entry exists already.',
    bad: 'extra_capabilities: [vision]',
    good: 'extra_capabilities: [fine_tuned]',
  },
  unknown_rule: {
    about: 'A key names a rule that is not among `rate_limits`, so its limits are unknown.',
    bad: `rate_limits: { standard: { requests: 60/min } }\nkeys:\n  team-a: { hash: "${first}", rate_limit: standart }`,
    good: `rate_limits: { standard: { requests: 60/min } }\nkeys:\n  team-a: { hash: "${first}", rate_limit: standard }`,
  },
  unknown_guard: {
    about:
      'An assertion of `never` names a guard that is not among `guards`, so nothing can be proved about its checks.',
    bad: `guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse }\nkeys:\n  team-a: { hash: "${first}" }\nnever:\n  - { name: nothing passes it by, without_guard: dpl }`,
    good: `guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse }\nkeys:\n  team-a: { hash: "${first}" }\nnever:\n  - { name: nothing passes it by, without_guard: dlp }`,
  },
  unknown_group: {
    about:
      'A key or a group belongs to a group that is not among `groups`, so its limits beside its own are unknown.',
    bad: `groups: { research: { models: [fast] } }\nkeys:\n  team-a: { hash: "${first}", group: reserch }`,
    good: `groups: { research: { models: [fast] } }\nkeys:\n  team-a: { hash: "${first}", group: research }`,
  },
  group_within_itself: {
    about: 'A group belongs to itself, directly or through others, so there is no outermost group.',
    bad: `groups:\n  research: { group: company }\n  company: { group: research }\nkeys:\n  team-a: { hash: "${first}", group: research }`,
    good: `groups:\n  research: { group: company }\n  company: { models: [fast] }\nkeys:\n  team-a: { hash: "${first}", group: research }`,
  },
  groups_too_deep: {
    about: 'Four groups are above a key. Every request asks each of them, so three are the most.',
    bad: `groups:\n  team: { group: unit }\n  unit: { group: company }\n  company: { group: holding }\n  holding: { models: [fast] }\nkeys:\n  team-a: { hash: "${first}", group: team }`,
    good: `groups:\n  team: { group: unit }\n  unit: { group: company }\n  company: { models: [fast] }\nkeys:\n  team-a: { hash: "${first}", group: team }`,
  },
  long_end_user_budget: {
    about:
      'The gateway remembers a bounded number of end users and forgets the least recently used first. So it knows the spending of one for a day at most.',
    bad: `models:\n  fast:\n    deployments:\n      - backend: local\n        price: { input: 0.15, output: 0.60 }\n        endpoints: { chat_completions: [] }\nkeys:\n  app:\n    hash: "${first}"\n    end_users: { from: [body user], rate_limit: { requests: 20/min, budget: 5 USD/month } }`,
    good: `models:\n  fast:\n    deployments:\n      - backend: local\n        price: { input: 0.15, output: 0.60 }\n        endpoints: { chat_completions: [] }\nkeys:\n  app:\n    hash: "${first}"\n    end_users: { from: [body user], rate_limit: { requests: 20/min } }`,
  },
  unpriced_budget: {
    about:
      'A key with a budget can reach a deployment without a `price`. Its requests there would cost nothing, so the budget would never stop it.',
    bad: `rate_limits: { standard: { budget: 10 USD/day } }\nkeys:\n  team-a: { hash: "${first}", rate_limit: standard }`,
    good: `models:\n  fast:\n    deployments:\n      - backend: local\n        price: { input: 0.15, output: 0.60 }\n        endpoints: { chat_completions: [] }\nrate_limits: { standard: { budget: 10 USD/day } }\nkeys:\n  team-a: { hash: "${first}", rate_limit: standard }`,
  },
  unknown_price: {
    about:
      'A deployment takes its price from the price list, under a name that the list does not have or has without a price for tokens. The gateway does not guess: another model, or the same one at another vendor, may have another price. `gateway catalogue search` searches the list.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-55, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-5, endpoints: { chat_completions: [] } }',
  },
  missing_store: {
    about:
      '`store: redis` needs `redis` with the URL of the server and the number of gateways that share it. Without `store: redis`, nothing uses `redis`.',
    bad: 'state: { store: redis }',
    good: 'state: { store: redis, redis: { url: "redis://127.0.0.1:6379", gateways: 2 } }',
  },
} as const satisfies Readonly<Record<string, Page>>;
