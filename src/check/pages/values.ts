import type { Page } from './page.ts';

/** SHA-256 of the key in our quickstart. */
const quickstart = 'sha256:e19c865f8490a262aa2e88c659c0f838f7078394c9a39a55fd63fc453bd1156d';
const own = `sha256:${'5f2c'.repeat(16)}`;
const oneModel =
  'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }';
const other = `sha256:${'7a1d'.repeat(16)}`;
const twoModels =
  'backends:\n  local: { simulator: {} }\n  us: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }\n  large:\n    deployments:\n      - { backend: us, endpoints: { chat_completions: [] } }';

/** GW14xx to GW17xx: values, secrets and certificates. */
export const valuePages = {
  bad_duration: {
    about:
      'A duration is a whole number with its unit: 250ms, 2s, 5m, 1h, 90d. A bare number leaves open which unit was meant. Each field has bounds of its own.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true }, headers_timeout: 2h }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true }, headers_timeout: 10s }',
  },
  bad_size: {
    about:
      'A size is a whole number with its unit: 64KiB, 32MiB, 1GiB, in powers of 1024. Each field has bounds.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true }, max_body: 1GiB }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true }, max_body: 256MiB }',
  },
  bad_time: {
    about: 'A time is a day such as 2027-01-01, from its beginning in UTC, or a day and time with its zone.',
    bad: `keys:\n  team-a: { hash: "${own}", expires: 2030-02-30 }`,
    good: `keys:\n  team-a: { hash: "${own}", not_before: 2024-02-29 }`,
  },
  bad_address: {
    about:
      'An address to listen on is host:port; an IPv6 address stands in brackets. The public and the admin listener need different ones.',
    bad: 'admin: { address: "127.0.0.1:8443" }',
    good: 'admin: { address: "127.0.0.1:9901" }',
  },
  bad_range: {
    about: 'An address range is an address and the length of its prefix (CIDR).',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { terminated_by: ["10.0.0.0/33"] } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { terminated_by: ["10.0.0.0/8"] } }',
  },
  bad_url: {
    about:
      'The URL of a backend is https:// or http://, a host, and as far as needed a port and a path. User and password, query and fragment would get lost or end up in logs; credentials stand in `auth`.',
    bad: 'backends:\n  local: { url: "https://api.example.com/v1?key=abc" }',
    good: 'backends:\n  local: { url: "https://api.example.com/v1", auth: { bearer: "${OPENAI_API_KEY}" } }',
  },
  bad_issuer: {
    about:
      'Who can answer in place of an issuer can make tokens for every key that it leads to. So `issuer`, `jwks` and `resource` are https:// (http:// is for this host alone), without a user, a fragment or an address at which a cloud hands out credentials. An `issuer` that is no URL needs a `jwks`.',
    bad: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "http://a.example.com", audience: llm, rules: [{ when: {}, key: ci }] }',
    good: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "https://a.example.com", audience: llm, rules: [{ when: {}, key: ci }] }',
  },
  bad_client_certificate: {
    about:
      'Clients are asked for certificates where the gateway ends TLS itself, with `client_ca`; where a balancer ends it, with `terminated_by`, the balancer says in a header which one it saw. The fields of the other case do nothing, and a header without balancers would believe whoever sends it.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true, client_certificate_header: Client-Cert } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true, client_ca: server.crt } }\nkeys:\n  a: { certificate: { san: search.example.com } }',
  },
  bad_endpoint: {
    about:
      'An endpoint of your own has a path that nothing of the gateway answers already, says where requests name their model, and reads its usage from places of the answer. What does not fit together, such as a body for GET or units without a place, is told here.',
    bad: 'endpoints: { ocr: { path: /v1/models } }',
    good: 'endpoints: { ocr: { path: /v1/ocr, model: { in: body, field: model } } }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { ocr: [] } }',
  },
  unbounded_client_secrets: {
    about:
      'A key may have client secrets made for realtime, and has a budget, of its own, of its end users or of a group. Whoever has such a secret opens sessions at the vendor itself, with any model of the account: the budget would hold nothing of that.',
    bad: `keys:\n  web: { hash: "${own}", client_secrets: allow, rate_limit: { budget: 10 USD/day } }`,
    good: `keys:\n  web: { hash: "${own}", client_secrets: allow }`,
  },
  unknown_endpoint: {
    about:
      'Settings stand under a name that is no endpoint of the gateway, and that has no `path` to be one of your own. Mostly the name is misspelt.',
    bad: 'endpoints: { moderation: { default_model: fast } }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { moderations: [] } }',
    good: 'endpoints: { moderations: { default_model: fast } }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { moderations: [] } }',
  },
  unused_spill: {
    about:
      '`spill` says how much more than the mean the place may have under way that a session, or what begins alike, belongs to. Without `balance: sticky` nothing belongs anywhere.',
    bad: 'models:\n  fast:\n    spill: 1.5\n    deployments: [{ backend: local, endpoints: { chat_completions: [] } }]',
    good: 'models:\n  fast:\n    balance: sticky\n    spill: 1.5\n    deployments: [{ backend: local, endpoints: { chat_completions: [] } }]',
  },
  bad_replicas: {
    about:
      'Equal servers behind one backend are found by looking up the name in `url` (`dns`), or are listed as URLs that are hosts alone. A name is looked up by the gateway, so there is none of an address, of the simulator, or behind a proxy, which looks names up itself. A server that stands twice in the list would get twice its share.',
    bad: 'backends:\n  local: { url: "http://127.0.0.1:8000", replicas: { dns: 10s } }',
    good: 'backends:\n  local: { url: "http://127.0.0.1:8000", replicas: ["http://127.0.0.1:8000", "http://127.0.0.1:8001"] }',
  },
  stored_on_replicas: {
    about:
      'What a server keeps for clients, such as responses that the next turn goes on from, it keeps for itself: another one of its equals does not know it. So a backend that is several servers keeps nothing that `stateful.endpoints` names.',
    bad: 'backends:\n  local: { url: "http://127.0.0.1:8000", replicas: ["http://127.0.0.1:8000", "http://127.0.0.1:8001"] }\nstateful: { ids: signed, endpoints: [files], default: { files: local } }',
    good: 'backends:\n  local: { url: "http://127.0.0.1:8000" }\nstateful: { ids: signed, endpoints: [files], default: { files: local } }',
  },
  bad_stateful: {
    about:
      'What `stateful` says has to fit: ids are signed or plain for endpoints that it names, each of which has a backend for new objects; plain ids are for one backend and one owner, as nothing in them says whose they are. Several gateways need one `state.ids.secret`.',
    bad: 'stateful: { ids: signed }',
    good: 'stateful: { ids: signed, endpoints: [conversations], default: { conversations: local } }',
  },
  bad_auth: {
    about:
      'Fields of one form of `auth` belong together: a client proves who it is in one way, an exchange needs the token that it exchanges, and a field that says something about another is of no use without it.',
    bad: 'backends:\n  local:\n    url: https://llm.example.com\n    auth: { oauth2: { token_url: "https://login.example.com/token", client_id: gateway } }',
    good: 'backends:\n  local:\n    url: https://llm.example.com\n    auth: { oauth2: { token_url: "https://login.example.com/token", client_id: gateway, client_secret: "${OPENAI_API_KEY}" } }',
  },
  bad_program: {
    about:
      'A program that prints a token is named by its absolute path: neither a shell nor PATH looks for it. It has to be there, and this user has to be allowed to run it; `check` only notes where it is not.',
    bad: 'backends:\n  local: { url: "https://llm.example.com", auth: { exec: { command: [mint-token, --audience, llm] } } }',
    good: 'backends:\n  local: { url: "https://llm.example.com", auth: { exec: { command: [/bin/echo, token] } } }',
  },
  bad_edit: {
    about:
      'With `request` a backend takes fields out of bodies, sets them, or puts them in where they are absent. What the gateway routes and counts by is its own: `model`, `models`, `tags`, `stream` and `stream_options` stay, and `n` and `best_of` can only be set to 1. A value is JSON of up to 4 KiB, and no secret. Each field is named once.',
    bad: 'backends:\n  local: { url: "https://api.example.com", request: { set: { stream: false } } }',
    good: 'backends:\n  local: { url: "https://api.example.com", request: { remove: [context_management], default: { temperature: 0.2 } } }',
  },
  bad_price: {
    about:
      'Fields of a `price` do not go together: `per_minute` and `per_second` are one price in two units, so that one of them is enough.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { per_minute: 0.006, per_second: 0.0001 }, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { per_minute: 0.006 }, endpoints: { chat_completions: [] } }',
  },
  bad_price_test: {
    about:
      'A test asks for a `cost`, and says nothing of what was used; or it has `usage` beside fields that are about requests. One entry of `tests:` is about where a request goes, or about what something costs.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 1, output: 2 }, endpoints: { chat_completions: [] } }\ntests:\n  - name: answers are cheap\n    request: { endpoint: chat_completions, model: fast }\n    expect: { cost: 0.0012 USD }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 1, output: 2 }, endpoints: { chat_completions: [] } }\ntests:\n  - name: answers are cheap\n    usage: { deployment: fast/local, input: 1000, output: 100 }\n    expect: { cost: 0.0012 USD }',
  },
  bad_price_list: {
    about:
      'What `catalogue.file` names is no price list, or says something in it that cannot be so. Prices are US dollars for a million tokens, as plain numbers; models are named VENDOR/ID. Lists of other programs have prices for one token, or under other names.',
    bad: 'catalogue: { file: prices.json }\n==> prices.json <==\n{ "date": "2026-01-31", "models": { "openai/gpt-5": { "price": { "input": 0.00000125, "output": "$10" } } } }',
    good: 'catalogue: { file: prices.json }\n==> prices.json <==\n{ "date": "2026-01-31", "models": { "openai/gpt-5": { "price": { "input": 1.25, "output": 10 } } } }',
  },
  bad_query: {
    about:
      'Parameters of `query` go along with every request, and whoever logs requests on the way logs them. What comes from a variable or a file is a secret, and what is named as a credential is one: both go into a header, with `auth`. Names are the same in upper and lower case.',
    bad: 'backends:\n  local: { url: "https://api.example.com", query: { api_key: abc } }',
    good: 'backends:\n  local: { url: "https://api.example.com", query: { api-version: "2025-04-01-preview" }, auth: { header: api-key, value: "${OPENAI_API_KEY}" } }',
  },
  metadata_address: {
    about:
      'From link-local addresses clouds hand out the credentials of the machine. A gateway that sends requests there gives them to its clients.',
    bad: 'backends:\n  local: { url: "http://169.254.169.254" }',
    good: 'backends:\n  local: { url: "https://api.example.com" }',
  },
  bad_path: {
    about:
      'The path of a request begins with /, and has no query, no fragment and no dots that lead upwards.',
    bad: 'backends:\n  local: { url: "https://api.example.com", paths: { responses: "/v2/../responses" } }',
    good: 'backends:\n  local: { url: "https://api.example.com", paths: { responses: "/v2/responses" } }',
  },
  bad_header: {
    about:
      'Headers that frame a message or belong to the connection are set by the gateway, and `auth` sets its own.',
    bad: 'backends:\n  local: { url: "https://api.example.com", headers: { Host: other.example.com } }',
    good: 'backends:\n  local: { url: "https://api.example.com", headers: { X-Team: platform } }',
  },
  admin_needs_tls: {
    about:
      'Off loopback the token of the admin listener, and what it shows, would go over the network in clear.',
    bad: 'admin: { address: "0.0.0.0:9901", token: "${ADMIN_TOKEN}" }',
    good: 'admin: { address: "0.0.0.0:9901", token: "${ADMIN_TOKEN}", tls: { self_signed: true } }',
  },
  bad_guard: {
    about:
      'What a guard needs goes by its `form`, whose words it speaks: a service has a `url`, `form: chat` a `model` of the file with a `prompt`, `form: bedrock` a `guardrail`. What another form has stands for nothing here, and looks as if it held.',
    bad: 'guards:\n  dlp: { form: agentgateway, unseen: refuse }',
    good: 'guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse }',
  },
  bad_content_log: {
    about:
      'Contents are kept in one place: `file`, `s3` or `otlp`. `headers` are for a collector, and what has to be kept in full (`on_full: refuse`) has no `sample`.',
    bad: 'content_log: { file: /var/lib/gateway/contents, keys: ["*"], on_full: refuse, sample: 0.5 }',
    good: 'content_log: { file: /var/lib/gateway/contents, keys: ["*"], on_full: refuse }',
  },
  bad_sign_in: {
    about:
      'An OpenID provider sends browsers back to the URL that it knows the dashboard by: off loopback, and behind a proxy, `url` has to say which that is. Nobody signs in without the scope `openid`.',
    bad: 'admin:\n  address: "0.0.0.0:9901"\n  tls: { self_signed: true }\n  oidc: { issuer: "https://login.example.com", client_id: gateway, client_secret: "${ADMIN_TOKEN}", roles: { admin: { groups: platform } } }',
    good: 'admin:\n  address: "0.0.0.0:9901"\n  tls: { self_signed: true }\n  oidc: { issuer: "https://login.example.com", client_id: gateway, client_secret: "${ADMIN_TOKEN}", url: "https://gateway.example.com:9901", roles: { admin: { groups: platform } } }',
  },
  short_token: {
    about: 'A token of fewer than 16 characters can be guessed. `openssl rand -hex 24` makes a good one.',
    bad: 'admin: { address: "127.0.0.1:9901", token: "${SHORT_TOKEN}" }',
    good: 'admin: { address: "127.0.0.1:9901", token: "${ADMIN_TOKEN}" }',
  },
  quickstart_secret: {
    about: 'The key and the token of the quickstart stand in our documentation, so they protect nothing.',
    bad: `listen: { address: "0.0.0.0:8443", tls: { self_signed: true } }\nkeys:\n  a: { hash: "${quickstart}" }`,
    good: `listen: { address: "0.0.0.0:8443", tls: { self_signed: true } }\nkeys:\n  a: { hash: "${own}" }`,
  },
  bad_rate: {
    about:
      'A rate is a whole number and its window: 20/s, 600/min, 5000/h, 20000/day. A budget is an amount and its calendar period in UTC, weeks from Monday: 5 USD/day, 25 USD/week, 100 USD/month; or one for ever: 20 USD/total.',
    bad: 'rate_limits: { default: { requests: 0/min } }',
    good: 'rate_limits: { default: { requests: 600/min, concurrency: 20 } }',
  },
  bad_store: {
    about:
      'The URL of the store is redis:// or rediss:// (with TLS), a host, and as far as needed a user, a password, a port and a number.',
    bad: 'state: { store: redis, redis: { url: "http://127.0.0.1:6379", gateways: 2 } }',
    good: 'state: { store: redis, redis: { url: "rediss://cache.internal:6380", gateways: 2 } }',
  },
  plaintext_backend: {
    about:
      'Over http:// prompts, answers and the credential can be read on the way. On a network that you trust say so with `plaintext: true`.',
    bad: 'backends:\n  local: { url: "http://gpu-1.internal:8000" }',
    good: 'backends:\n  local: { url: "http://gpu-1.internal:8000", plaintext: true }',
  },
  unset_variable: {
    about:
      'A variable that the file refers to is not set, or is empty. `check` only notes it, since secrets are rarely there in CI; `serve` and `check --require-secrets` refuse.',
    bad: 'log: { level: "${UNSET_LOG_LEVEL}" }',
    good: 'log: { level: "${UNSET_LOG_LEVEL:-info}" }',
  },
  secret_file: {
    about:
      'A file that `${file:PATH}` refers to is missing, unreadable, empty, larger than 64 KiB or not UTF-8. Paths are relative to the configuration.',
    bad: 'backends:\n  local: { url: "https://api.example.com", auth: { bearer: "${file:tokne}" } }',
    good: 'backends:\n  local: { url: "https://api.example.com", auth: { bearer: "${file:token}" } }',
  },
  program_secret: {
    about:
      'A program of `programs` that `${program:NAME}` refers to ended with an error, took too long, or printed nothing, more than 64 KiB or what is not UTF-8. What it printed is never told. `check` does not run it and only notes that; with `--run-programs` it does.',
    bad: 'programs: { vault: { command: [/bin/echo, token] } }\nbackends:\n  local: { url: "https://api.example.com", auth: { bearer: "${program:vault}" } }',
    good: 'backends:\n  local: { url: "https://api.example.com", auth: { bearer: "${file:token}" } }',
  },
  bad_hook: {
    about:
      'A hook of `notify` takes messages at an address of its own, over https:// or on this host. One that takes JSON has a `secret` that they are signed with, since nobody could trust them otherwise.',
    bad: 'notify: { hooks: [{ url: "https://hooks.example.com/gateway" }] }',
    good: 'notify: { hooks: [{ url: "https://hooks.example.com/gateway", secret: "${HOOK_SECRET}" }] }',
  },
  bad_reference: {
    about:
      'A reference is `${NAME}`, `${NAME:-default}`, `${file:PATH}` or `${program:NAME}`. A `${` that is meant so is written `$${`.',
    bad: 'x-note: "${log level}"',
    good: 'x-note: "$${log level}"',
  },
  secret_shape: {
    about:
      'A secret that is empty, or has white space or a line break in it, makes every request fail with a message that nobody can make sense of.',
    bad: 'backends:\n  local: { url: "https://api.example.com", auth: { bearer: "Bearer ${OPENAI_API_KEY}" } }',
    good: 'backends:\n  local: { url: "https://api.example.com", auth: { bearer: "${OPENAI_API_KEY}" } }',
  },
  secret_in_clear: {
    about:
      'A secret in the file is in every copy of it: in the repository, in backups, on screens. Take it from the environment or from a file, and keep only hashes of client keys.',
    bad: 'keys:\n  team-a: { secret: our-secret }',
    good: `keys:\n  team-a: { hash: "${own}" }`,
  },
  equal_tokens: {
    about:
      '`admin.read_token` is for those who look, `admin.token` for those who change keys, reload and drain. With one token for both, whoever was given the first has the second.',
    bad: 'admin: { address: "127.0.0.1:9901", token: same-for-both-0123456789, read_token: same-for-both-0123456789 }',
    good: 'admin: { address: "127.0.0.1:9901", token: "${ADMIN_TOKEN}" }',
  },
  secret_file_mode: {
    about: 'A file with a secret or a private key should be readable by its owner and group at most (0640).',
    bad: 'backends:                           # token: -rw-r--r--\n  local: { url: "https://api.example.com", auth: { bearer: "${file:token}" } }',
    good: 'backends:                           # token: -rw-r-----\n  local: { url: "https://api.example.com", auth: { bearer: "${file:token}" } }',
  },
  bad_key_file: {
    about:
      'A key file of a cloud is JSON that says of itself which type it is: of Google `service_account`, `external_account` or `authorized_user`, complete and with a usable private key. A file that turns bad while it is served is a failed renewal, and not a reload that fails.',
    bad: 'backends:\n  local: { url: "https://aiplatform.googleapis.com", auth: { google: { credentials: token } } }',
    good: 'backends:\n  local: { url: "https://aiplatform.googleapis.com", auth: { google: { credentials: vertex.json } } }\n==> vertex.json <==\n{ "type": "authorized_user", "client_id": "id", "client_secret": "s", "refresh_token": "r" }',
  },
  missing_package: {
    about:
      'Credentials that Amazon hands out are looked for by a package of its own. It is optional, and not there where the gateway was installed without optional packages. `check` only notes that it is not there; `serve` and `check --require-secrets` refuse. Keys that stand in the file need none.',
    bad: 'backends:                           # without @aws-sdk/credential-provider-node\n  local: { url: "https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1", auth: { aws: {} } }',
    good: 'backends:                           # with @aws-sdk/credential-provider-node\n  local: { url: "https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1", auth: { aws: {} } }',
  },
  tls_file: {
    about:
      'A certificate or key is not there or can not be read. `check` only notes it, since such files are rarely there in CI; `serve` and `check --require-secrets` refuse.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { cert: missing.crt, key: server.key } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: server.key } }',
  },
  bad_certificate: {
    about: 'The file has no certificate in PEM form, or one that TLS can not use.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.key, key: server.key } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: server.key } }',
  },
  bad_private_key: {
    about:
      'The file has no private key in PEM form, or an encrypted one: nobody can type a passphrase for a service.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: encrypted.key } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: server.key } }',
  },
  key_mismatch: {
    about:
      "The private key belongs to another certificate. The gateway's own certificate comes first in its file.",
    bad: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: other.key } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: server.key } }',
  },
  certificate_expired: {
    about: 'Clients refuse a certificate that has expired or is not valid yet.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { cert: expired.crt, key: expired.key } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: server.key } }',
  },
  certificate_expires_soon: {
    about:
      'A fortnight, or the last fifth of a short life, is left of the certificate. Whatever should have renewed it may not run. A new file is taken up without a restart.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { cert: ending.crt, key: ending.key } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: server.key } }',
  },
  bad_key_set: {
    about:
      'Tokens of an issuer are checked with the keys in this file. It is no key set (JWKS), or no key of it can check a token. A gateway that runs keeps the keys that it has. A file that is not there yet is GW1863.',
    bad: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: ours, audience: llm, jwks: server.crt, rules: [{ when: {}, key: ci }] }',
    good: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "https://a.example.com", audience: llm, jwks: "https://a.example.com/keys", rules: [{ when: {}, key: ci }] }',
  },
  test_failed: {
    about:
      'A request of `tests:` does not go where the file expects. The finding shows how it is routed and the command that asks again.',
    bad: `${oneModel}\ntests:\n  - name: images are understood\n    request: { endpoint: chat_completions, model: fast, tags: [vision] }\n    expect: { deployment: local }`,
    good: `${oneModel}\ntests:\n  - name: nothing here understands images\n    request: { endpoint: chat_completions, model: fast, tags: [vision] }\n    expect: { status: 503, code: "503" }`,
  },
  never_broken: {
    about:
      'A request can reach what an assertion of `never` forbids. The finding shows the shortest one, the outage that it takes and the command that explains it. Mostly a key may use one model too many, or a fallback leads where it should not.',
    bad: `${twoModels}\nkeys:\n  eu-team: { hash: "${own}" }\nnever:\n  - { name: keys of the EU stay there, request: { key: "eu-*" }, reaches: { backend: us } }`,
    good: `${twoModels}\nkeys:\n  eu-team: { hash: "${own}", models: [fast] }\n  us-team: { hash: "${other}" }\nnever:\n  - { name: keys of the EU stay there, request: { key: "eu-*" }, reaches: { backend: us } }`,
  },
  survives_broken: {
    about:
      'So many backends as `survives` names can be down in a way that leaves a request without an answer: nobody is left to ask, or its attempts may all go to what is down. The finding names the fewest that do it. Requests that nobody serves even with nothing down have the finding too.',
    bad: `${oneModel}\nkeys:\n  team: { hash: "${own}" }\nsurvives:\n  - { name: fast survives an outage, request: { model: fast } }`,
    good: `backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }\n      - { backend: other, endpoints: { chat_completions: [] } }\nkeys:\n  team: { hash: "${own}" }\nsurvives:\n  - { name: fast survives an outage, request: { model: fast } }`,
  },
  survives_when_told: {
    about:
      'The assertion holds, and in an outage it rests on deployments that serve the endpoint through another dialect. One that cannot be told in its own what a body says is not asked (`not_translatable` where nobody else is left), and which bodies those are no file says: `tests:` with a `body` and `down`, `explain --body` and `check --client` look at a given one. The finding names the outage in which only such deployments are left.',
    bad: `backends:\n  a: { simulator: {} }\n  b: { simulator: {}, flavor: vllm }\nmodels:\n  fast:\n    deployments:\n      - { backend: a, endpoints: { messages: [] } }\n      - { backend: b, priority: 1, endpoints: { messages: { via: chat_completions } } }\nkeys:\n  team: { hash: "${own}" }\nsurvives:\n  - { name: fast survives an outage, request: { model: fast } }`,
    good: `backends:\n  a: { simulator: {} }\n  b: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: a, endpoints: { messages: [] } }\n      - { backend: b, priority: 1, endpoints: { messages: [] } }\nkeys:\n  team: { hash: "${own}" }\nsurvives:\n  - { name: fast survives an outage, request: { model: fast } }`,
  },
} as const satisfies Readonly<Record<string, Page>>;
