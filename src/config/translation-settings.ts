/**
 * The settings of an endpoint's translation to another dialect: complete, frozen, plain data, like the whole
 * configuration. Their effect on requests and answers is up to the codecs.
 */

import type { TargetDialect, VendorDialect } from './target-dialects/index.ts';
import type { ReasoningForm } from './target-dialects/target-dialect.ts';

/** The endpoints that can be served through another dialect. */
export const translatedEndpoints = ['chat_completions', 'messages', 'responses'] as const;
export type TranslatedEndpoint = (typeof translatedEndpoints)[number];

/** A backend's paths for whole answers and for streams; `{model}` marks the place of the deployment's model. */
export interface DialectPaths {
  readonly path: string;
  readonly streamPath: string;
}

/** The amounts of thinking, from the least. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];
/** One that comes to tokens. */
export type ThinkingEffort = Exclude<Effort, 'none'>;

/** The ways to choose a tool. */
export const choiceModes = ['auto', 'none', 'required', 'named'] as const;
export type ChoiceMode = (typeof choiceModes)[number];

/** The features of a dialect that a deployment's model takes. */
export interface Accepts {
  /** `temperature`, `top_p` and `top_k`. */
  readonly temperature: boolean;
  /** From the least; undefined for every one. */
  readonly efforts: readonly [Effort, ...Effort[]] | undefined;
  /** The model can think, and can be told not to. */
  readonly thinking: boolean;
  readonly toolChoice: readonly ChoiceMode[];
}

/** Kinds of servers that speak chat_completions. */
export const flavorNames = ['openai', 'vllm', 'llama_cpp', 'deepseek', 'openrouter', 'generic'] as const;
export type FlavorName = (typeof flavorNames)[number];

/**
 * The features and forms of a kind of server in chat_completions, beyond those that a file can set (in `Translation`).
 */
export interface Flavor {
  readonly name: FlavorName;
  /** It takes `top_k`, */
  readonly topK: boolean;
  /** more than four stop sequences, */
  readonly manyStops: boolean;
  /** and `safety_identifier`, `prompt_cache_key`, `service_tier`, `verbosity` and `metadata`. */
  readonly openaiFields: boolean;
  /** The field for effort; undefined for none. */
  readonly effortField: 'reasoning_effort' | 'reasoning.effort' | undefined;
  /** The way to switch thinking off; undefined for none. */
  readonly thinkingOff: 'effort' | 'chat_template_kwargs' | undefined;
  /** The field of assistant turns that takes their reasoning back; undefined for none. */
  readonly reasoningBack: 'reasoning' | 'reasoning_content' | 'reasoning_details' | undefined;
  readonly customTools: 'native' | 'wrapped';
  /** The mark on a part for the prompt cache; undefined for none. */
  readonly cacheMarks: 'prompt_cache_breakpoint' | 'cache_control' | undefined;
  /**
   * The way to begin an answer for the model: by two fields of the request, one of the turn, or by the turn alone;
   * undefined for none.
   */
  readonly prefill: 'continue_final_message' | 'prefix' | 'trailing_turn' | undefined;
  /** It can be asked to tell usage in each chunk of a stream: `continuous_usage_stats`. */
  readonly continuousUsage: boolean;
}

/** The fields for the number of answers. */
export const answerCounts: readonly string[] = [
  'n',
  'best_of',
  // Google's backends take each name in two spellings.
  ...['generationConfig', 'generation_config'].flatMap((parent) => [
    `${parent}.candidateCount`,
    `${parent}.candidate_count`,
  ]),
];

/** Of one endpoint of a deployment. */
export interface Translation extends DialectPaths {
  readonly to: TargetDialect;
  /** The features of the dialect that the model takes; undefined for all. */
  readonly accepts: Accepts | undefined;
  /** Of the backend; says something for `chat_completions` alone. */
  readonly flavor: Flavor;
  /** The bound of answers whose client sets none; undefined where none is sent. */
  readonly maxTokens: number | undefined;
  /** Paths in the words of the client: `messages[].content[].citations`, `tools.web_search`. */
  readonly drop: readonly string[];
  readonly unknownFields: 'refuse' | 'drop';
  readonly reasoning: ReasoningForm;
  /** Thinking tokens. */
  readonly budgets: Readonly<Record<ThinkingEffort, number>>;
  readonly cache: 'marked' | 'auto';
  /** An answer in JSON without a schema, where the dialect has no field for it. */
  readonly jsonObject: 'asked' | 'refused';
  /** System messages behind others. */
  readonly lateSystem: 'in_place' | 'hoist';
  /** System messages with several parts. */
  readonly systemParts: 'kept' | 'joined';
  readonly developerRole: 'kept' | 'system';
  readonly tokenField: 'max_tokens' | 'max_completion_tokens';
  /** A last turn of the assistant begins the answer: the endpoint guarantees it. */
  readonly takesPrefill: boolean;
  /** Streams are asked for their usage. */
  readonly asksForUsage: boolean;
  /** The field of answers that clients of chat_completions read reasoning in. */
  readonly reasoningField: 'reasoning_content' | 'reasoning' | 'none';
  /** Clients of messages see it, */
  readonly showReasoning: 'asked' | 'always';
  /** and gemini is given URLs of images. */
  readonly imageUrls: boolean;
}

/** The translation settings of a backend: its deployments have them in theirs. */
export interface TranslatingBackend {
  /** Undefined where neither the file nor the host says it. */
  readonly flavor: FlavorName | undefined;
  readonly paths: Readonly<Record<VendorDialect, DialectPaths>>;
}

/** By the endpoint that is called. */
export type Translations = Readonly<Partial<Record<TranslatedEndpoint, Translation>>>;

/** Without these a request would be another one. */
const neverDropped: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'instructions',
  'system',
  'tools',
  'tool_choice',
  'response_format',
  'text',
  'text.format',
  'output_config',
  'output_config.format',
  'stream',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'previous_response_id',
  'conversation',
]);

/** True for a path of `translation.drop` that can't be left out. `messages[]` counts as `messages`. */
export function isNeverDropped(path: string): boolean {
  return neverDropped.has(path.replace(/(?:\[\])+$/, ''));
}

/** As the schema has it. */
const droppedPath = /^[A-Za-z_][A-Za-z0-9_-]*(?:\[\])*(?:\.[A-Za-z_][A-Za-z0-9_-]*(?:\[\])*)*$/;
const longestPath = 256;

/** True for a valid path under `translation.drop`. */
export function isDroppable(path: string): boolean {
  return path.length <= longestPath && droppedPath.test(path) && !isNeverDropped(path);
}
