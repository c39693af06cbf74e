import type { Severity } from './problems.ts';

export interface ProblemSpec {
  /** For programs and for searching; never changes and is never used again for something else. */
  readonly code: string;
  readonly severity: Severity;
  /** Also told as a note, where what is absent may be absent. */
  readonly isMild?: true;
  /** One line for an overview of all findings. */
  readonly meaning: string;
}

/** Every finding about a configuration. The name is for the code here, `GW....` for everybody else. */
export const problemCatalog = {
  file_unreadable: { code: 'GW1001', severity: 'error', meaning: 'a file is missing or cannot be read' },
  file_too_large: { code: 'GW1002', severity: 'error', meaning: 'a file is larger than 16 MiB' },
  file_encoding: { code: 'GW1003', severity: 'error', meaning: 'a file is not valid UTF-8' },
  control_character: {
    code: 'GW1004',
    severity: 'error',
    meaning: 'a control character or a byte order mark inside the text',
  },
  file_writable: { code: 'GW1005', severity: 'warning', meaning: 'everybody on the host may write the file' },
  bad_include: {
    code: 'GW1007',
    severity: 'error',
    meaning: 'an `include` that names what cannot be included, or brings no backend or model',
  },
  include_without_files: {
    code: 'GW1008',
    severity: 'warning',
    meaning: 'a pattern of `include` that matches no file',
  },
  file_empty: { code: 'GW1006', severity: 'error', meaning: 'a file without content' },

  yaml_syntax: { code: 'GW1101', severity: 'error', meaning: 'the text is not YAML' },
  yaml_tab: { code: 'GW1102', severity: 'error', meaning: 'a tab used for indentation' },
  yaml_unquoted_reference: {
    code: 'GW1103',
    severity: 'error',
    meaning: '`${...}` without quotes inside `{ }` or `[ ]`',
  },
  yaml_unquoted_star: {
    code: 'GW1104',
    severity: 'error',
    meaning: 'a value that begins with `*`, without quotes',
  },
  yaml_alias: {
    code: 'GW1105',
    severity: 'error',
    meaning: 'an alias that has no anchor, contains itself or is used too often',
  },
  yaml_tag: { code: 'GW1106', severity: 'error', meaning: 'a tag such as `!env` or `!!binary`' },
  yaml_directive: { code: 'GW1107', severity: 'error', meaning: 'a directive such as `%YAML 1.1`' },
  yaml_documents: { code: 'GW1108', severity: 'error', meaning: 'more than one document in a file' },
  yaml_root: { code: 'GW1109', severity: 'error', meaning: 'the file is not a map of fields' },
  duplicate_key: {
    code: 'GW1110',
    severity: 'error',
    meaning: 'a field or name that occurs twice in one map',
  },
  bad_key: { code: 'GW1111', severity: 'error', meaning: 'a field or name that is not text' },
  too_deep: { code: 'GW1112', severity: 'error', meaning: 'values nested deeper than 64 levels' },
  bad_number: { code: 'GW1113', severity: 'error', meaning: 'a number that cannot be held exactly' },
  bad_merge: { code: 'GW1114', severity: 'error', meaning: '`<<` with something other than maps' },
  json_syntax: { code: 'GW1115', severity: 'error', meaning: 'the text is not JSON' },

  unknown_field: { code: 'GW1201', severity: 'error', meaning: 'a field that does not exist' },
  // GW1202 was for fields that were known and not yet there; it is not used again.
  missing_field: { code: 'GW1203', severity: 'error', meaning: 'a required field is missing' },
  wrong_type: { code: 'GW1204', severity: 'error', meaning: 'a value of the wrong type' },
  wrong_value: { code: 'GW1205', severity: 'error', meaning: 'a value that the field does not take' },
  bad_name: { code: 'GW1206', severity: 'error', meaning: 'a name with characters that names do not have' },
  exactly_one: {
    code: 'GW1207',
    severity: 'error',
    meaning: 'fields that exclude each other, or none of them',
  },

  unknown_backend: {
    code: 'GW1301',
    severity: 'error',
    meaning: 'a reference to a backend that does not exist',
  },
  unknown_model: { code: 'GW1302', severity: 'error', meaning: 'a reference to a model that does not exist' },
  unknown_key: { code: 'GW1303', severity: 'error', meaning: 'a reference to a key that does not exist' },
  unknown_capability: { code: 'GW1304', severity: 'error', meaning: 'a capability that does not exist' },
  unknown_deployment: {
    code: 'GW1305',
    severity: 'error',
    meaning: 'a reference to a deployment that does not exist',
  },
  self_mirror: { code: 'GW1321', severity: 'error', meaning: 'a model whose requests are copied to itself' },
  self_fallback: { code: 'GW1306', severity: 'error', meaning: 'a model that falls back to itself' },
  duplicate_deployment: {
    code: 'GW1307',
    severity: 'error',
    meaning: 'two deployments of one model with one name',
  },
  names_differ_in_case: {
    code: 'GW1308',
    severity: 'error',
    meaning: 'names that differ only in upper and lower case',
  },
  duplicate_hash: { code: 'GW1309', severity: 'error', meaning: 'one secret for two keys' },
  key_in_both_files: {
    code: 'GW1310',
    severity: 'error',
    meaning: 'a key in two files',
  },
  unknown_rule: {
    code: 'GW1312',
    severity: 'error',
    meaning: 'a reference to a rule of `rate_limits` that does not exist',
  },
  unknown_group: {
    code: 'GW1317',
    severity: 'error',
    meaning: 'a reference to one of `groups` that does not exist',
  },
  group_within_itself: {
    code: 'GW1318',
    severity: 'error',
    meaning: 'a group that is above itself',
  },
  groups_too_deep: {
    code: 'GW1319',
    severity: 'error',
    meaning: 'more than three groups above a key',
  },
  long_end_user_budget: {
    code: 'GW1327',
    severity: 'error',
    meaning: 'a budget of end users, or of callers by `each`, that is for longer than a day',
  },
  unpriced_budget: {
    code: 'GW1313',
    severity: 'error',
    meaning: "a budget over a deployment without a `price`, or without one for an endpoint's unit",
  },
  unknown_price: {
    code: 'GW1316',
    severity: 'error',
    meaning: 'a `catalogue` with a model that the price list lacks, or has without a price',
  },
  missing_store: {
    code: 'GW1314',
    severity: 'error',
    meaning: 'a shared store that is not described, or described and not used',
  },
  name_in_two_files: {
    code: 'GW1315',
    severity: 'error',
    meaning: 'a backend, a model or a rule in two files',
  },
  duplicate_certificate: {
    code: 'GW1329',
    severity: 'error',
    meaning: 'one certificate for two keys that it reaches alone',
  },
  duplicate_issuer: {
    code: 'GW1328',
    severity: 'error',
    meaning: 'an issuer of tokens that occurs twice, by name or by its `issuer`',
  },
  model_not_served: {
    code: 'GW1320',
    severity: 'error',
    meaning: 'a `default_model` that no deployment serves on its endpoint',
  },
  duplicate_entry: { code: 'GW1311', severity: 'error', meaning: 'an entry that occurs twice in a list' },

  bad_duration: {
    code: 'GW1401',
    severity: 'error',
    meaning: 'a duration that is malformed or out of bounds',
  },
  bad_size: { code: 'GW1402', severity: 'error', meaning: 'a size that is malformed or out of bounds' },
  bad_time: { code: 'GW1403', severity: 'error', meaning: 'a date that is malformed or does not exist' },
  bad_address: {
    code: 'GW1404',
    severity: 'error',
    meaning: 'an address to listen on that is malformed or taken',
  },
  bad_range: { code: 'GW1405', severity: 'error', meaning: 'an address range that is malformed' },
  bad_url: { code: 'GW1406', severity: 'error', meaning: 'a base URL that cannot be used' },
  metadata_address: {
    code: 'GW1407',
    severity: 'error',
    meaning: 'a base URL that leads to a metadata service',
  },
  bad_path: { code: 'GW1408', severity: 'error', meaning: 'a request path that cannot be used' },
  bad_header: { code: 'GW1409', severity: 'error', meaning: 'a header that cannot be set' },
  bad_edit: {
    code: 'GW1418',
    severity: 'error',
    meaning: 'a change of requests that cannot be made, or holds a secret',
  },
  bad_price_list: {
    code: 'GW1421',
    severity: 'error',
    meaning: 'a price list that cannot be used',
  },
  bad_price: {
    code: 'GW1422',
    severity: 'error',
    meaning: 'fields of a price that contradict each other',
  },
  bad_price_test: {
    code: 'GW1423',
    severity: 'error',
    meaning: 'fields of a cost test that contradict each other',
  },
  bad_query: {
    code: 'GW1417',
    severity: 'error',
    meaning: 'a query parameter that cannot be set, or holds a secret',
  },
  bad_client_certificate: {
    code: 'GW1449',
    severity: 'error',
    meaning: "fields about clients' certificates that exclude each other, or name none",
  },
  bad_issuer: {
    code: 'GW1448',
    severity: 'error',
    meaning: 'an issuer, a key set or a resource with a URL that it cannot have',
  },
  bad_auth: {
    code: 'GW1430',
    severity: 'error',
    meaning: 'fields of `auth` that exclude each other, lack another one, or have no effect',
  },
  bad_program: {
    code: 'GW1431',
    severity: 'error',
    isMild: true,
    meaning: 'a program that cannot be run',
  },
  bad_sign_in: {
    code: 'GW1440',
    severity: 'error',
    meaning: 'a sign-in by OpenID Connect that cannot work as it is written',
  },
  unknown_guard: {
    code: 'GW1350',
    severity: 'error',
    meaning: 'a reference to a guard that does not exist',
  },
  unknown_mcp_server: {
    code: 'GW1351',
    severity: 'error',
    meaning: 'a reference to an MCP server that does not exist',
  },
  bad_guard: {
    code: 'GW1460',
    severity: 'error',
    meaning: 'a guard with fields that its form does not have, or without one that it needs',
  },
  bad_tool_pattern: {
    code: 'GW1461',
    severity: 'error',
    meaning: 'an invalid pattern of tools',
  },
  bad_mcp: {
    code: 'GW1462',
    severity: 'error',
    meaning: "an MCP server, or their common path, that can't be served as configured",
  },
  tools_lock_invalid: {
    code: 'GW1463',
    severity: 'error',
    meaning: 'a `tools.lock` that `gateway tools lock` did not write',
  },
  tools_lock_missing: {
    code: 'GW1464',
    severity: 'error',
    meaning: 'an MCP server with `pin: lock` of which `tools.lock` has nothing',
  },
  bad_content_log: {
    code: 'GW1456',
    severity: 'error',
    meaning: 'a `content_log` that cannot keep contents as configured',
  },
  bad_rate: {
    code: 'GW1415',
    severity: 'error',
    meaning: 'a rate or budget that is malformed or out of bounds',
  },
  bad_hook: {
    code: 'GW1419',
    severity: 'error',
    meaning: 'a hook of `notify` that messages cannot reach, or without protection',
  },
  bad_store: { code: 'GW1416', severity: 'error', meaning: 'the URL of a store that cannot be used' },
  admin_needs_tls: {
    code: 'GW1411',
    severity: 'error',
    meaning: 'an admin listener off loopback without TLS',
  },
  short_token: { code: 'GW1412', severity: 'error', meaning: 'an admin token of fewer than 16 characters' },
  quickstart_secret: {
    code: 'GW1413',
    severity: 'error',
    meaning: "the quickstart's public key or token off loopback",
  },
  bad_endpoint: {
    code: 'GW1341',
    severity: 'error',
    meaning: 'an endpoint that cannot be declared as it is written',
  },
  unbounded_client_secrets: {
    code: 'GW1343',
    severity: 'error',
    meaning: 'a key with a budget that may create client secrets, whose sessions bypass the budget',
  },
  unknown_endpoint: {
    code: 'GW1342',
    severity: 'error',
    meaning: 'settings of an endpoint that does not exist',
  },
  unused_spill: {
    code: 'GW1345',
    severity: 'error',
    meaning: 'a `spill` of a model without sticky requests',
  },
  cold_caches: {
    code: 'GW1876',
    severity: 'warning',
    meaning: 'a model whose prompt caches stay cold, because its requests spread',
  },
  bad_replicas: {
    code: 'GW1346',
    severity: 'error',
    meaning: 'impossible `replicas` of a backend',
  },
  stored_on_replicas: {
    code: 'GW1344',
    severity: 'error',
    meaning: 'a backend of several equal servers whose clients return to objects that one of them stores',
  },
  bad_stateful: {
    code: 'GW1340',
    severity: 'error',
    meaning: 'an impossible setting for stored objects',
  },
  bad_via: {
    code: 'GW1450',
    severity: 'error',
    meaning: 'a `via` that leads to the endpoint itself, or to one that is translated too',
  },
  missing_flavor: {
    code: 'GW1451',
    severity: 'error',
    meaning: 'requests are translated to chat_completions of a backend whose `flavor` is not known',
  },
  missing_max_tokens: {
    code: 'GW1452',
    severity: 'error',
    meaning: 'requests are translated to messages without a `max_tokens` for those that set none',
  },
  lost_capability: {
    code: 'GW1453',
    severity: 'error',
    meaning: 'a capability that cannot be guaranteed where requests are translated',
  },
  bad_translation: {
    code: 'GW1454',
    severity: 'error',
    meaning: 'an impossible setting of `translation`',
  },
  idle_translation: {
    code: 'GW1455',
    severity: 'error',
    meaning: 'a setting of `translation` without any translation',
  },
  plaintext_backend: { code: 'GW1414', severity: 'warning', meaning: '`http://` to another host' },

  unset_variable: {
    code: 'GW1501',
    severity: 'error',
    isMild: true,
    meaning: 'an environment variable that is not set',
  },
  secret_file: {
    code: 'GW1502',
    severity: 'error',
    isMild: true,
    meaning: 'a secret file that is missing or unusable',
  },
  bad_reference: { code: 'GW1503', severity: 'error', meaning: 'a `${` that is not one of the three forms' },
  secret_shape: { code: 'GW1504', severity: 'error', meaning: 'a secret that is empty or holds white space' },
  secret_in_clear: {
    code: 'GW1505',
    severity: 'warning',
    meaning: 'a secret in the file itself',
  },
  equal_tokens: {
    code: 'GW1509',
    severity: 'warning',
    meaning: 'one token for those who may change things and those who may look',
  },
  program_secret: {
    code: 'GW1510',
    severity: 'error',
    isMild: true,
    meaning: 'a program that gave no secret, or was not run',
  },
  secret_file_mode: { code: 'GW1506', severity: 'warning', meaning: 'a secret file that too many may read' },

  bad_key_file: {
    code: 'GW1507',
    severity: 'error',
    meaning: 'a key file of a cloud that holds no usable key',
  },
  missing_package: {
    code: 'GW1508',
    severity: 'error',
    isMild: true,
    meaning: 'an optional package that a credential needs, and that is not installed',
  },

  tls_file: {
    code: 'GW1601',
    severity: 'error',
    isMild: true,
    meaning: 'a certificate or key file that is missing or unreadable',
  },
  bad_certificate: { code: 'GW1602', severity: 'error', meaning: 'a file that holds no usable certificate' },
  bad_private_key: { code: 'GW1603', severity: 'error', meaning: 'a file that holds no usable private key' },
  key_mismatch: {
    code: 'GW1604',
    severity: 'error',
    meaning: 'a private key that does not belong to the certificate',
  },
  certificate_expired: {
    code: 'GW1605',
    severity: 'warning',
    meaning: 'a certificate outside its time of validity',
  },
  certificate_expires_soon: {
    code: 'GW1606',
    severity: 'warning',
    meaning: 'a certificate that expires soon',
  },
  bad_key_set: {
    code: 'GW1607',
    severity: 'error',
    meaning: 'a file that holds no usable key of an issuer',
  },

  test_failed: { code: 'GW1701', severity: 'error', meaning: 'a routing test that failed' },
  never_broken: {
    code: 'GW1702',
    severity: 'error',
    meaning: 'a request that can reach what `never` forbids',
  },
  survives_broken: {
    code: 'GW1703',
    severity: 'error',
    meaning: 'an outage that a request does not survive, against `survives`',
  },

  unused_backend: { code: 'GW1801', severity: 'warning', meaning: 'a backend that no deployment uses' },
  never_chosen: {
    code: 'GW1802',
    severity: 'warning',
    meaning: 'a model or deployment that no key may reach',
  },
  useless_fallback: {
    code: 'GW1803',
    severity: 'warning',
    meaning: 'a fallback that can never answer for its model',
  },
  generic_tag_trap: {
    code: 'GW1804',
    severity: 'warning',
    meaning: 'a capability on some endpoints only, so that its generic tag always fails',
  },
  key_matches_nothing: {
    code: 'GW1805',
    severity: 'warning',
    meaning: 'a key whose patterns match no model',
  },
  fallback_not_allowed: {
    code: 'GW1806',
    severity: 'warning',
    meaning: 'a fallback that a key of its model may not use',
  },
  url_version: {
    code: 'GW1807',
    severity: 'warning',
    meaning: "a base URL with an ending that the endpoint paths can't follow",
  },
  weight_zero: {
    code: 'GW1808',
    severity: 'warning',
    meaning: 'a model all of whose deployments have weight 0',
  },
  unpinned_reasoning: {
    code: 'GW1880',
    severity: 'warning',
    meaning: 'responses of several accounts whose reasoning may return to the wrong one',
  },
  scattered_responses: {
    code: 'GW1881',
    severity: 'warning',
    meaning: 'responses of several accounts that clients may continue at the wrong one',
  },
  unmet_backend_tags: {
    code: 'GW1882',
    severity: 'warning',
    meaning: 'tags of a key that no backend meets for requests without a model',
  },
  unlike_embeddings: {
    code: 'GW1870',
    severity: 'warning',
    meaning: 'embeddings of one model by hosts whose vectors can not be compared',
  },
  taken_endpoint_name: {
    code: 'GW1871',
    severity: 'warning',
    meaning: 'an endpoint of your own with the name of a built-in one',
  },
  short_owners_over: {
    code: 'GW1873',
    severity: 'warning',
    meaning: 'a past date for the end of older ids',
  },
  idle_endpoint: {
    code: 'GW1872',
    severity: 'warning',
    meaning: 'an endpoint that no deployment serves, or no key may call',
  },
  via_beside_native: {
    code: 'GW1890',
    severity: 'warning',
    meaning: 'translated requests that another deployment of the model could serve natively',
  },
  unlikely_flavor: {
    code: 'GW1891',
    severity: 'warning',
    meaning: "`flavor: openai` on a host that is neither OpenAI's nor Azure's",
  },
  lost_thoughts: {
    code: 'GW1892',
    severity: 'warning',
    meaning: 'a model with several forms of reasoning, so that turns can lose it',
  },
  unlikely_drop: {
    code: 'GW1893',
    severity: 'warning',
    meaning: 'a field under `translation.drop` that looks misspelled',
  },
  survives_when_told: {
    code: 'GW1894',
    severity: 'note',
    meaning: 'a `survives` that holds only for translatable bodies',
  },
  queue_of_nothing: {
    code: 'GW1895',
    severity: 'warning',
    meaning: 'a `queue` before deployments without `concurrency`',
  },
  wait_too_long: {
    code: 'GW1896',
    severity: 'note',
    meaning: 'a `wait` longer than that of clients, or than `timeouts.total`',
  },
  idle_guard: {
    code: 'GW1897',
    severity: 'warning',
    meaning: 'a guard, or a pattern of its `applies_to`, that no key, group or model of the file meets',
  },
  key_expired: { code: 'GW1809', severity: 'warning', meaning: 'a key that has expired' },
  unused_group: { code: 'GW1819', severity: 'warning', meaning: 'one of `groups` that no key belongs to' },
  end_user_budget_forgotten: {
    code: 'GW1823',
    severity: 'note',
    meaning: 'a budget of end users, or of callers by `each`, that a restart resets',
  },
  unused_rule: { code: 'GW1811', severity: 'warning', meaning: 'a rule of `rate_limits` that no key uses' },
  unlimited_key: {
    code: 'GW1812',
    severity: 'warning',
    meaning: 'a key without limits where others have some',
  },
  azure_path: {
    code: 'GW1813',
    severity: 'warning',
    meaning: 'a path that no resource of Azure answers on',
  },
  idle_timeout: {
    code: 'GW1814',
    severity: 'warning',
    meaning: 'a time limit longer than that of the whole request',
  },
  missing_auth: {
    code: 'GW1815',
    severity: 'warning',
    meaning: "a backend, guard or MCP server at a vendor's host without a credential",
  },
  price_per_token: {
    code: 'GW1816',
    severity: 'warning',
    meaning: 'a price near zero, probably per token',
  },
  estimated_budget: {
    code: 'GW1821',
    severity: 'warning',
    meaning: 'a budget with estimates for some streams',
  },
  open_terminated_by: {
    code: 'GW1817',
    severity: 'warning',
    meaning: 'a `terminated_by` that includes every address',
  },
  idle_content_log: {
    code: 'GW1824',
    severity: 'warning',
    meaning: 'a `content_log` that keeps the contents of no key, or names a key that does not exist',
  },
  admin_without_token: {
    code: 'GW1820',
    severity: 'warning',
    meaning: 'prices, but no admin token that could show the spending',
  },
  proves_nothing: {
    code: 'GW1822',
    severity: 'warning',
    meaning: 'an assertion of `never` or `survives` that matches nothing',
  },
  wire_endpoint: {
    code: 'GW1830',
    severity: 'warning',
    meaning: 'an endpoint that the `wire` of its backend has no path for',
  },
  location_host: {
    code: 'GW1831',
    severity: 'warning',
    meaning: "a `location` of Vertex AI behind another location's host",
  },
  expiring_credential: {
    code: 'GW1840',
    severity: 'warning',
    meaning: 'a credential that expires without renewal',
  },
  mounted_token: {
    code: 'GW1841',
    severity: 'warning',
    meaning: 'a token that is renewed in its file, and reloads the whole configuration each time',
  },
  program_writable: {
    code: 'GW1842',
    severity: 'warning',
    meaning: 'a program that others may change',
  },
  token_prefix: {
    code: 'GW1843',
    severity: 'warning',
    meaning: 'a token behind the word `Bearer` in a header that takes bare keys',
  },
  unreachable_key: {
    code: 'GW1860',
    severity: 'warning',
    meaning: 'a key without a secret, certificate or rule',
  },
  unmatched_rule: {
    code: 'GW1861',
    severity: 'warning',
    meaning: 'a rule that no token reaches, since an earlier one takes all of them',
  },
  unused_mcp_server: {
    code: 'GW1864',
    severity: 'warning',
    meaning: 'an MCP server of which no key may use anything',
  },
  tools_of_nothing: {
    code: 'GW1865',
    severity: 'warning',
    meaning: 'a pattern of tools that no server of `mcp` could have',
  },
  tools_not_locked: {
    code: 'GW1868',
    severity: 'warning',
    meaning: 'a pattern of tools that nothing in `tools.lock` matches',
  },
  tool_names_collide: {
    code: 'GW1869',
    severity: 'warning',
    meaning: 'two tools of `tools.lock` that have one name among those of all servers',
  },
  issuer_without_tools: {
    code: 'GW1867',
    severity: 'warning',
    meaning: 'an issuer whose tokens lead to keys with tools, and open none',
  },
  no_caller_tokens: {
    code: 'GW1904',
    severity: 'warning',
    meaning: 'an MCP server for tokens of callers that no token reaches',
  },
  shared_sessions: {
    code: 'GW1866',
    severity: 'warning',
    meaning: 'an MCP server whose sessions all callers share',
  },
  uncounted_each: {
    code: 'GW1862',
    severity: 'warning',
    meaning: 'a rule with `each` that leads to a key without limits',
  },
  key_set_file: {
    code: 'GW1863',
    severity: 'warning',
    meaning: 'a file with the keys of an issuer that is missing or unreadable',
  },
  stale_price: {
    code: 'GW1850',
    severity: 'note',
    meaning: 'a budget that rests on prices older than `catalogue.max_age`',
  },
  price_differs: {
    code: 'GW1851',
    severity: 'warning',
    meaning: "a price of less than half the price list's, or more than half above it",
  },
  capability_denied: {
    code: 'GW1852',
    severity: 'warning',
    meaning: 'a capability that the price list denies the model',
  },
  own_address: {
    code: 'GW1818',
    severity: 'warning',
    meaning: 'a backend, guard or MCP server that is the gateway itself',
  },
  key_expires_soon: { code: 'GW1810', severity: 'warning', meaning: 'a key that expires within two weeks' },

  capability_unproven: {
    code: 'GW1901',
    severity: 'error',
    meaning: 'a declared capability that was not proven in time (--require-proof)',
  },
  lock_invalid: {
    code: 'GW1902',
    severity: 'error',
    meaning: 'a `capabilities.lock` that `gateway probe` did not write',
  },
  lock_foreign: {
    code: 'GW1903',
    severity: 'note',
    meaning: 'a `capabilities.lock` with deployments that the file does not have',
  },
} as const satisfies Record<string, ProblemSpec>;

export type ProblemName = keyof typeof problemCatalog;
