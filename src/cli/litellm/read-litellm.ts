/** The parts of a LiteLLM proxy configuration that have an equal here, and the names of all others. */

import { withCredential } from './litellm-credentials.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** One entry of `model_list`. */
export interface Entry {
  readonly name: string;
  readonly params: Fields;
  readonly info: Fields;
}

export interface LitellmConfig {
  readonly entries: readonly Entry[];
  readonly router: Fields;
  readonly general: Fields;
  readonly settings: Fields;
  readonly environment: Fields;
  /** Fields of entries beside `litellm_params` that nothing is made of. */
  readonly beside: readonly string[];
  /** Top-level fields that nothing is made of. */
  readonly others: readonly string[];
}

const known = [
  'model_list',
  'router_settings',
  'general_settings',
  'litellm_settings',
  'environment_variables',
  'credential_list',
];

/** Takes a parsed file apart. Throws where it has no `model_list`. */
export function readLitellm(value: unknown): LitellmConfig {
  const file = fields(value);
  const list = file['model_list'];
  if (!Array.isArray(list)) throw new Error('this is no LiteLLM proxy configuration: it has no `model_list`');
  const entries = list.map(fields).map((entry) => ({
    name: text(entry['model_name']) ?? '',
    params: {
      ...quotasIn(fields(entry['model_info'])),
      ...quotasIn(entry),
      ...withCredential(fields(entry['litellm_params']), file['credential_list']),
    },
    info: fields(entry['model_info']),
  }));
  const beside = list.flatMap((entry) => Object.keys(fields(entry)).filter((name) => !ofEntry.has(name)));
  return {
    entries,
    router: fields(file['router_settings']),
    general: fields(file['general_settings']),
    settings: fields(file['litellm_settings']),
    environment: fields(file['environment_variables']),
    beside: [...new Set(beside)],
    others: Object.keys(file).filter((name) => !known.includes(name)),
  };
}

const ofEntry = new Set(['model_name', 'litellm_params', 'model_info', 'rpm', 'tpm']);

/** LiteLLM's router reads these beside the params and in `model_info`, too. */
function quotasIn({ rpm, tpm }: Fields): Fields {
  return { ...(rpm === undefined ? {} : { rpm }), ...(tpm === undefined ? {} : { tpm }) };
}

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number, which may be written as text, and with `_` between its digits as Python has it. */
export function number(value: unknown): number | undefined {
  const told =
    typeof value === 'string' && /^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)
      ? Number(value.replaceAll('_', ''))
      : value;
  return typeof told === 'number' && Number.isFinite(told) ? told : undefined;
}

/** A flag, in the words that Python's YAML has for it, too. */
export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:true|yes|on)$/i.test(value));
}

/** Lists of `{ model: [fallbacks] }`, as LiteLLM writes them, as one map. */
export function fallbacksOf({ router, settings }: LitellmConfig): ReadonlyMap<string, readonly string[]> {
  const fallbacks = new Map<string, readonly string[]>();
  for (const list of [settings['fallbacks'], router['fallbacks']]) {
    if (!Array.isArray(list)) continue;
    for (const [model, others] of list.flatMap((item) => Object.entries(fields(item)))) {
      const named: readonly unknown[] = Array.isArray(others) ? others : [others];
      fallbacks.set(
        model,
        named.flatMap((other) => text(other) ?? text(fields(other)['model']) ?? []),
      );
    }
  }
  return fallbacks;
}

/** The fallbacks of every model without fallbacks of its own. */
export function defaultFallbacksOf({ router, settings }: LitellmConfig): readonly string[] {
  const list = router['default_fallbacks'] ?? settings['default_fallbacks'];
  return Array.isArray(list) ? list.filter((other) => typeof other === 'string') : [];
}

/** Further ids for models, each with the model that it stands for. */
export function aliasesOf({ router, settings }: LitellmConfig): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const given of [settings['model_alias_map'], router['model_group_alias']]) {
    const maps: readonly unknown[] = Array.isArray(given) ? given : [given];
    for (const [alias, target] of maps.flatMap((map) => Object.entries(fields(map)))) {
      const model = text(target) ?? text(fields(target)['model']);
      if (model !== undefined) aliases.set(alias, model);
    }
  }
  return aliases;
}

/** `os.environ/NAME` is `${NAME}` here; anything else is text as it stands. */
export function reference(value: string): string {
  const name = /^os\.environ\/([A-Za-z_]\w*)$/.exec(value)?.[1];
  return name === undefined ? literal(value) : `\${${name}}`;
}

/** A text that is taken as it stands, whatever is in it. */
export function literal(value: string): string {
  return value.replaceAll('${', () => '$${');
}
