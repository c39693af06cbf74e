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
      'A duration is a whole number with its unit: 250ms, 2s, 5m, 1h, 90d. A bare number has no unit. Each field has bounds of its own.',
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
      'An address to listen on is host:port; an IPv6 address is in brackets. The public and the admin listener need different ones.',
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
      'The URL of a backend is https:// or http:// and a host, with an optional port and path. User and password, query and fragment would get lost or end up in logs. Put credentials into `auth`.',
    bad: 'backends:\n  local: { url: "https://api.example.com/v1?key=abc" }',
    good: 'backends:\n  local: { url: "https://api.example.com/v1", auth: { bearer: "${OPENAI_API_KEY}" } }',
  },
  bad_issuer: {
    about:
      'A server that can answer in place of an issuer can make tokens for all keys of that issuer. So `issuer`, `jwks` and `resource` are https:// (http:// only on this host), without a user, a fragment or an address at which a cloud hands out credentials. An `issuer` that is no URL needs a `jwks`.',
    bad: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "http://a.example.com", audience: llm, rules: [{ when: {}, key: ci }] }',
    good: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "https://a.example.com", audience: llm, rules: [{ when: {}, key: ci }] }',
  },
  bad_client_certificate: {
    about:
      'If the gateway ends TLS itself, `client_ca` makes it ask clients for certificates. If a balancer ends it (`terminated_by`), the balancer passes the certificate in a header. The fields of the other case do nothing, and a header without balancers would let any client claim a certificate.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true, client_certificate_header: Client-Cert } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { self_signed: true, client_ca: server.crt } }\nkeys:\n  a: { certificate: { san: search.example.com } }',
  },
  bad_endpoint: {
    about:
      'An endpoint of your own has a path that the gateway does not answer already, names the place of the model in requests, and reads its usage from places in the answer. This finding reports settings that contradict each other, such as a body for GET or units without a place.',
    bad: 'endpoints: { ocr: { path: /v1/models } }',
    good: 'endpoints: { ocr: { path: /v1/ocr, model: { in: body, field: model } } }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { ocr: [] } }',
  },
  unbounded_client_secrets: {
    about:
      'A key may have client secrets made for realtime, and has a budget, of its own, of its end users or of a group. The holder of such a secret opens sessions at the vendor itself, with any model of the account: the budget could not bound that.',
    bad: `keys:\n  web: { hash: "${own}", client_secrets: allow, rate_limit: { budget: 10 USD/day } }`,
    good: `keys:\n  web: { hash: "${own}", client_secrets: allow }`,
  },
  unknown_endpoint: {
    about:
      'These settings have a name that is no endpoint of the gateway, and no `path` that would make it one of your own. Mostly the name is misspelled.',
    bad: 'endpoints: { moderation: { default_model: fast } }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { moderations: [] } }',
    good: 'endpoints: { moderations: { default_model: fast } }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { moderations: [] } }',
  },
  unused_spill: {
    about:
      "`spill` bounds the requests in flight at a session's place, relative to the mean. Without `balance: sticky` sessions have no place.",
    bad: 'models:\n  fast:\n    spill: 1.5\n    deployments: [{ backend: local, endpoints: { chat_completions: [] } }]',
    good: 'models:\n  fast:\n    balance: sticky\n    spill: 1.5\n    deployments: [{ backend: local, endpoints: { chat_completions: [] } }]',
  },
  bad_replicas: {
    about:
      'The equal servers of a backend come from a look-up of the name in `url` (`dns`), or from a list of URLs that are hosts alone. The gateway itself looks the name up, so `dns` does not work with an address, with the simulator, or behind a proxy, which looks names up itself. A server that is listed twice would get twice its share.',
    bad: 'backends:\n  local: { url: "http://127.0.0.1:8000", replicas: { dns: 10s } }',
    good: 'backends:\n  local: { url: "http://127.0.0.1:8000", replicas: ["http://127.0.0.1:8000", "http://127.0.0.1:8001"] }',
  },
  stored_on_replicas: {
    about:
      'Each server keeps stored objects, such as responses that the next turn continues, for itself: the other servers do not know them. So a backend with several servers may keep no objects of `stateful.endpoints`.',
    bad: 'backends:\n  local: { url: "http://127.0.0.1:8000", replicas: ["http://127.0.0.1:8000", "http://127.0.0.1:8001"] }\nstateful: { ids: signed, endpoints: [files], default: { files: local } }',
    good: 'backends:\n  local: { url: "http://127.0.0.1:8000" }\nstateful: { ids: signed, endpoints: [files], default: { files: local } }',
  },
  bad_stateful: {
    about:
      'The settings of `stateful` have to agree. Ids are signed or plain, for the listed endpoints, each of which has a backend for new objects. Plain ids are for one backend and one owner, as they do not name their owner. Several gateways need one `state.ids.secret`.',
    bad: 'stateful: { ids: signed }',
    good: 'stateful: { ids: signed, endpoints: [conversations], default: { conversations: local } }',
  },
  bad_auth: {
    about:
      'Fields of one form of `auth` belong together: a client proves its identity in one way, an exchange needs the token that it exchanges, and a field about another field is useless without that one.',
    bad: 'backends:\n  local:\n    url: https://llm.example.com\n    auth: { oauth2: { token_url: "https://login.example.com/token", client_id: gateway } }',
    good: 'backends:\n  local:\n    url: https://llm.example.com\n    auth: { oauth2: { token_url: "https://login.example.com/token", client_id: gateway, client_secret: "${OPENAI_API_KEY}" } }',
  },
  bad_program: {
    about:
      'Name a program that prints a token by its absolute path: neither a shell nor PATH looks for it. The program has to exist, and this user needs the right to run it; `check` only notes a missing one.',
    bad: 'backends:\n  local: { url: "https://llm.example.com", auth: { exec: { command: [mint-token, --audience, llm] } } }',
    good: 'backends:\n  local: { url: "https://llm.example.com", auth: { exec: { command: [/bin/echo, token] } } }',
  },
  bad_edit: {
    about:
      'With `request` a backend removes fields of bodies, sets them, or adds absent ones. The fields that the gateway routes and counts by stay: `model`, `models`, `tags`, `stream` and `stream_options`; `n` and `best_of` can only be set to 1. A value is JSON of up to 4 KiB, and no secret. Name each field once.',
    bad: 'backends:\n  local: { url: "https://api.example.com", request: { set: { stream: false } } }',
    good: 'backends:\n  local: { url: "https://api.example.com", request: { remove: [context_management], default: { temperature: 0.2 } } }',
  },
  bad_price: {
    about:
      'Fields of a `price` contradict each other: `per_minute` and `per_second` are one price in two units, so one of them is enough.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { per_minute: 0.006, per_second: 0.0001 }, endpoints: { chat_completions: [] } }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { per_minute: 0.006 }, endpoints: { chat_completions: [] } }',
  },
  bad_price_test: {
    about:
      'A test asks for a `cost` without a usage, or has `usage` beside fields of requests. One entry of `tests:` is about the destination of a request, or about a cost.',
    bad: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 1, output: 2 }, endpoints: { chat_completions: [] } }\ntests:\n  - name: answers are cheap\n    request: { endpoint: chat_completions, model: fast }\n    expect: { cost: 0.0012 USD }',
    good: 'models:\n  fast:\n    deployments:\n      - { backend: local, price: { input: 1, output: 2 }, endpoints: { chat_completions: [] } }\ntests:\n  - name: answers are cheap\n    usage: { deployment: fast/local, input: 1000, output: 100 }\n    expect: { cost: 0.0012 USD }',
  },
  bad_price_list: {
    about:
      'The file in `catalogue.file` is no price list, or has an impossible value. Prices are US dollars for a million tokens, as plain numbers; models are named VENDOR/ID. Lists of other programs have prices for one token, or other names.',
    bad: 'catalogue: { file: prices.json }\n==> prices.json <==\n{ "date": "2026-01-31", "models": { "openai/gpt-5": { "price": { "input": 0.00000125, "output": "$10" } } } }',
    good: 'catalogue: { file: prices.json }\n==> prices.json <==\n{ "date": "2026-01-31", "models": { "openai/gpt-5": { "price": { "input": 1.25, "output": 10 } } } }',
  },
  bad_query: {
    about:
      "Parameters of `query` are part of every request's URL, and servers on the way may log it. A value from a variable or a file is a secret, and so is a parameter with a credential's name: put both into a header, with `auth`. Names are the same in upper and lower case.",
    bad: 'backends:\n  local: { url: "https://api.example.com", query: { api_key: abc } }',
    good: 'backends:\n  local: { url: "https://api.example.com", query: { api-version: "2025-04-01-preview" }, auth: { header: api-key, value: "${OPENAI_API_KEY}" } }',
  },
  metadata_address: {
    about:
      'Clouds hand out the credentials of the machine at link-local addresses. A gateway that sends requests there gives these credentials to its clients.',
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
      'The gateway sets headers that frame a message or belong to the connection, and `auth` sets its own.',
    bad: 'backends:\n  local: { url: "https://api.example.com", headers: { Host: other.example.com } }',
    good: 'backends:\n  local: { url: "https://api.example.com", headers: { X-Team: platform } }',
  },
  admin_needs_tls: {
    about: 'Off loopback, the token and the data of the admin listener would travel in clear.',
    bad: 'admin: { address: "0.0.0.0:9901", token: "${ADMIN_TOKEN}" }',
    good: 'admin: { address: "0.0.0.0:9901", token: "${ADMIN_TOKEN}", tls: { self_signed: true } }',
  },
  bad_guard: {
    about:
      'The `form` of a guard decides which fields it needs: a service has a `url`, `form: chat` a `model` of the file with a `prompt`, `form: bedrock` a `guardrail`. A field of another form has no effect here, although it looks effective.',
    bad: 'guards:\n  dlp: { form: agentgateway, unseen: refuse }',
    good: 'guards:\n  dlp: { form: agentgateway, url: "https://dlp.example.com", unseen: refuse }',
  },
  bad_content_log: {
    about:
      'Contents are kept in one place: `file`, `s3` or `otlp`. `headers` are for a collector, and `on_full: refuse`, which keeps everything, excludes `sample`.',
    bad: 'content_log: { file: /var/lib/gateway/contents, keys: ["*"], on_full: refuse, sample: 0.5 }',
    good: 'content_log: { file: /var/lib/gateway/contents, keys: ["*"], on_full: refuse }',
  },
  bad_sign_in: {
    about:
      "An OpenID provider sends browsers back to the dashboard's URL. Off loopback, and behind a proxy, `url` has to name that URL. Sign-in does not work without the scope `openid`.",
    bad: 'admin:\n  address: "0.0.0.0:9901"\n  tls: { self_signed: true }\n  oidc: { issuer: "https://login.example.com", client_id: gateway, client_secret: "${ADMIN_TOKEN}", roles: { admin: { groups: platform } } }',
    good: 'admin:\n  address: "0.0.0.0:9901"\n  tls: { self_signed: true }\n  oidc: { issuer: "https://login.example.com", client_id: gateway, client_secret: "${ADMIN_TOKEN}", url: "https://gateway.example.com:9901", roles: { admin: { groups: platform } } }',
  },
  short_token: {
    about: 'A token of fewer than 16 characters can be guessed. `openssl rand -hex 24` makes a good one.',
    bad: 'admin: { address: "127.0.0.1:9901", token: "${SHORT_TOKEN}" }',
    good: 'admin: { address: "127.0.0.1:9901", token: "${ADMIN_TOKEN}" }',
  },
  quickstart_secret: {
    about: 'Our documentation prints the key and the token of the quickstart, so they protect nothing.',
    bad: `listen: { address: "0.0.0.0:8443", tls: { self_signed: true } }\nkeys:\n  a: { hash: "${quickstart}" }`,
    good: `listen: { address: "0.0.0.0:8443", tls: { self_signed: true } }\nkeys:\n  a: { hash: "${own}" }`,
  },
  bad_rate: {
    about:
      'A rate is a whole number and its window: 20/s, 600/min, 5000/h, 20000/day. A budget is an amount and its calendar period in UTC, weeks from Monday: 5 USD/day, 25 USD/week, 100 USD/month; or one without an end: 20 USD/total.',
    bad: 'rate_limits: { default: { requests: 0/min } }',
    good: 'rate_limits: { default: { requests: 600/min, concurrency: 20 } }',
  },
  bad_store: {
    about:
      'The URL of the store is redis:// or rediss:// (with TLS) and a host, with an optional user, password, port and number.',
    bad: 'state: { store: redis, redis: { url: "http://127.0.0.1:6379", gateways: 2 } }',
    good: 'state: { store: redis, redis: { url: "rediss://cache.internal:6380", gateways: 2 } }',
  },
  plaintext_backend: {
    about:
      'Over http:// others can read prompts, answers and the credential on the way. On a network that you trust, set `plaintext: true`.',
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
      'A file of `${file:PATH}` is missing, unreadable, empty, larger than 64 KiB or not UTF-8. Paths are relative to the configuration.',
    bad: 'backends:\n  local: { url: "https://api.example.com", auth: { bearer: "${file:tokne}" } }',
    good: 'backends:\n  local: { url: "https://api.example.com", auth: { bearer: "${file:token}" } }',
  },
  program_secret: {
    about:
      'A program of `programs` for `${program:NAME}` ended with an error, took too long, or printed nothing, more than 64 KiB or bytes that are not UTF-8. Its output is never shown. `check` does not run it and only notes that; with `--run-programs` it does.',
    bad: 'programs: { vault: { command: [/bin/echo, token] } }\nbackends:\n  local: { url: "https://api.example.com", auth: { bearer: "${program:vault}" } }',
    good: 'backends:\n  local: { url: "https://api.example.com", auth: { bearer: "${file:token}" } }',
  },
  bad_hook: {
    about:
      'A hook of `notify` takes messages at an address of its own, over https:// or on this host. A JSON hook has a `secret` that signs them, since nobody could trust them otherwise.',
    bad: 'notify: { hooks: [{ url: "https://hooks.example.com/gateway" }] }',
    good: 'notify: { hooks: [{ url: "https://hooks.example.com/gateway", secret: "${HOOK_SECRET}" }] }',
  },
  bad_reference: {
    about:
      'A reference is `${NAME}`, `${NAME:-default}`, `${file:PATH}` or `${program:NAME}`. Write a literal `${` as `$${`.',
    bad: 'x-note: "${log level}"',
    good: 'x-note: "$${log level}"',
  },
  secret_shape: {
    about:
      'A secret that is empty, or has white space or a line break in it, makes every request fail with a puzzling message.',
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
      '`admin.read_token` is for readers, `admin.token` for users who change keys, reload and drain. With one token for both, every reader has the rights of the second.',
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
      'A key file of a cloud is JSON that names its type: for Google `service_account`, `external_account` or `authorized_user`, complete and with a usable private key. A file that becomes faulty while it is served causes a failed renewal, not a failed reload.',
    bad: 'backends:\n  local: { url: "https://aiplatform.googleapis.com", auth: { google: { credentials: token } } }',
    good: 'backends:\n  local: { url: "https://aiplatform.googleapis.com", auth: { google: { credentials: vertex.json } } }\n==> vertex.json <==\n{ "type": "authorized_user", "client_id": "id", "client_secret": "s", "refresh_token": "r" }',
  },
  missing_package: {
    about:
      "An optional package of Amazon's finds the credentials that Amazon hands out. It is missing if the gateway was installed without optional packages. `check` only notes that; `serve` and `check --require-secrets` refuse. Keys in the file do not need the package.",
    bad: 'backends:                           # without @aws-sdk/credential-provider-node\n  local: { url: "https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1", auth: { aws: {} } }',
    good: 'backends:                           # with @aws-sdk/credential-provider-node\n  local: { url: "https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1", auth: { aws: {} } }',
  },
  tls_file: {
    about:
      'A certificate or key is missing or unreadable. `check` only notes it, since such files are rarely there in CI; `serve` and `check --require-secrets` refuse.',
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
      'The certificate expires within a fortnight, or within the last fifth of a short life. Its renewal may not be running. The gateway takes up a new file without a restart.',
    bad: 'listen: { address: "127.0.0.1:8443", tls: { cert: ending.crt, key: ending.key } }',
    good: 'listen: { address: "127.0.0.1:8443", tls: { cert: server.crt, key: server.key } }',
  },
  bad_key_set: {
    about:
      'The keys in this file verify the tokens of an issuer. It is no key set (JWKS), or none of its keys can verify a token. A running gateway keeps its present keys. A file that is not there yet is GW1863.',
    bad: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: ours, audience: llm, jwks: server.crt, rules: [{ when: {}, key: ci }] }',
    good: 'keys: { ci: {} }\nidentity:\n  issuers:\n    a: { issuer: "https://a.example.com", audience: llm, jwks: "https://a.example.com/keys", rules: [{ when: {}, key: ci }] }',
  },
  test_failed: {
    about:
      'A request of `tests:` goes to another deployment than the file expects. The finding shows the routing and the command that asks again.',
    bad: `${oneModel}\ntests:\n  - name: images are understood\n    request: { endpoint: chat_completions, model: fast, tags: [vision] }\n    expect: { deployment: local }`,
    good: `${oneModel}\ntests:\n  - name: nothing here understands images\n    request: { endpoint: chat_completions, model: fast, tags: [vision] }\n    expect: { status: 503, code: "503" }`,
  },
  never_broken: {
    about:
      'A request can reach something that an assertion of `never` forbids. The finding shows the shortest one, the outage that it takes and the command that explains it. Mostly a key may use one model too many, or a fallback leads to a forbidden deployment.',
    bad: `${twoModels}\nkeys:\n  eu-team: { hash: "${own}" }\nnever:\n  - { name: keys of the EU stay there, request: { key: "eu-*" }, reaches: { backend: us } }`,
    good: `${twoModels}\nkeys:\n  eu-team: { hash: "${own}", models: [fast] }\n  us-team: { hash: "${other}" }\nnever:\n  - { name: keys of the EU stay there, request: { key: "eu-*" }, reaches: { backend: us } }`,
  },
  survives_broken: {
    about:
      'If as many backends as `survives` names are down, a request can be left without an answer: no deployment is left, or all attempts may go to those that are down. The finding names the fewest that do it. A request that no deployment serves, even with nothing down, has the finding too.',
    bad: `${oneModel}\nkeys:\n  team: { hash: "${own}" }\nsurvives:\n  - { name: fast survives an outage, request: { model: fast } }`,
    good: `backends:\n  local: { simulator: {} }\n  other: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }\n      - { backend: other, endpoints: { chat_completions: [] } }\nkeys:\n  team: { hash: "${own}" }\nsurvives:\n  - { name: fast survives an outage, request: { model: fast } }`,
  },
  survives_when_told: {
    about:
      "The assertion holds, but in an outage it depends on deployments that serve the endpoint through another dialect. Such a deployment is not asked if its dialect can't say the body (`not_translatable` if no other is left), and no file tells which bodies those are. `tests:` with a `body` and `down`, `explain --body` and `check --client` try a given one. The finding names the outage in which only such deployments are left.",
    bad: `backends:\n  a: { simulator: {} }\n  b: { simulator: {}, flavor: vllm }\nmodels:\n  fast:\n    deployments:\n      - { backend: a, endpoints: { messages: [] } }\n      - { backend: b, priority: 1, endpoints: { messages: { via: chat_completions } } }\nkeys:\n  team: { hash: "${own}" }\nsurvives:\n  - { name: fast survives an outage, request: { model: fast } }`,
    good: `backends:\n  a: { simulator: {} }\n  b: { simulator: {} }\nmodels:\n  fast:\n    deployments:\n      - { backend: a, endpoints: { messages: [] } }\n      - { backend: b, priority: 1, endpoints: { messages: [] } }\nkeys:\n  team: { hash: "${own}" }\nsurvives:\n  - { name: fast survives an outage, request: { model: fast } }`,
  },
} as const satisfies Readonly<Record<string, Page>>;
