/** Notes for the operator: the equivalent here of LiteLLM's fields that are not carried over. */
import { fields, type LitellmConfig, text } from './read-litellm.ts';

const redis =
  'limits are counted together by several gateways with `state: { store: redis, redis: { url: "redis://HOST:6379", gateways: 2 } }`';
const limits =
  'give the deployment or its backend `rate_limit: { requests: 300/min, tokens: 240000/min }`; what clients may use is in `rate_limits`';

/** By the name of the field, wherever it stands; a trailing `*` stands for any end. */
export const advice: Readonly<Record<string, string>> = {
  'redis_*': redis,
  cache: 'answers are not cached here; take it out',
  cache_params: `answers are not cached here; ${redis}`,
  rpm: limits,
  tpm: limits,
  max_parallel_requests: 'give the deployment or its backend `rate_limit: { concurrency: 50 }`',
  max_budget: 'budgets are those of keys: `rate_limits: { NAME: { budget: 100 USD/month } }`',
  budget_duration: 'budgets are those of keys, by calendar day, week or month, or in all',
  database_url: 'no database is needed: usage and limits lie in `state.dir`',
  store_model_in_db: 'models are in this file alone',
  proxy_budget_rescheduler_min_time: 'nothing is rescheduled; take it out',
  json_logs: 'the log is JSON as it is',
  set_verbose: 'the log says more with `log: { level: debug }`',
  drop_params:
    'fields go to the backend as the client sent them; where requests are translated (`via`), decide for each deployment what may be left out and name it in `drop` of its `translation`, such as logprobs, logit_bias, frequency_penalty or presence_penalty: what it does not name is refused',
  additional_drop_params:
    'the backend takes fields out with `request.remove`; where requests are translated (`via`), name them in `drop` of the `translation`',
  modify_params: 'fields go to the backend as the client sent them',
  num_retries: 'the attempts of all models are `routing.max_attempts`',
  max_retries: 'the attempts of all models are `routing.max_attempts`',
  retry_policy: 'the attempts of all models are `routing.max_attempts`',
  retry_after: 'waits between attempts are short and set; what a backend asks for is kept',
  default_headers: 'give the backend `default_headers: { NAME: VALUE }`',
  context_window_fallbacks:
    'name the larger model in `fallbacks`; an error of the request itself is not tried elsewhere',
  content_policy_fallbacks: 'an error of the request itself is not tried elsewhere',
  enable_pre_call_checks:
    'list what a deployment can do in its `capabilities`; requests ask for them with tags',
  tags: 'list a name of your own in `extra_capabilities` and in `capabilities`; requests ask for it with tags',
  health_check_interval: 'give the backend `health: { path: /health, interval: 10s }`',
  background_health_checks: 'give the backend `health: { path: /health, interval: 10s }`',
  'input_cost_per_token_above_*': 'prices of longer requests are `tiers` of the `price`',
  'output_cost_per_token_above_*': 'prices of longer requests are `tiers` of the `price`',
  litellm_credential_name: 'the file has no such entry in its `credential_list`',
  pass_through_endpoints:
    'a path of your own is an entry in `endpoints`, with the backend that serves it: see `gateway docs endpoints`',
  access_groups: 'which models a key may use is `models` of the key or of its group in `groups`',
  enable_jwt_auth: 'tokens of issuers are taken with `identity`: see `gateway docs identity`',
  litellm_jwtauth: 'tokens of issuers are taken with `identity`: see `gateway docs identity`',
  max_end_user_budget: 'limits of end users are `end_users` of a key',
  mock_response: 'requests go to the backend all the same; a backend that answers by itself has `simulator`',
  base_model: 'the price list has no such model: give the deployment a `price`',
  user_header_name: 'limits of end users are `end_users` of a key, whose `from` names the header',
  alerting: 'alert rules for Prometheus are in examples/deploy',
};

/** A note about a field that is left behind. */
export function adviceOn(title: string, name: string): string {
  const known =
    advice[name] ??
    Object.entries(advice).find(([key]) => key.endsWith('*') && name.startsWith(key.slice(0, -1)))?.[1];
  return known === undefined ? `${title}.${name} has no equal` : `${title}.${name}: ${known}`;
}

export const callbacks: Readonly<Record<string, string>> = {
  prometheus: 'metrics are at /metrics of the admin listener, for its token',
  otel: 'traces go out with `tracing: { otlp: "${OTEL_EXPORTER_OTLP_ENDPOINT}" }`',
  opentelemetry: 'traces go out with `tracing: { otlp: "${OTEL_EXPORTER_OTLP_ENDPOINT}" }`',
};
const callbackFields = ['callbacks', 'success_callback', 'failure_callback', 'service_callback'] as const;

/** True for a field that lists callbacks, each of which has a note of its own. */
export function isCallbackList(name: string): boolean {
  return (callbackFields as readonly string[]).includes(name);
}

/** A note for each callback. */
export function callbackNotes({ settings }: LitellmConfig): readonly string[] {
  return callbackFields.flatMap((field) => {
    const list = settings[field];
    const names = (Array.isArray(list) ? list : [list]).flatMap((name) => text(name) ?? []);
    return names.map((name) =>
      callbacks[name] === undefined
        ? `litellm_settings.${field} ${name} has no equal`
        : `litellm_settings.${field} ${name}: ${callbacks[name]}`,
    );
  });
}

/** The variables that the file sets for LiteLLM itself; their values are not copied. */
export function environmentNotes({ environment }: LitellmConfig): readonly string[] {
  return Object.keys(fields(environment)).map(
    (name) => `environment_variables.${name}: set ${name} where the gateway runs, if something here reads it`,
  );
}
