import type { EndpointName } from '../../../api/endpoints/index.ts';
import { isVendorDialect } from '../../dialect-paths.ts';
import type { Deployment } from '../../schema/generated/file.generated.ts';
import type { TargetDialect } from '../../target-dialects/index.ts';
import { targetDefinitions } from '../../target-dialects/index.ts';
import { nodeAt, type Path } from '../../text/tree.ts';
import {
  type Accepts,
  type TranslatedEndpoint,
  type Translation,
  type Translations,
  translatedEndpoints,
} from '../../translation-settings.ts';
import type { BackendConfig } from '../../types/backends.ts';
import { type Context, wrong } from '../context.ts';
import { checkDropped } from './dropped-paths.ts';
import { flavors } from './flavors.ts';
import { usualBudgets } from './reasoning.ts';
import { serves, uses } from './setting-uses.ts';
import { whyLost } from './surviving.ts';

type Settings = NonNullable<Deployment['translation']>;

/** An endpoint that is served `via` a dialect, as the file has it. */
export interface WrittenVia {
  readonly endpoint: TranslatedEndpoint;
  readonly via: TargetDialect;
  /** Known to exist; undefined where the file leaves it to the target. */
  readonly capabilities: readonly string[] | undefined;
}

export interface Served {
  readonly translations: Translations | undefined;
  /** The guarantees of translated endpoints. */
  readonly capabilities: Readonly<Partial<Record<TranslatedEndpoint, readonly string[]>>>;
}

const nothing: Served = { translations: undefined, capabilities: {} };

/**
 * The translations of a deployment's endpoints with `via`.
 *
 * @param path Of the deployment
 * @param own Its capabilities, and those of each endpoint that its backend itself has
 * @param backend Undefined where there is none, which is reported
 * @param accepts The features that its model takes
 */
export function resolveTranslations(
  context: Context,
  path: Path,
  written: Deployment,
  vias: readonly WrittenVia[],
  own: {
    readonly common: readonly string[];
    readonly native: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
  },
  backend: BackendConfig | undefined,
  accepts: Accepts | undefined,
): Served {
  const settings = context.intact([...path, 'translation']) ? written.translation : undefined;
  const isReadable = context.intact([...path, 'endpoints']);
  if (settings !== undefined) {
    checkDropped(context, [...path, 'translation', 'drop'], settings.drop);
    if (isReadable) checkUse(context, [...path, 'translation'], settings, vias);
  }
  if (vias.length === 0 || backend === undefined) return nothing;
  const translations: Partial<Record<TranslatedEndpoint, Translation>> = {};
  const capabilities: Partial<Record<TranslatedEndpoint, readonly string[]>> = {};
  for (const one of vias) {
    const at = [...path, 'endpoints', one.endpoint];
    if (!checkTarget(context, at, one, vias)) continue;
    checkNeeds(context, at, one, { backend, settings, isComplete: context.intact([...path, 'translation']) });
    const made = translationOf(one, backend, settings, accepts);
    const has = own.native[one.via as EndpointName] ?? own.common;
    const kept = keptOf(context, at, one, made, {
      has,
      isListed: own.native[one.via as EndpointName] !== undefined,
    });
    capabilities[one.endpoint] = kept;
    translations[one.endpoint] = { ...made, takesPrefill: kept.includes('assistant_prefill') };
  }
  return { translations, capabilities };
}

/** Checks that a `via` leads to an endpoint of the backend. */
function checkTarget(
  context: Context,
  at: Path,
  { endpoint, via }: WrittenVia,
  vias: readonly WrittenVia[],
): boolean {
  const further = vias.find((other) => other.endpoint === via);
  if (via === endpoint) {
    const message = `${endpoint} can't be served via itself`;
    wrong(context, [...at, 'via'], 'bad_via', message, {
      hint: `list it as \`${endpoint}: []\` where the backend has it`,
    });
    return false;
  }
  if (further === undefined) return true;
  const message = `${via} is translated itself, via ${further.via}: a request is translated once`;
  wrong(context, [...at, 'via'], 'bad_via', message, { hint: hintOfChain(via, vias) });
  return false;
}

/** Names the endpoint at the end of a chain, which the backend has; of a circle one that it has to have. */
function hintOfChain(first: string, vias: readonly WrittenVia[]): string {
  const chain: string[] = [first];
  for (;;) {
    const next = vias.find(({ endpoint }) => endpoint === chain.at(-1))?.via;
    if (next === undefined) return `write ${chain.at(-1)}`;
    const begin = chain.indexOf(next);
    chain.push(next);
    if (begin === -1) continue;
    // Each of the circle is told the same, whichever it begins with; most servers have chat completions.
    const circle = chain.slice(begin, -1).sort();
    const native = circle.find((name) => name === 'chat_completions') ?? circle[0]!;
    const others = circle.filter((name) => name !== native).map((name) => `\`${name}: { via: ${native} }\``);
    const rest = others.length === 0 ? '' : `, and write ${others.join(' and ')}`;
    return `the backend itself has to have one of them: list that, such as \`${native}: []\`${rest}`;
  }
}

/** Checks the requirements of a translation. */
function checkNeeds(
  context: Context,
  at: Path,
  { endpoint, via }: WrittenVia,
  of: {
    readonly backend: BackendConfig;
    readonly settings: Settings | undefined;
    readonly isComplete: boolean;
  },
): void {
  const { backend, settings, isComplete } = of;
  if (via === 'chat_completions' && backend.translating.flavor === undefined) {
    const message = `the backend "${backend.name}" names no \`flavor\`, the kind of server behind its chat_completions`;
    wrong(context, [...at, 'via'], 'missing_flavor', message, {
      hint: `give it one, such as \`flavor: vllm\`, or \`flavor: generic\` if no other fits: openai, vllm, llama_cpp, deepseek, openrouter`,
    });
  }
  if (via === 'messages' && isComplete && settings?.max_tokens === undefined) {
    const message = `a request of ${endpoint} that sets no bound can't become one of messages, which need one`;
    wrong(context, [...at, 'via'], 'missing_max_tokens', message, {
      hint: 'bound the answer: `max_tokens: 32000` in the `translation` of the deployment',
    });
  }
}

/** All but what follows from its capabilities. */
function translationOf(
  { via }: WrittenVia,
  { translating, paths, streamPaths, usageInStreams }: BackendConfig,
  settings: Settings | undefined,
  accepts: Accepts | undefined,
): Translation {
  const { flavor, usual } = flavors[translating.flavor ?? 'openai'];
  const forms = targetDefinitions[via].reasoning;
  const wished = settings?.reasoning;
  const place = isVendorDialect(via)
    ? translating.paths[via]
    : { path: paths[via], streamPath: streamPaths[via] ?? paths[via] };
  return {
    to: via,
    ...place,
    accepts,
    flavor,
    maxTokens: via === 'messages' ? settings?.max_tokens : undefined,
    drop: settings?.drop ?? [],
    unknownFields: settings?.unknown_fields ?? 'refuse',
    reasoning: wished !== undefined && forms.includes(wished) ? wished : forms[0],
    budgets: { ...usualBudgets, ...settings?.budgets },
    cache: settings?.cache ?? 'marked',
    lateSystem: isVendorDialect(via) ? 'hoist' : lateSystem(via, settings, usual.lateSystem),
    jsonObject: settings?.json_object ?? 'asked',
    systemParts: settings?.system_parts ?? usual.systemParts,
    developerRole: settings?.developer_role ?? usual.developerRole,
    tokenField: settings?.token_field ?? usual.tokenField,
    takesPrefill: false,
    asksForUsage: usageInStreams === 'ask',
    reasoningField: settings?.reasoning_field ?? 'reasoning_content',
    showReasoning: settings?.show_reasoning ?? (via === 'chat_completions' ? usual.showReasoning : 'asked'),
    imageUrls: settings?.image_urls ?? false,
  };
}

function lateSystem(
  via: TargetDialect,
  settings: Settings | undefined,
  ofFlavor: Translation['lateSystem'],
): Translation['lateSystem'] {
  if (via === 'responses') return 'in_place';
  return settings?.late_system ?? (via === 'chat_completions' ? ofFlavor : 'in_place');
}

/** The guarantees: those in the file, all of which have to hold, or those of the target that survive. */
function keptOf(
  context: Context,
  at: Path,
  { endpoint, via, capabilities }: WrittenVia,
  made: Translation,
  target: { readonly has: readonly string[]; readonly isListed: boolean },
): readonly string[] {
  if (capabilities === undefined)
    return target.has.filter((name) => whyLost(name, endpoint, made) === undefined);
  return [...new Set(capabilities)].filter((name, index) => {
    const why = whyLost(name, endpoint, made);
    const isThere = !target.isListed || target.has.includes(name);
    if (why === undefined && isThere) return true;
    const message =
      why === undefined
        ? `${name} is not guaranteed for ${via} itself`
        : `${name} can't be promised for ${endpoint} via ${via}${why}`;
    wrong(context, [...at, 'capabilities', index], 'lost_capability', message, { hint: 'take it out' });
    return false;
  });
}

/** Settings have to be of use to a translation that there is. */
function checkUse(context: Context, path: Path, settings: Settings, vias: readonly WrittenVia[]): void {
  if (vias.length === 0) {
    const message = 'is about translation, and no endpoint of this deployment has `via`';
    context.report.atKey(context.tree, path, 'idle_translation', message, {
      hint: `take it out, or serve one of ${translatedEndpoints.join(', ')} through another dialect, such as \`messages: { via: chat_completions }\``,
    });
    return;
  }
  for (const [field, use] of Object.entries(uses)) {
    const at = [...path, field];
    if (nodeAt(context.tree, at) === undefined) continue;
    if (vias.some(({ endpoint, via }) => serves(use, endpoint, via))) continue;
    const place =
      'to' in use
        ? `endpoints served via ${use.to.join(' or ')}`
        : `clients of ${use.from}, whose requests are not translated here`;
    context.report.atKey(context.tree, at, 'idle_translation', `\`${field}\` is for ${place}`, {
      hint: 'take it out',
    });
  }
  checkReasoning(context, [...path, 'reasoning'], settings.reasoning, vias);
  checkBudgets(context, [...path, 'budgets'], settings);
}

function checkReasoning(
  context: Context,
  at: Path,
  wished: Settings['reasoning'],
  vias: readonly WrittenVia[],
): void {
  if (wished === undefined) return;
  const possible = [...new Set(vias.flatMap(({ via }) => targetDefinitions[via].reasoning))].filter(
    (form) => form !== 'effort',
  );
  if (possible.includes(wished)) return;
  const targets = [...new Set(vias.map(({ via }) => via))].join(' and ');
  if (possible.length === 0) {
    const message = `effort is said in a word of its own via ${targets}`;
    context.report.atKey(context.tree, at, 'idle_translation', message, { hint: 'take it out' });
  } else {
    const message = `must be one of: ${possible.join(', ')}, via ${targets}`;
    wrong(context, at, 'bad_translation', message, { hint: `write ${possible[0]!}` });
  }
}

/** More effort is no less thinking. */
function checkBudgets(context: Context, path: Path, { budgets: written, reasoning }: Settings): void {
  if (written === undefined) return;
  if (reasoning !== 'budget' && reasoning !== 'anthropic') {
    const message = '`budgets` are for `reasoning: budget` and `reasoning: anthropic`';
    context.report.atKey(context.tree, path, 'idle_translation', message, {
      hint: 'take it out, or write `reasoning: budget` beside it',
    });
    return;
  }
  const all = Object.entries({ ...usualBudgets, ...written });
  for (const [index, [effort, tokens]] of all.entries()) {
    const before = all[index - 1];
    if (before === undefined || before[1] <= tokens) continue;
    const [lower, more] = before;
    const place = nodeAt(context.tree, [...path, effort]) === undefined ? lower : effort;
    const message = `effort ${lower} has more thinking tokens (${more}) than ${effort} (${tokens})`;
    wrong(context, [...path, place], 'bad_translation', message, {
      hint: `write \`${effort}: ${more}\` or more, or fewer for ${lower}`,
    });
  }
}
