/** Requests said in another dialect, with what is told about it. */

import { parseJson } from '../../../../src/api/translation/json/json-node.ts';
import type { TurnRequest } from '../../../../src/api/translation/neutral/turn-request.ts';
import { DropList, type Refusal, TranslationReport } from '../../../../src/api/translation/report.ts';
import { decoders } from '../../../../src/api/translation/requests/decode/index.ts';
import { encoders } from '../../../../src/api/translation/requests/encode/index.ts';
import { ToolNames } from '../../../../src/api/translation/shared/tool-names.ts';
import type {
  Flavor,
  FlavorName,
  TargetDialect,
  TranslatedEndpoint,
  Translation,
} from '../../../../src/config/translation-settings.ts';

export type Json = Record<string, unknown>;
export type Spoken = keyof typeof encoders;

const openai: Flavor = {
  name: 'openai',
  topK: false,
  manyStops: false,
  openaiFields: true,
  effortField: 'reasoning_effort',
  thinkingOff: 'effort',
  reasoningBack: undefined,
  customTools: 'native',
  cacheMarks: 'prompt_cache_breakpoint',
  prefill: undefined,
  continuousUsage: false,
};
const other: Flavor = {
  ...openai,
  name: 'generic',
  openaiFields: false,
  thinkingOff: undefined,
  customTools: 'wrapped',
  cacheMarks: undefined,
};

export const flavors: Readonly<Record<FlavorName, Flavor>> = {
  openai,
  generic: other,
  vllm: {
    ...other,
    name: 'vllm',
    topK: true,
    manyStops: true,
    thinkingOff: 'chat_template_kwargs',
    reasoningBack: 'reasoning',
    prefill: 'continue_final_message',
    continuousUsage: true,
  },
  llama_cpp: {
    ...other,
    name: 'llama_cpp',
    topK: true,
    manyStops: true,
    effortField: undefined,
    reasoningBack: 'reasoning_content',
    prefill: 'trailing_turn',
  },
  deepseek: { ...other, name: 'deepseek', reasoningBack: 'reasoning_content', prefill: 'prefix' },
  openrouter: {
    ...other,
    name: 'openrouter',
    topK: true,
    manyStops: true,
    effortField: 'reasoning.effort',
    reasoningBack: 'reasoning_details',
    cacheMarks: 'cache_control',
    prefill: 'trailing_turn',
  },
};

const hoisting: readonly FlavorName[] = ['vllm', 'llama_cpp'];
const keeping: readonly FlavorName[] = ['openai', 'openrouter'];

/** The settings of a deployment whose file says nothing beyond the flavor. */
export function settingsFor(to: TargetDialect, flavor: FlavorName = 'openai'): Translation {
  const isChat = to === 'chat_completions';
  return {
    to,
    path: '/v1/test',
    streamPath: '/v1/test',
    flavor: flavors[flavor],
    maxTokens: to === 'messages' ? 32_000 : undefined,
    drop: [],
    unknownFields: 'refuse',
    reasoning: to === 'messages' ? 'adaptive' : 'effort',
    budgets: { minimal: 1024, low: 2048, medium: 8192, high: 24_576, xhigh: 32_768, max: 60_000 },
    cache: 'marked',
    lateSystem: isChat && hoisting.includes(flavor) ? 'hoist' : 'in_place',
    systemParts: isChat && !keeping.includes(flavor) ? 'joined' : 'kept',
    developerRole: isChat && flavor !== 'openai' ? 'system' : 'kept',
    tokenField: flavor === 'openai' ? 'max_completion_tokens' : 'max_tokens',
    takesPrefill: false,
    asksForUsage: true,
    reasoningField: 'reasoning_content',
    showReasoning: 'asked',
    imageUrls: false,
  };
}

export interface Translated {
  readonly text: string;
  readonly body: Json;
  readonly dropped: readonly string[];
  readonly changed: readonly string[];
  readonly refused: readonly Refusal[];
  /** The paths of what is refused, with `!` where no operator can let it be dropped. */
  readonly refusedPaths: readonly string[];
}

type Options = Partial<Translation> & { readonly kind?: FlavorName };

export function decoded(from: TranslatedEndpoint, body: Json | string): TurnRequest {
  const node = parseJson(typeof body === 'string' ? body : JSON.stringify(body));
  if (node.kind !== 'object') throw new Error('a body is an object');
  return decoders[from as keyof typeof decoders](node);
}

export function encoded(request: TurnRequest, to: Spoken, { kind, ...changes }: Options = {}): Translated {
  const settings: Translation = { ...settingsFor(to, kind), ...changes };
  const report = new TranslationReport(new DropList(settings.drop, settings.unknownFields === 'drop'));
  const names = new ToolNames(to, request, report);
  const text = encoders[to](request, { settings, model: 'theirs', names, report });
  const { dropped, changed, refused } = report;
  return {
    text,
    body: refused.length > 0 ? {} : (JSON.parse(text) as Json),
    dropped,
    changed,
    refused,
    refusedPaths: refused.map(({ path, drop }) => (drop === undefined ? `${path}!` : path)),
  };
}

export function translated(
  from: TranslatedEndpoint,
  to: Spoken,
  body: Json | string,
  options: Options = {},
): Translated {
  return encoded(decoded(from, body), to, options);
}

/** What becomes of members that are added to a request. */
export interface Row {
  /** Members of the backend's body that are others with them than without. */
  readonly says?: Json;
  readonly dropped?: readonly string[];
  readonly changed?: readonly string[];
  /** Paths, with `!` for what can't be dropped. */
  readonly refused?: readonly string[];
}

/** The difference that some members make to what a base request becomes. */
export function differenceOf(
  from: TranslatedEndpoint,
  to: Spoken,
  base: Json,
  added: Json,
  options: Options = {},
): Required<Row> {
  const without = translated(from, to, base, options);
  const withThem = translated(from, to, { ...base, ...added }, options);
  const says: Json = {};
  for (const name of new Set([...Object.keys(without.body), ...Object.keys(withThem.body)])) {
    if (JSON.stringify(without.body[name]) !== JSON.stringify(withThem.body[name])) {
      says[name] = withThem.body[name];
    }
  }
  const more = (one: readonly string[], two: readonly string[]) => one.filter((path) => !two.includes(path));
  const refused = withThem.refusedPaths;
  return {
    says: refused.length > 0 ? {} : says,
    dropped: more(withThem.dropped, without.dropped),
    changed: more(withThem.changed, without.changed),
    refused,
  };
}

export function row({ says = {}, dropped = [], changed = [], refused = [] }: Row): Required<Row> {
  return { says, dropped, changed, refused };
}
