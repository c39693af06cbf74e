/**
 * A request in no dialect: all that one of the clients' dialects can say, and where the client said it. Every decoder
 * makes one, every encoder says one in its own dialect. Paths are the client's, as in `messages[0].content[2]`; what
 * is optional is there only where the client wrote it and wrote something other than null.
 */

import type { Effort } from '../../../config/translation-settings.ts';
import type { JsonNode, Literal, Raw } from '../json/json-node.ts';
import type { ClientDialect } from './dialects.ts';
import type { Seal } from './seal.ts';

export interface TurnRequest {
  readonly client: ClientDialect;
  readonly isStream: boolean;
  /** The client wants usage in its stream; only those of chat completions can say no. */
  readonly usageInStream: boolean;
  /** In order, instructions among them. */
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly fields: Fields;
  /** The parts without an equivalent in any other dialect, and unknown ones. */
  readonly unsaid: readonly Unsaid[];
  /** JSON text of fields that answers repeat, by the client's names: those of a responses client that it sent. */
  readonly echo: Readonly<Record<string, Raw>>;
  /** The client's wish to see reasoning, and its form. */
  readonly shows: 'nothing' | 'summary' | 'text' | 'seal_only';
  /** It wants reasoning that it can send back: `include: [reasoning.encrypted_content]` of responses; else true. */
  readonly wantsSeals: boolean;
}

/**
 * The rule for a part without an equivalent in the target: `drop` for cost, telemetry, speed and book-keeping; `refuse`
 * for parts that change the answer, unless the operator lists it under `translation.drop`; `never` for parts without
 * which it is another question; `change` for parts that the neutral form holds in another shape than the client's.
 */
export type UnsaidRule = 'drop' | 'refuse' | 'never' | 'change';

export interface Unsaid {
  readonly path: string;
  readonly rule: UnsaidRule;
  /** Nobody knows what it is: `translation.unknown_fields` may let it be dropped. */
  readonly isUnknown?: true;
  /** For `never`: why, as the end of a sentence that begins with the path and "can't be expressed". */
  readonly why?: string;
}

/** A field that a client wrote: where, and what it says. */
export interface Field<Value> {
  readonly path: string;
  readonly value: Value;
}

/**
 * The fields of requests beside turns and tools. Encoders hold a table with a rule for every one of them, so that none
 * is forgotten: see `requests/request-codec.ts`. A number keeps the client's own digits (`Raw`).
 */
export interface FieldValues {
  readonly maxTokens: number;
  /** A second bound that differs from the one that counts (`max_tokens` beside `max_completion_tokens`). */
  readonly otherMaxTokens: number;
  readonly temperature: Raw;
  readonly topP: Raw;
  readonly topK: Raw;
  readonly frequencyPenalty: Raw;
  readonly presencePenalty: Raw;
  readonly seed: Raw;
  /** Never empty. */
  readonly stop: readonly Literal[];
  /** More than 1. */
  readonly copies: number;
  /** Never empty. */
  readonly logitBias: Raw;
  /** The number of wanted alternatives, 0 for none. */
  readonly logprobs: number;
  readonly parallelCalls: boolean;
  readonly choice: Choice;
  readonly format: Format;
  readonly effort: Effort;
  /** A messages client's request for thinking (`thinking`); other clients have only `effort`. */
  readonly thinking: Thinking;
  readonly verbosity: Literal;
  /** The end user: `user` of OpenAI's dialects, */
  readonly user: Literal;
  /** `safety_identifier` of them, */
  readonly safetyIdentifier: Literal;
  /** `metadata.user_id` of messages. */
  readonly userId: Literal;
  /** `metadata` of OpenAI's dialects. */
  readonly metadata: Raw;
  /** Only true: false is what every target does. */
  readonly store: true;
  /** In the words of OpenAI's dialects, never `auto`; `default` is also `standard_only` of messages. */
  readonly serviceTier: string;
  readonly cacheKey: Literal;
  readonly cacheRetention: Raw;
  readonly cacheOptions: Raw;
  /** The whole request is to be cached (`cache_control` at the top level of messages); its `ttl` where one is given. */
  readonly cacheAll: CacheMark;
  readonly prediction: Raw;
  readonly moderation: Raw;
  /** `include_obfuscation: true`. */
  readonly obfuscation: true;
}

export type FieldName = keyof FieldValues;
export type Fields = { readonly [Name in FieldName]?: Field<FieldValues[Name]> };

export interface Choice {
  /** `named` has the name of a tool, or the type of a hosted one. */
  readonly mode: 'auto' | 'none' | 'required' | 'named';
  readonly name?: string;
  readonly namespace?: string;
  readonly isCustom?: boolean;
  readonly hostedType?: string;
  /** Only these tools may be called. */
  readonly only?: readonly { readonly name: string; readonly namespace?: string }[];
}

export type Format =
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema';
      readonly name?: Literal;
      readonly description?: Literal;
      readonly schema: Raw;
      readonly strict?: boolean;
    };

/** `auto`: the model decides how much (`adaptive`). */
export type Thinking =
  | { readonly mode: 'off' | 'auto' | 'between_tools' }
  | { readonly mode: 'budget'; readonly budget: number };

/** `ttl` as the client's dialect has it: `5m`, `1h`, `12h`. */
export interface CacheMark {
  readonly path: string;
  readonly ttl?: string;
}

/** `developer` is the word for it of OpenAI's dialects; `tool` holds results alone. */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/**
 * The continuous part of one side. Decoders put results apart, into a turn `tool` before the rest of a user's turn, and
 * gather an assistant's texts between two of those into one turn.
 */
export interface Turn {
  readonly role: Role;
  readonly path: string;
  readonly blocks: readonly Block[];
  /** Its content came as a plain string, not as a list of one text. */
  readonly isString?: boolean;
}

interface InRequest {
  readonly path: string;
  readonly cacheMark?: CacheMark;
}

export interface TextBlock extends InRequest {
  readonly kind: 'text';
  readonly text: Literal;
  /** The number of its message in an assistant's turn, from 0: responses may have several in one turn. */
  readonly message?: number;
}

export interface ImageBlock extends InRequest {
  readonly kind: 'image';
  readonly source: Base64Source | { readonly kind: 'url'; readonly url: Literal } | { readonly kind: 'file' };
  /** A word of OpenAI's dialects other than `auto`, which is also what none means. */
  readonly detail?: Field<Literal>;
}

export interface Base64Source {
  readonly kind: 'base64';
  /** In lower case and without parameters; `image/jpg` is `image/jpeg`. */
  readonly mediaType: string;
  /** As it stands between the quotes of a JSON string, escapes and all. */
  readonly data: string;
}

export interface DocumentBlock extends InRequest {
  readonly kind: 'document';
  readonly source:
    | Base64Source
    | { readonly kind: 'text'; readonly text: Literal }
    | { readonly kind: 'url'; readonly url: Literal }
    | { readonly kind: 'file' };
  /** Also the title of a messages document. */
  readonly filename?: Literal;
  readonly context?: Field<Literal>;
  /** Citations are wanted. */
  readonly citations?: Field<true>;
}

export interface AudioBlock extends InRequest {
  readonly kind: 'audio';
  /** As between the quotes of a JSON string. */
  readonly data: string;
  /** `wav`, `mp3`. */
  readonly format: string;
}

export interface ReasoningBlock extends InRequest {
  readonly kind: 'reasoning';
  readonly form: 'summary' | 'full' | 'redacted';
  /** Undefined where the client holds none. */
  readonly text?: Literal;
  /** The gateway's seal in the conversation. */
  readonly seal?: Seal;
  /** A signature or encrypted content of the client's own dialect is with it, which nobody else can read. */
  readonly isForeign?: true;
}

export interface CallBlock extends InRequest {
  readonly kind: 'call';
  readonly id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly isCustom: boolean;
  /** The input of the call: for a function the client's JSON text (perhaps invalid, perhaps empty), else its text. */
  readonly input: string;
  /** The same as the client wrote it, where it wrote a JSON string. */
  readonly literal?: Literal;
  /** The seal of this call alone. */
  readonly seal?: Seal;
}

export interface ResultBlock extends InRequest {
  readonly kind: 'result';
  readonly callId: string;
  readonly isCustom: boolean;
  /** Texts, images, documents, search results; empty where there is nothing. */
  readonly blocks: readonly Block[];
  /** It came as a plain string, not as a list. */
  readonly isString: boolean;
  readonly isError?: Field<true>;
}

export interface RefusalBlock extends InRequest {
  readonly kind: 'refusal';
  readonly text: Literal;
}

/** A passage to be cited, of messages. */
export interface SearchResultBlock extends InRequest {
  readonly kind: 'search_result';
  readonly title: Literal;
  readonly source: Literal;
  readonly texts: readonly Literal[];
  readonly citations?: Field<true>;
}

/** A block that only the client's own dialect has. */
export interface NativeBlock extends InRequest {
  readonly kind: 'native';
  readonly type: string;
  readonly node: JsonNode;
}

export type Block =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | AudioBlock
  | ReasoningBlock
  | CallBlock
  | ResultBlock
  | RefusalBlock
  | SearchResultBlock
  | NativeBlock;
export type BlockKind = Block['kind'];

export interface FunctionTool extends InRequest {
  readonly kind: 'function';
  readonly name: string;
  readonly namespace?: string;
  readonly description?: Literal;
  /** A schema as the client wrote it; undefined where it gave none. */
  readonly parameters?: JsonNode;
  readonly strict?: boolean;
}

/** A tool whose input is text. */
export interface CustomTool extends InRequest {
  readonly kind: 'custom';
  readonly name: string;
  readonly namespace?: string;
  readonly description?: Literal;
  /** JSON text of a `format` that is no grammar, */
  readonly format?: Raw;
  /** or what the grammar in it says, which dialects nest differently. */
  readonly grammar?: { readonly syntax: string; readonly definition: string };
}

/** A tool that the vendor runs, or knows. */
export interface HostedTool extends InRequest {
  readonly kind: 'hosted';
  /** As the client has it, with a date where it has one: `web_search_20260318`. */
  readonly type: string;
}

export type Tool = FunctionTool | CustomTool | HostedTool;
