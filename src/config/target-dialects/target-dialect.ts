/** The definition of a dialect that translated requests have at the backend. Codecs are in `api/translation`. */

/** The forms of effort: a word of the dialect's own, or one of the forms of `translation.reasoning`. */
export type ReasoningForm = 'effort' | 'adaptive' | 'budget' | 'level' | 'anthropic' | 'none';

/** The settings of `translation` that are for some dialects only. */
export type DialectSetting =
  | 'max_tokens'
  | 'cache'
  | 'late_system'
  | 'json_object'
  | 'system_parts'
  | 'developer_role'
  | 'token_field'
  | 'image_urls';

/** Guarantees that a dialect may have no place for. */
export type DialectGuarantee = 'audio_input' | 'tool_choice' | 'assistant_prefill' | 'prompt_caching';

export interface TargetDefinition {
  /** The vendor's paths, if no endpoint speaks the dialect. */
  readonly paths?: {
    readonly whole: string;
    readonly stream: string;
    /** The ending of URLs that lead to the same host's chat_completions. */
    readonly ofChatCompletions: RegExp;
  };
  /** Added to the path of a stream. */
  readonly streamQuery: '' | `?${string}`;
  /** Sent where the operator sets no other value. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The envelope that all of it comes in, or that of the backend's own `wire`. */
  readonly wire: 'converse' | 'of_backend' | undefined;
  /**
   * The fields that bound the length of an answer: the one to write first, then all others that a backend would accept.
   * Paths lead through objects.
   */
  readonly answerBounds: readonly [string, ...string[]];
  /** The forms that effort can be said in; the first where the file leaves it open. */
  readonly reasoning: readonly [ReasoningForm, ...ReasoningForm[]];
  readonly settings: readonly DialectSetting[];
  /** Why it can't guarantee something, as the end of a sentence (empty for no more than that). */
  readonly lacks: Readonly<Partial<Record<DialectGuarantee, string>>>;
  /** It depends on the kind of server, the `flavor`, whether it can. */
  readonly dependsOnFlavor: readonly DialectGuarantee[];
  /** The names that tools may have. */
  readonly toolNames: RegExp;
  /** The ids that calls may have; undefined where any will do. */
  readonly callIds?: RegExp;
  /** The most characters of one. */
  readonly longestCallId?: number;
  /** The letter of what is sealed into conversations for it; one of its own. */
  readonly seal: string;
  /** A header tells errors by their names. */
  readonly namesErrors: boolean;
  /** The names of LiteLLM's parameters in this dialect, if they differ from chat completions. */
  readonly litellm: Readonly<Record<string, string>>;
}

/** Returns a dialect with the types of what is written in it. */
export function defineTarget<const Target extends TargetDefinition>(target: Target): Target {
  return target;
}
