import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { gateway } from '../cli/recorder.ts';
import { copyFixtures, fixtureEnv } from './fixtures.ts';
import { followed } from './follow-hint.ts';

type Edits = readonly (readonly [before: string | RegExp, after: string])[];

/** SHA-256 of no secret that is in use. */
const hash = `sha256:${'5f'.repeat(32)}`;
/** 32 bytes, as `openssl rand -base64 32` prints them. */
const secret = Buffer.alloc(32, 7).toString('base64');

/** Hints that leave a choice or say it in words: what they come to in the file of this name. */
const byHand: Readonly<Record<string, Edits>> = {
  'own-endpoint-taken-path.yaml': [['/v1/models/ocr', '/v1/ocr']],
  'own-endpoint-path-of-objects.yaml': [['"/v1/files/{id}"', '/v1/ocr']],
  'own-endpoint-health-path.yaml': [['path: /healthz }\nb', 'path: /v1/ocr }\nb']],
  'own-endpoint-twice.yaml': [['/v1/ocr/now', '/v1/scan']],
  'own-endpoint-name.yaml': [['messages: { path', 'scan: { path']],
  'own-endpoint-hides.yaml': [
    ['rerank: { path', 'order: { path'],
    ['rerank: []', 'order: []'],
    ['[rerank,', '[order,'],
  ],
  'admin-equal-tokens.yaml': [[', read_token: "${file:../secrets/token}"', '']],
  'certificate-expired.yaml': [
    ['expired.crt', 'server.crt'],
    ['expired.key', 'server.key'],
  ],
  'certificate-not-yet-valid.yaml': [
    ['future.crt', 'server.crt'],
    ['future.key', 'server.key'],
  ],
  'forward-answer-headers-refused.yaml': [['Set-Cookie, "x-*", ', '']],
  'stateful-short-owners-over.yaml': [[', short_owners_until: 2020-01-01', '']],
  'endpoint-idle.yaml': [
    ['sort: []', 'sort: [], order: []'],
    ['5f2c" }', '5f2c", endpoints: [chat_completions, order, sort] }'],
  ],
  'caches-cold.yaml': [['  fast:\n', '  fast:\n    balance: sticky\n    spill: 1.5\n']],
  'replicas-scattered.yaml': [['balance: least_busy', 'balance: sticky']],
  'replicas-stored.yaml': [['stateful: { ids: signed, endpoints: [responses] }\n', '']],
  'replicas.yaml': [
    ['http://127.0.0.1:8000', 'https://z.example.com'],
    ['proxy: "http://proxy.example.com:3128", ', ''],
    ['dns: 2h', 'dns: 1h'],
    ['"https://b.example.com:443", ', ''],
    ['/other', ''],
    ['["b.example.com", "http://d.example.com"]', '["https://b.example.com", "https://d.example.com"]'],
    [', load: vllm, replicas: ["https://b.example.com"] }\n  none', ' }\n  none'],
    [', replicas: []', ''],
  ],
  'guards-at-odds.yaml': [
    ['agentgateway, unseen', 'agentgateway, url: "https://guards.internal", unseen'],
    ['project: one, refuse_if: bad, ', ''],
    [
      'version: latest',
      'version: DRAFT, guardrail: gr4b2c5d6e7f, auth: { aws: { access_key: "${SET}", secret_key: "${SET}" } }',
    ],
    [', on_mask: apply', ''],
    ['overlap: 80', 'overlap: 20'],
    [
      'url: "https://guards.internal", model: vectors, prompt: "Is it safe?", refuse_if: safe',
      'model: fast, prompt: "Is it safe? {text}", refuse_if: unsafe',
    ],
    ['groups: [nobody], models: [fats]', 'models: [fast]'],
  ],
  'mcp-at-odds.yaml': [
    ['/v1/models', '/tools'],
    ['8080/mcp" }', '8080/mcp", private: true }'],
    ['mcp.internal/mcp" }', 'mcp.internal/mcp", private: true }'],
    ['http://mcp.example.com', 'https://mcp.example.com'],
  ],
  'mcp-audience.yaml': [['audience: "https://llm.example.com", ', '']],
  'mcp-health-path.yaml': [['path: /tools,', 'path: /mcp,']],
  'mcp-issuer.yaml': [
    [
      'audience: "https://llm.example.com/v1"',
      'audience: ["https://llm.example.com/v1", "https://llm.example.com/mcp"]',
    ],
  ],
  'mcp-none.yaml': [['{ path: /tools/ }', '{ path: /tools, servers: { a: { simulator: true } } }']],
  'mcp-server.yaml': [
    ['simulator: false', 'simulator: true'],
    [', command: npx', ''],
  ],
  'tool-patterns.yaml': [
    ['[get_issue, "GitHub/get_*"]', '["github/get_*"]'],
    ['["github/prompt:", "github/get issue"]', '["github/*"]'],
    ['["${SET}"]', '["github/*"]'],
  ],
  'tools-asserted.yaml': [
    [', backend: local', ''],
    [', model: fast, tags: [vision] }, reaches', ' }, reaches'],
    ['tool: "gitlab/*"', 'tool: "github/*"'],
    ['tool: "${SET}"', 'tool: "github/get"'],
    ['tool: githup/get', 'tool: github/get'],
    [
      ', model: fast, tags: [vision] }, down: [local], expect: { tool: denied, status: 200 }',
      ' }, expect: { tool: denied }',
    ],
    ['{ tool: github/get }, expect: { status: 200 }', '{ tool: github/get }, expect: { tool: allowed }'],
  ],
  'tools-unpriced.yaml': [
    [
      'search: { url: "https://mcp.example.com/mcp" }',
      'search: { url: "https://mcp.example.com/mcp", price: { per_request: 0 } }',
    ],
    ['rate_limit: { requests: 0/min } }', 'rate_limit: { requests: 1/min }, price: { per_request: 0 } }'],
  ],
  'tools-unused.yaml': [
    [', sessions: shared', ''],
    ['    forgotten: { simulator: true }\n', ''],
    [', "gitlab/*"', ''],
    [', "github/delete_*"', ''],
  ],
  'idle-guard.yaml': [
    ['"eu-*"', '"us-*"'],
    [', "gpt-*"', ''],
  ],
  'spill-unused.yaml': [['balance: weighted', 'balance: sticky']],
  'embeddings-unlike.yaml': [['  mixed:\n', '  mixed:\n    balance: sticky\n']],
  'own-endpoint-without-path.yaml': [['{ default_model: fast }', '{ path: /v1/ocr }']],
  'own-endpoint-fields-of-own.yaml': [['failover: full', 'default_model: fast']],
  'own-endpoint-get-with-body.yaml': [['[GET, POST]', '[GET], body: none, model: { in: query }']],
  'own-endpoint-model-nowhere.yaml': [['body: streamed', 'body: streamed, model: { in: query }']],
  'own-endpoint-model-in-body.yaml': [['in: body', 'in: form']],
  'own-endpoint-header.yaml': [['field: authorization', 'field: x-model']],
  'own-endpoint-without-backend.yaml': [['{ in: none }', '{ in: none }, backends: [local]']],
  'own-endpoint-events.yaml': [[', events: { terminal: end }', '']],
  'own-endpoint-estimate.yaml': [[', estimate: { pages: 1 }', '']],
  'own-endpoint-max-body.yaml': [['max_body: 1GiB', 'max_body: 1MiB']],
  'own-endpoint-not-deployed.yaml': [[', jobs: []', '']],
  'own-endpoint-granted.yaml': [['[ocrr]', '[ocr]']],
  'own-endpoint-unpriced.yaml': [['backends: [local] }', 'backends: [local], price: { per_request: 0 } }']],
  'capacity-with-budget.yaml': [[', budget: 5 USD/day', '']],
  'issuer-key-set-file.yaml': [['no-such-keys.json', 'https://login.example.com/keys']],
  'issuer-key-set-of-something-else.yaml': [
    ['../secrets/google-user.json', 'https://login.example.com/keys'],
  ],
  'catalogue-denies.yaml': [['deepseek/deepseek-chat', 'openai/gpt-5']],
  'catalogue-nothing-near.yaml': [['zzzzzzzzzzzzzzzz', 'gpt-5']],
  'catalogue-price-far-off.yaml': [['price: { input: 1.9, cached_input: 0, output: 4 }, ', '']],
  'catalogue-stale.yaml': [['24h', '3650d']],
  'catalogue-unpriced.yaml': [['price: { input: 0.25 }', 'price: { input: 0.25, output: 1 }']],
  'address-ipv6-without-brackets.yaml': [['::1:8443', '[::1]:8443']],
  'address-without-port.yaml': [['127.0.0.1,', '127.0.0.1:8443,']],
  'admin-off-loopback.yaml': [['0.0.0.0', '127.0.0.1']],
  'admin-short-token.yaml': [['${SHORT}', 'f0'.repeat(24)]],
  'auth-aws-header.yaml': [['header: authorization, ', '']],
  'auth-aws-no-region.yaml': [['aws: {', 'aws: { region: eu-central-1,']],
  'auth-azure-api-key.yaml': [['header: api-key, ', '']],
  'auth-azure-managed-and-tenant.yaml': [[', tenant: contoso.example', '']],
  'auth-azure-without-tenant.yaml': [['azure: {', 'azure: { tenant: contoso.example, client_id: some-id,']],
  'auth-exec-in-one-item.yaml': [['"/bin/echo token"', '/bin/echo, token']],
  'auth-exec-in-one-text.yaml': [['/bin/echo token', '[/bin/echo, token]']],
  'auth-exec-relative.yaml': [['./mint-token', '/bin/echo']],
  'auth-google-executable.yaml': [
    ['google: { credentials: ../secrets/google-executable.json }', 'exec: { command: [/bin/echo, token] }'],
  ],
  'auth-google-quota-header.yaml': [
    ['google: {} }', 'google: { quota_project: billed } }'],
    [/^ {4}headers.*\n/m, ''],
  ],
  'auth-google-key-none.yaml': [['secrets/token', 'secrets/google-user.json']],
  'auth-oauth2-idle.yaml': [[', alg: ES256', '']],
  'auth-oauth2-no-proof.yaml': [['client_id: gateway', 'client_id: gateway, client_secret: "${NAME}"']],
  'tls-self-signed-false.yaml': [['{ self_signed: false }', '{}']],
  'azure-version-on-v1.yaml': [['{ api-version: "2024-10-21" }', '{}']],
  'auth-access-token.yaml': [['bearer: "${ACCESS_TOKEN}"', 'google: {}']],
  'auth-header-without-prefix.yaml': [['x-api-key', 'x-api-key, prefix: ""']],
  'auth-mounted-token.yaml': [
    ['bearer: "${file:/var/run/secrets/tokens/llm}"', 'file: /var/run/secrets/tokens/llm'],
  ],
  'auth-session-token.yaml': [[/aws: \{.*\} \}/, 'aws: {} }']],
  'bearer-word-twice.yaml': [['Bearer ', '']],
  'budget-per-model-unpriced.yaml': [['backend: local,', 'backend: local, price: { input: 0, output: 0 },']],
  'budget-behind-a-wildcard.yaml': [['backend: local,', 'backend: local, price: { input: 0, output: 0 },']],
  'budget-in-another-unit.yaml': [['price: { per_image: 0.04 }', 'price: { input: 0, output: 0 }']],
  'group-budget-unpriced.yaml': [['backend: local,', 'backend: local, price: { input: 0, output: 0 },']],
  'budget-unpriced.yaml': [['backend: local,', 'backend: local, price: { input: 0, output: 0 },']],
  'end-users-long-budget.yaml': [['5 USD/month', '1 USD/day']],
  'issuer-rule-each-budget.yaml': [['5 USD/month', '1 USD/day']],
  'issuer-rule-each-unlimited.yaml': [['people: {}', 'people: { rate_limit: { requests: 20/min } }']],
  'issuer-rule-each-budget-in-memory.yaml': [
    [/$/, 'state: { store: redis, redis: { url: "redis://127.0.0.1:6379", gateways: 1 } }\n'],
  ],
  'end-users-budget-in-memory.yaml': [
    [/$/, 'state: { store: redis, redis: { url: "redis://127.0.0.1:6379", gateways: 1 } }\n'],
  ],
  'unused-group.yaml': [['keys:\n  a: {', 'keys:\n  a: { group: research,']],
  'group-within-itself.yaml': [['research: { group: company }', 'research: {}']],
  'client-key-of-another.yaml': [['other.key', 'server.key']],
  'empty-backends.yaml': [['{}', '{ local: { simulator: {} } }']],
  'empty-file.yaml': [[/$/, 'version: 1\n']],
  'encoding-bom-inside.yaml': [['\ufeff', '']],
  'encoding-control-character.yaml': [['\x07', '']],
  'encoding-invalid-utf8.yaml': [['\ufffd', 'u']],
  'encoding-nul.yaml': [['\0', '']],
  'fallback-not-allowed.yaml': [['models: [fast]', 'models: [fast, slow]']],
  'fallback-twice.yaml': [['[other, other]', '[other]']],
  'generic-tag-trap.yaml': [['[vision]', '[vision, web_search]']],
  'hash-malformed-in-list.yaml': [['md5:5f2c', hash]],
  'hash-malformed.yaml': [['sha256:5f2c }', `${hash} }`]],
  'default-model-not-served.yaml': [['chat_completions: []', 'moderations: []']],
  'base64-of-chat.yaml': [['chat_completions: [base64]', 'chat_completions: [], embeddings: [base64]']],
  'header-twice.yaml': [['x-team: b', 'x-group: b']],
  'ids-differ-in-case.yaml': [['id: A', 'id: other']],
  'include-itself.yaml': [['["include-its*.yaml"]', '[]']],
  'include-keys-file.yaml': [['[../keys/keys.yaml]', '[]']],
  'include-star-in-folder.yaml': [['"../*/team.yaml"', '../included/team.yaml']],
  'queue-of-nothing.yaml': [['queue: { wait: 30s }', '']],
  'rate-wait-without-concurrency.yaml': [['requests: 5/s,', 'requests: 5/s, concurrency: 5,']],
  'include-without-files.yaml': [['"nothing/*.yaml"', '']],
  'integer-from-reference.yaml': [['${SET}', '100']],
  'key-expired.yaml': [['2020', '2099']],
  'key-in-clear.yaml': [['sk-0123456789', '"${NAME}"']],
  'key-matches-nothing.yaml': [['gtp-*', '*']],
  'key-tags-scope.yaml': [['chat:', 'chat_completions:']],
  'list-backends.yaml': [[/\[.*\]/, '{ local: { simulator: {} } }']],
  'map-for-a-list.yaml': [[/ {6}backend: local\n {6}endpoints/, '      - backend: local\n        endpoints']],
  'missing-endpoints.yaml': [
    ['backend: local }', 'backend: local, endpoints: { chat_completions: [streaming] } }'],
  ],
  'missing-version.yaml': [['listen:', 'version: 1\nlisten:']],
  'never-chosen-deployment.yaml': [
    ['endpoints: [chat_completions]', 'endpoints: [chat_completions, messages]'],
  ],
  'never-chosen-model.yaml': [['models: [fast]', 'models: [fast, slow]']],
  'no-endpoints.yaml': [['endpoints: {}', 'endpoints: { chat_completions: [] }']],
  'path-is-a-url.yaml': [['https://b.example/', '/']],
  'private-key-encrypted.yaml': [['encrypted.key', 'server.key']],
  'private-key-of-another.yaml': [['other.key', 'server.key']],
  'query-of-backend.yaml': [
    ['      api_key: geheim\n', ''],
    ['      user: "${SET}"\n', ''],
    ['      Version: "2"\n', ''],
  ],
  'quickstart-key.yaml': [['0.0.0.0', '127.0.0.1']],
  'reference-malformed.yaml': [['${my-key}', '${NAME}']],
  'reference-nested.yaml': [['${A:-${SET}}', '${NAME}']],
  'reference-open.yaml': [['"${SET"', '"${NAME}"']],
  'same-backend-twice.yaml': [['local, endpoints: { responses', 'local, id: other, endpoints: { responses']],
  'scoped-capability.yaml': [
    ['capabilities: ["messages:vision"], endpoints: { messages: [] }', 'endpoints: { messages: [vision] }'],
  ],
  'secret-in-clear-as-default.yaml': [['"${UNSET:-sk-0123456789}"', '"${NAME}"']],
  'secret-in-clear.yaml': [['sk-0123456789', '"${NAME}"']],
  'store-without-gateways.yaml': [['6379"', '6379", gateways: 2']],
  'terminated-by-anybody.yaml': [
    ['      - 0.0.0.0/0\n', ''],
    ['      - "::/0"\n', ''],
  ],
  'add-headers-refused.yaml': [
    ['      User-Agent: [a]\n', ''],
    ['      X-Some: [b]\n', ''],
    ['"a,b"', 'a, b'],
    ['      X-Set: [a]\n', ''],
  ],
  'wire-with-headers.yaml': [
    ['    headers: { Anthropic-Version: "2023-06-01" }\n', ''],
    ['default_headers: { anthropic-beta: a }', 'add_headers: { anthropic-beta: [a] }'],
  ],
  // The field that was meant is there already.
  'keys-file-missing.yaml': [['keys_file: nowhere.yaml\n', '']],
  'sign-in-secret-in-clear.yaml': [['canary-of-the-file', '"${NAME}"']],
  'sign-in-without-openid.yaml': [['[email]', '[email, openid]']],
  'sign-in-without-url.yaml': [['client_id: g', 'client_id: g, url: "https://gateway.example.com:9901"']],
  'admin-without-token.yaml': [['"127.0.0.1:9901"', '"127.0.0.1:9901", read_token: "${NAME}"']],
  'own-address.yaml': [['https://localhost:8443', 'https://models.example.com']],
  'unknown-field.yaml': [[/\nlistne:.*/, '']],
  'keys-are-a-list.yaml': [[/keys: \[.*\]/, 'keys: { a: { secret: "${NAME}" } }']],
  'price-minutes-and-seconds.yaml': [[', per_second: 0.0001', '']],
  'test-of-a-price-and-a-request.yaml': [
    [
      'request: { endpoint: chat_completions, model: fast }',
      'usage: { deployment: fast/local, input: 1000, output: 100 }',
    ],
  ],
  'store-redis-unused.yaml': [[/state: .*/, 'state: {}']],
  'test-without-model.yaml': [['endpoint: messages }', 'endpoint: messages, model: fast }']],
  'issuer-rule-unmatched.yaml': [['sub: ["repo:*", user], ', 'sub: [user], ']],
  'client-auth-without-ca.yaml': [[', client_auth: required', '']],
  'client-ca-behind-a-balancer.yaml': [[', client_ca: tls/server.crt', '']],
  'client-certificate-header-off.yaml': [[', client_certificate_header: Client-Cert', '']],
  'key-certificate-nobody-asked.yaml': [
    ['self_signed: true', 'self_signed: true, client_ca: tls/server.crt'],
  ],
  'key-without-secret.yaml': [['a: {}', `a: { hash: "sha256:${'5f2c'.repeat(16)}" }`]],
  'reserve-without-budget.yaml': [['requests: 9/min', 'requests: 9/min, budget: 5 USD/day']],
  'unlimited-key.yaml': [['standard: { requests', 'default: { requests: 1/s }, standard: { requests']],
  'unused-backend.yaml': [['  spare: { simulator: {} }\n', '']],
  'unused-rule.yaml': [['  standard: { requests: 600/min }\n', '']],
  'url-half-written.yaml': [['url: htt', 'url: https://htt']],
  'url-no-scheme.yaml': [['url: ', 'url: https://']],
  'url-plaintext.yaml': [['http://', 'https://']],
  'url-with-password.yaml': [['user:geheim@', '']],
  'url-with-user.yaml': [['user@', '']],
  'useless-fallback-other-endpoint.yaml': [['fallbacks: [claude]', 'fallbacks: []']],
  'useless-fallback-seventh.yaml': [[', f6]', ']']],
  'variable-empty.yaml': [['${EMPTY}', '${EMPTY:-default}']],
  'variable-unset.yaml': [['${OPENAI_KEY}', '${OPENAI_KEY:-default}']],
  'weight-zero-everywhere.yaml': [['weight: 0, ', '']],
  'yaml-alias-bomb.yaml': [[/x-[d-i]: .*\n/g, '']],
  'yaml-alias-too-often.yaml': [[/(?: {2}- \*a\n){500}/, '']],
  'yaml-big-integer.yaml': [['12345678901234567890', '"12345678901234567890"']],
  'yaml-colon-in-value.yaml': [['b: c', '"b: c"']],
  'yaml-comment-only.yaml': [['# nothing else', 'version: 1']],
  'yaml-complex-key.yaml': [['? [a, b]', '? "[a, b]"']],
  'yaml-duplicate-field.yaml': [[/\nversion: 1\n$/, '\n']],
  'yaml-list-root.yaml': [['- version: 1', 'version: 1']],
  'yaml-merge-scalar.yaml': [['&a text', '&a { name: text }']],
  'yaml-scalar-root.yaml': [['version 1', 'version: 1']],
  'yaml-tab-indent.yaml': [['\t', '  ']],
  'formerly-is-there.yaml': [[', formerly: [a]', '']],
  'ids-secret-short.yaml': [['"${SHORT}"', `"${secret}"`]],
  'stateful-default-of-responses.yaml': [
    ['endpoints: { responses: { backends: [a] } }\n', ''],
    [', default: { responses: b }', ''],
  ],
  'responses-scattered.yaml': [['  scattered:\n', '  scattered:\n    balance: sticky\n']],
  'stateful-budget-unpriced.yaml': [
    [
      'files: { backends: [a] }',
      'files: { backends: [a], price: { per_request: 0 } }\n  batches: { price: { per_request: 0 } }',
    ],
  ],
  'stateful-price-of-responses.yaml': [
    ['  responses: { price: { per_request: 1 } }\n', ''],
    ['price: { input: 1 }', 'price: { per_request: 1 }'],
  ],
  'stateful-default-twice.yaml': [['endpoints: { conversations: { backends: [a] } }\n', '']],
  'stateful-off-and-more.yaml': [['ids: off', 'ids: signed']],
  'stateful-shared-ids-unused.yaml': [['ids: off', 'ids: signed']],
  'stateful-short-owners-unused.yaml': [['ids: off', 'ids: signed']],
  'stateful-plain-two-backends.yaml': [['ids: plain', 'ids: signed']],
  'auth-oauth2-subject.yaml': [
    ['grant: token_exchange, subject: caller } }\nmodels', 'client_secret: "${SET}" } }\nmodels'],
    ['oauth2: { subject: caller, ', 'oauth2: { '],
    [', assertion: { file: /run/token }', ''],
    ['      health: {}\n      sessions: shared\n', ''],
  ],
  'mcp-no-callers.yaml': [['["reached/*"]', '["reached/*", "people/*"]']],
  'stateful-plain-two-owners.yaml': [['ids: plain', 'ids: signed']],
  'stateful-redis-without-secret.yaml': [
    ['gateways: 2 } }', `gateways: 2 }, ids: { secret: "${secret}" } }`],
  ],
  'stateful-unknown-batch-of-files.yaml': [[', unknown_batch: 25', '']],
  'stateful-unpinned.yaml': [['[responses] }', '[responses], encrypted_content: pin }']],
  'stateful-without-backend.yaml': [
    ['[conversations] }', '[conversations], default: { conversations: a } }'],
  ],
  'stateful-without-endpoints.yaml': [
    ['ids: signed }', 'ids: signed, endpoints: [responses, conversations], default: { conversations: a } }'],
  ],
  'translation-budgets-descend.yaml': [['high: 4096', 'high: 8192']],
  'translation-budgets-idle.yaml': [['budgets: {', 'reasoning: budget, budgets: {']],
  'translation-drops-the-question.yaml': [[', "messages[]"', '']],
  'translation-of-nothing.yaml': [[/^ *translation: .*\n/m, '']],
  'translation-json-object-idle.yaml': [['        translation: { json_object: asked }', '']],
  'translation-setting-idle.yaml': [['image_urls: true, reasoning_field: none, reasoning: adaptive', '']],
  'unmet-backend-tags.yaml': [['files: us', 'files: eu']],
  'via-beside-native.yaml': [[/other, endpoints: \{ messages/g, 'other, priority: 2, endpoints: { messages']],
  'via-lost-thoughts.yaml': [['fast:\n', 'fast:\n    balance: sticky\n']],
  'via-unlikely-flavor.yaml': [['flavor: openai', 'flavor: generic']],
  'via-capability-lost.yaml': [['[tool_choice, prompt_caching] }', '[tool_choice] }']],
  'via-capability-not-had.yaml': [['[streaming, vision] }', '[streaming] }']],
  'via-each-other.yaml': [[/chat_completions: \{ via: messages \}/, 'chat_completions: []']],
  'via-itself.yaml': [['{ via: messages }', '[]']],
  'via-under-embeddings.yaml': [['embeddings: {', 'messages: {']],
  'via-without-flavor.yaml': [['example" }', 'example", flavor: vllm }']],
  'via-without-max-tokens.yaml': [
    ['{ via: messages }', '{ via: messages }\n        translation: { max_tokens: 32000 }'],
  ],
  'notify-secret-in-clear.yaml': [['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '${HOOK}']],
  'notify-short-secret.yaml': [['${SHORT}', '${HOOK}']],
  'notify-slack-in-clear.yaml': [['https://hooks.slack.com/services/T0/B0/x', '${SLACK_HOOK}']],
  'notify-twice.yaml': [[', { form: json, url: "https://hooks.example.com/a", secret: "${HOOK}" }', '']],
  'notify-without-secret.yaml': [['com/" }', 'com/", secret: "${HOOK}" }']],
  'program-in-program.yaml': [['"${program:b}"', 'b']],
  'program-not-run.yaml': [['"${program:vault}"', '"http://127.0.0.1:4318"']],
  'program-relative.yaml': [['[vault, kv]', '[/bin/echo, kv]']],
  'program-unknown.yaml': [['program:valt', 'program:vault']],
  'relay-of-a-translation.yaml': [[', relay: websocket', '']],
  'endpoint-neither-via-nor-relay.yaml': [['{ capabilities: [streaming] }', '[streaming]']],
  'websocket-of-embeddings.yaml': [['endpoints: { embeddings: { websocket: true } }\n', '']],
  'client-secrets-beside-budget.yaml': [[', client_secrets: allow', '']],
  'content-log-no-key.yaml': [['file: /tmp/contents', 'file: /tmp/contents, keys: ["*"]']],
  'content-log-not-a-url.yaml': [['"127.0.0.1', '"https://127.0.0.1']],
  'content-log-nowhere.yaml': [['{ keys', '{ file: /tmp/contents, keys']],
  'content-log-sampled-refusal.yaml': [[', sample: 0.5', '']],
  'content-log-two-places.yaml': [[', otlp: "http://127.0.0.1:4318"', '']],
  'mirror-of-itself.yaml': [['to: fast', 'to: fast/local']],
  'yaml-tabs-everywhere.yaml': [[/\t/g, '  ']],
  'yaml-two-documents.yaml': [['---\nversion: 1\n', '']],
  'yaml-duplicate-number-name.yaml': [[/\n {2}1:/, '\n  "2":']],
};

test('each hint of a bad file, followed literally, mends what it is about', async (t) => {
  const folder = join(await copyFixtures(t), 'bad');
  const env = { ...fixtureEnv, NAME: 'value-of-the-name' };
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const left = new Set(Object.keys(byHand));
  for (const name of names) {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8');
    const load = () => loadInspected(file, { env, requireSecrets: true, isInstalled: () => true });
    for (const problem of (await load()).problems) {
      const hasHint = problem.hint !== undefined || problem.message.includes('did you mean');
      if (!problem.file.endsWith(name) || !hasHint) continue;
      const edits = byHand[name];
      left.delete(name);
      const [, command] = /`gateway (tools lock [^`]+)`/.exec(problem.hint ?? '') ?? [];
      if (command !== undefined) {
        const { exitCode, err } = await gateway(command.split(' '), { env });
        assert.equal(exitCode, 0, err);
        assert.deepEqual((await load()).problems, []);
        await rm(join(folder, 'tools.lock'));
        continue;
      }
      const mended = edits === undefined ? followed(text, problem) : edited(text, edits);
      assert.ok(mended !== undefined && mended !== text, `${name}: what is to be done? ${problem.hint}`);
      await writeFile(file, mended);
      const { problems } = await load();
      await writeFile(file, text);
      const isThere = problems.filter(
        ({ code, path }) => (code === problem.code && path === problem.path) || code.startsWith('GW11'),
      );
      assert.deepEqual(
        isThere.map(({ message }) => message),
        [],
        `${name}: ${problem.hint}\n${mended}`,
      );
    }
  }
  assert.deepEqual([...left], [], 'files that are no more');
});

function edited(text: string, edits: Edits): string {
  const file = text.replace(/^# expect.*$/gm, '#');
  return edits.reduce((before, [from, to]) => before.replace(from, () => to), file);
}
