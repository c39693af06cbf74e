import type { Page } from './page.ts';

const first = `sha256:${'5f2c'.repeat(16)}`;
const second = `sha256:${'7a1d'.repeat(16)}`;

/** GW12xx and GW13xx: fields, and names that refer to something. */
export const fieldPages = {
  unknown_field: {
    about:
      'A field that does not exist would have no effect, and mostly it is another one that is misspelled.',
    bad: 'log: { levle: debug }',
    good: 'log: { level: debug }',
  },
  missing_field: {
    about: 'A field has no default and has to be there.',
    bad: 'listen: { address: "127.0.0.1:8443" }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }',
  },
  wrong_type: {
    about:
      'A field takes text, a number, true or false, a list or a map, and this is another one. A number with a unit is text; text that looks like a number needs quotes.',
    bad: 'models:\n  fast:\n    deployments:\n      backend: local\n      endpoints: { chat_completions: [] }',
    good: 'models:\n  fast:\n    deployments:\n      - backend: local\n        endpoints: { chat_completions: [] }',
  },
  wrong_value: {
    about: 'The field takes a fixed set of words, or a number within bounds, and this is none of them.',
    bad: 'log: { level: verbose }',
    good: 'log: { level: debug }',
  },
  bad_name: {
    about:
      'Names of models and keys are letters, digits and . _ - / : @ +; those of backends and deployments have no slash, so that MODEL/NAME can be told apart. Headers, logs and command lines carry them as they are.',
    bad: 'backends:\n  local: { simulator: {} }\n  our gpu: { simulator: {} }',
    good: 'backends:\n  local: { simulator: {} }',
  },
  exactly_one: {
    about:
      'Of some fields exactly one has to be there, of others at most one: each alone says what is meant, and two would contradict.',
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
    about:
      'Requests that name no model would get one that answers nothing on this endpoint, so that each of them would fail.',
    bad: 'endpoints:\n  moderations: { default_model: fast }',
    good: 'endpoints:\n  chat_completions: { default_model: fast }',
  },
  unknown_key: {
    about: 'A test asks with a key that is in neither `keys` nor the `keys_file`.',
    bad: 'tests:\n  - name: teams get an answer\n    request: { endpoint: chat_completions, model: fast, key: team-a }\n    expect: { status: 200 }',
    good: 'tests:\n  - name: everybody gets an answer\n    request: { endpoint: chat_completions, model: fast }\n    expect: { status: 200 }',
  },
  unknown_capability: {
    about:
      'Capabilities have fixed names, so that a typo is not taken for a capability that nobody asks for. Names of your own stand in `extra_capabilities`. A capability is listed under its endpoint, without a prefix.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [visoin] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [vision] } }',
  },
  unknown_deployment: {
    about:
      'A test expects a deployment, or takes one for down, that no model has; or an assertion of `never` names it. It is written NAME or MODEL/NAME.',
    bad: 'tests:\n  - name: fast is local\n    request: { endpoint: chat_completions, model: fast }\n    expect: { deployment: fast/remote }',
    good: 'tests:\n  - name: fast is local\n    request: { endpoint: chat_completions, model: fast }\n    expect: { deployment: fast/local }',
  },
  self_mirror: {
    about:
      'Copies go to another model, or to one deployment of the same, `MODEL/NAME`: each request is answered by the model itself already.',
    bad: 'models:\n  fast:\n    mirror: { to: fast }\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    mirror: { to: fast/local }\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
  },
  self_fallback: {
    about: 'A model can not stand in for itself; its deployments are tried one after the other as it is.',
    bad: 'models:\n  fast:\n    fallbacks: [fast]\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }',
  },
  duplicate_deployment: {
    about:
      "A deployment's name tells it from the others of its model. It is the backend's, unless it has an `id`.",
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, model: small, endpoints: { chat_completions: [] } }\n      - { backend: local, model: large, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, id: small, model: small, endpoints: { chat_completions: [] } }\n      - { backend: local, id: large, model: large, endpoints: { chat_completions: [] } }',
  },
  names_differ_in_case: {
    about:
      'Names are compared exactly, and two that differ only in case are one name to whoever reads a log.',
    bad: `keys:\n  team-a: { hash: "${first}" }\n  Team-A: { hash: "${second}" }`,
    good: `keys:\n  team-a: { hash: "${first}" }\n  team-b: { hash: "${second}" }`,
  },
  duplicate_hash: {
    about:
      'A secret belongs to one key. With two it would depend on the order of the file what its owner may do and which limits hold.',
    bad: `keys:\n  team-a: { hash: "${first}" }\n  team-b: { hash: "${first}" }`,
    good: `keys:\n  team-a: { hash: "${first}" }\n  team-b: { hash: "${second}" }`,
  },
  key_in_both_files: {
    about:
      'A key stands in one file: the configuration, one that it includes, or its `keys_file`. None of them goes before the others.',
    bad: `keys:\n  team-a: { hash: "${first}" }\nkeys_file: keys.yaml\n==> keys.yaml <==\nkeys:\n  team-a: { hash: "${second}" }`,
    good: `keys:\n  team-a: { hash: "${first}" }\nkeys_file: keys.yaml\n==> keys.yaml <==\nkeys:\n  team-b: { hash: "${second}" }`,
  },
  name_in_two_files: {
    about:
      'Files that `include` names are read as one with the file that names them, so a backend, a model or a rule stands in one of them only: none goes before the others.',
    bad: `include: [more.yaml]\nrate_limits:\n  team: { requests: 10/s }\n==> more.yaml <==\nrate_limits:\n  team: { requests: 20/s }`,
    good: `include: [more.yaml]\n==> more.yaml <==\nrate_limits:\n  team: { requests: 20/s }`,
  },
  duplicate_certificate: {
    about:
      'Two keys without a secret name one certificate, so that nobody can say which of them a client with it has. Give one of the keys a secret, or a certificate of its own.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true, client_ca: server.crt } }\nkeys:\n  a: { certificate: { san: search.example.com } }\n  b: { certificate: { san: search.example.com } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true, client_ca: server.crt } }\nkeys:\n  a: { certificate: { san: search.example.com } }\n  b: { certificate: { san: chat.example.com } }',
  },
  duplicate_issuer: {
    about:
      'An issuer stands twice, by its name or by its `issuer`. A token says in `iss` who made it, and the rules that hold for it have to be those of one entry.',
    bad: `keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "https://a.example.com", audience: llm, rules: [{ when: { sub: x }, key: ci }] }\n    b: { issuer: "https://a.example.com", audience: other, rules: [{ when: { sub: y }, key: ci }] }`,
    good: `keys: { ci: {} }\nidentity:\n  issuers:\n    a:\n      issuer: https://a.example.com\n      audience: [llm, other]\n      rules: [{ when: { sub: [x, y] }, key: ci }]`,
  },
  duplicate_entry: {
    about: 'An entry stands twice in a list whose entries are different things, or exists already.',
    bad: 'extra_capabilities: [vision]',
    good: 'extra_capabilities: [fine_tuned]',
  },
  unknown_rule: {
    about: 'A key names a rule that is not among `rate_limits`, so nobody knows what limits it.',
    bad: `rate_limits: { standard: { requests: 60/min } }\nkeys:\n  team-a: { hash: "${first}", rate_limit: standart }`,
    good: `rate_limits: { standard: { requests: 60/min } }\nkeys:\n  team-a: { hash: "${first}", rate_limit: standard }`,
  },
  unknown_guard: {
    about:
      'An assertion of `never` names a guard that is not among `guards`, so that nothing can be said of what it looks at.',
    bad: `guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse }\nkeys:\n  team-a: { hash: "${first}" }\nnever:\n  - { name: nothing passes it by, without_guard: dpl }`,
    good: `guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse }\nkeys:\n  team-a: { hash: "${first}" }\nnever:\n  - { name: nothing passes it by, without_guard: dlp }`,
  },
  unknown_group: {
    about:
      'A key or a group belongs to a group that is not among `groups`, so nobody knows what holds it beside its own limits.',
    bad: `groups: { research: { models: [fast] } }\nkeys:\n  team-a: { hash: "${first}", group: reserch }`,
    good: `groups: { research: { models: [fast] } }\nkeys:\n  team-a: { hash: "${first}", group: research }`,
  },
  group_within_itself: {
    about: 'A group belongs to itself, by way of others or at once, so that there is no outermost one.',
    bad: `groups:\n  research: { group: company }\n  company: { group: research }\nkeys:\n  team-a: { hash: "${first}", group: research }`,
    good: `groups:\n  research: { group: company }\n  company: { models: [fast] }\nkeys:\n  team-a: { hash: "${first}", group: research }`,
  },
  groups_too_deep: {
    about: 'Four groups stand above a key. Each of them is asked at every request, so three are the most.',
    bad: `groups:\n  team: { group: unit }\n  unit: { group: company }\n  company: { group: holding }\n  holding: { models: [fast] }\nkeys:\n  team-a: { hash: "${first}", group: team }`,
    good: `groups:\n  team: { group: unit }\n  unit: { group: company }\n  company: { models: [fast] }\nkeys:\n  team-a: { hash: "${first}", group: team }`,
  },
  long_end_user_budget: {
    about:
      'End users are remembered up to a number, the least used forgotten first, so what one of them spent is known for a day at most.',
    bad: `models:\n  fast:\n    deployments:\n      - backend: local\n        price: { input: 0.15, output: 0.60 }\n        endpoints: { chat_completions: [] }\nkeys:\n  app:\n    hash: "${first}"\n    end_users: { from: [body user], rate_limit: { requests: 20/min, budget: 5 USD/month } }`,
    good: `models:\n  fast:\n    deployments:\n      - backend: local\n        price: { input: 0.15, output: 0.60 }\n        endpoints: { chat_completions: [] }\nkeys:\n  app:\n    hash: "${first}"\n    end_users: { from: [body user], rate_limit: { requests: 20/min } }`,
  },
  unpriced_budget: {
    about:
      'A key with a budget can reach a deployment without a `price`. What it does there would cost nothing, so the budget would never end it.',
    bad: `rate_limits: { standard: { budget: 10 USD/day } }\nkeys:\n  team-a: { hash: "${first}", rate_limit: standard }`,
    good: `models:\n  fast:\n    deployments:\n      - backend: local\n        price: { input: 0.15, output: 0.60 }\n        endpoints: { chat_completions: [] }\nrate_limits: { standard: { budget: 10 USD/day } }\nkeys:\n  team-a: { hash: "${first}", rate_limit: standard }`,
  },
  unknown_price: {
    about:
      'A deployment takes its price from the price list, under a name that is not in it, or of which it says no price for tokens. Nothing is guessed: another model, or the same one at another vendor, may cost something else. `gateway catalogue search` looks through the list.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-55, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, catalogue: openai/gpt-5, endpoints: { chat_completions: [] } }',
  },
  missing_store: {
    about:
      '`store: redis` needs to know where it is and how many gateways share it; and without that word nothing uses it.',
    bad: 'state: { store: redis }',
    good: 'state: { store: redis, redis: { url: "redis://127.0.0.1:6379", gateways: 2 } }',
  },
} as const satisfies Readonly<Record<string, Page>>;
