/**
 * How an endpoint is served through another dialect, as the configuration has it: complete, frozen, plain data, as all
 * of it is. What these words do to requests and answers is the codecs' matter.
 */

/** The endpoints that can be served through another dialect. */
export const translatedEndpoints = ['chat_completions', 'messages', 'responses'] as const;
export type TranslatedEndpoint = (typeof translatedEndpoints)[number];

/** What backends can be asked in: `via`. */
export const targetDialects = [...translatedEndpoints, 'gemini', 'bedrock_converse'] as const;
export type TargetDialect = (typeof targetDialects)[number];

/** Those of them that no endpoint speaks. */
export type VendorDialect = Exclude<TargetDialect, TranslatedEndpoint>;

/** Where a backend is asked for whole answers, and where for streams, with `{model}` where the deployment's stands. */
export interface DialectPaths {
  readonly path: string;
  readonly streamPath: string;
}

/** How much is thought, from the least. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];
/** One that comes to tokens. */
export type ThinkingEffort = Exclude<Effort, 'none'>;

/** Kinds of servers that speak chat_completions. */
export const flavorNames = ['openai', 'vllm', 'llama_cpp', 'deepseek', 'openrouter', 'generic'] as const;
export type FlavorName = (typeof flavorNames)[number];

/** What a kind of server takes in chat_completions and how, beyond what a file can set (which stands in `Translation`). */
export interface Flavor {
  readonly name: FlavorName;
  /** It takes `top_k`, */
  readonly topK: boolean;
  /** more than four stop sequences, */
  readonly manyStops: boolean;
  /** and `safety_identifier`, `prompt_cache_key`, `service_tier`, `verbosity` and `metadata`. */
  readonly openaiFields: boolean;
  /** Where effort stands; undefined where it has no place. */
  readonly effortField: 'reasoning_effort' | 'reasoning.effort' | undefined;
  /** How thinking is switched off; undefined where it cannot be. */
  readonly thinkingOff: 'effort' | 'chat_template_kwargs' | undefined;
  /** The field of assistant turns that takes their reasoning back; undefined for none. */
  readonly reasoningBack: 'reasoning' | 'reasoning_content' | 'reasoning_details' | undefined;
  readonly customTools: 'native' | 'wrapped';
  /** How a part is marked for the prompt cache; undefined where it cannot be. */
  readonly cacheMarks: 'prompt_cache_breakpoint' | 'cache_control' | undefined;
  /** How an answer is begun for the model: by two fields of the request, one of the turn, or by the turn alone; undefined where it cannot be. */
  readonly prefill: 'continue_final_message' | 'prefix' | 'trailing_turn' | undefined;
  /** It can be asked to tell usage in each chunk of a stream: `continuous_usage_stats`. */
  readonly continuousUsage: boolean;
}

/**
 * Where a request says how long its answer may become: the field that is written first, and whatever else a backend would
 * take for it. Paths lead through objects. Google's backends take each name in two spellings.
 */
export const answerBounds: Readonly<Record<TargetDialect, readonly string[]>> = {
  chat_completions: ['max_tokens', 'max_completion_tokens'],
  messages: ['max_tokens'],
  responses: ['max_output_tokens'],
  gemini: inBothSpellings('maxOutputTokens', 'max_output_tokens'),
  bedrock_converse: ['inferenceConfig.maxTokens'],
};

/** Where it says how many answers there are to be. */
export const answerCounts: readonly string[] = [
  'n',
  'best_of',
  ...inBothSpellings('candidateCount', 'candidate_count'),
];

function inBothSpellings(...names: readonly string[]): readonly string[] {
  return ['generationConfig', 'generation_config'].flatMap((parent) =>
    names.map((name) => `${parent}.${name}`),
  );
}

/** How effort is said: as a word of the dialect's own (chat_completions, responses), or in one of the forms of `reasoning`. */
export type ReasoningForm = 'effort' | 'adaptive' | 'budget' | 'level' | 'anthropic' | 'none';

/** Of one endpoint of a deployment. */
export interface Translation extends DialectPaths {
  readonly to: TargetDialect;
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

/** What a backend has to do with translations: deployments on it have it in theirs. */
export interface TranslatingBackend {
  /** Undefined where neither the file nor the host says it. */
  readonly flavor: FlavorName | undefined;
  readonly paths: Readonly<Record<VendorDialect, DialectPaths>>;
}

/** By the endpoint that is called. */
export type Translations = Readonly<Partial<Record<TranslatedEndpoint, Translation>>>;
