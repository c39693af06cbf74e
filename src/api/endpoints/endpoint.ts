/**
 * An endpoint: a client's call, and the form of its answer. All of it is plain data, and imports nothing else, so that
 * the configuration, routing, metrics and the dashboard's pages can read it as the pipeline does. The dialect that it
 * names reads requests and answers (`api/dialects/`).
 */
import type { UnitCounter } from '../../observe/units/index.ts';
import type { NestedPlace } from './nested-models.ts';

/** The conventions of an endpoint of models: the form of its errors, the words in them, the headers of its clients. */
export type ModelFamily = 'openai' | 'anthropic';

/** The same with clients of tools, which speak JSON-RPC. */
export type Family = ModelFamily | 'mcp';

/**
 * The endpoints that fail together: an answer shows the deployment's health for its endpoint's family only. A
 * deployment that counts tokens badly may still answer messages well.
 */
export const healthFamilies = [
  'generation',
  'counting',
  'compaction',
  'embeddings',
  'ranking',
  'moderation',
  'images',
  'audio',
  'realtime',
  'objects',
  'declared',
] as const;
export type HealthFamily = (typeof healthFamilies)[number];

/** A wire form that code reads: requests, whole answers, events of streams. */
export type CodedDialect = 'chat_completions' | 'completions' | 'messages' | 'responses';

/** A JSON Schema (draft 7); `nullable` lets null count as absent. */
export type BodySchema = Readonly<Record<string, unknown>>;

/** A field of a body that is held to a rule. */
export interface BodyField {
  readonly schema: BodySchema;
  /** The end of an error's sentence "`field` must be ...". */
  readonly must: string;
}

/** A JSON object. What is enforced of it, beside what routing needs of all; all else is for the backend to judge. */
export interface JsonBodyRules {
  readonly kind: 'json';
  readonly required?: readonly string[];
  /** Fields of which one has to be there; the first is the one that messages name. */
  readonly oneOf?: readonly string[];
  readonly fields: Readonly<Record<string, BodyField>>;
  /** The most bytes of it, in place of `listen.max_body`. */
  readonly maxBytes?: number;
}

/** A part of a form that is held to a rule. */
export interface FormField {
  /** There may be several, also as `NAME[]`. */
  readonly repeats?: boolean;
  /** The end of an error's sentence "send a part of this name that is ...". */
  readonly must: string;
}

/** A form (`multipart/form-data`). What is enforced of it, beside what routing needs of all. */
export interface FormBodyRules {
  readonly kind: 'multipart';
  readonly required: readonly string[];
  readonly fields: Readonly<Record<string, FormField>>;
  /** The most bytes of it, in place of `listen.max_body`. */
  readonly maxBytes?: number;
}

/** A form or a JSON object: what a request has is what its media type says. */
export interface FormOrJsonRules {
  readonly kind: 'multipart_or_json';
  readonly form: FormBodyRules;
  readonly json: JsonBodyRules;
}

/** A body of any kind passes to the backend as it comes: larger than held bodies, and unread. */
export interface StreamedBodyRules {
  readonly kind: 'streamed';
  readonly maxBytes: number;
}

/**
 * The kinds of bodies that requests can have; `object` is a JSON object that names no model, or nothing, and `none` refuses
 * whatever comes after the head.
 */
export type BodyRules =
  | JsonBodyRules
  | FormBodyRules
  | FormOrJsonRules
  | StreamedBodyRules
  | { readonly kind: 'object' }
  | { readonly kind: 'none' };

/** A whole JSON object, server-sent events, or bytes that nobody looks into. */
export type AnswerKind = 'json' | 'events' | 'binary';

/** A list, a bare text, or any JSON value. */
export type OtherJson = 'array' | 'string' | 'any';

/** A field of requests that asks for a kind of answer by some of its values. */
export interface AnswerChoice {
  readonly kind: AnswerKind;
  readonly field: string;
  readonly values: readonly (string | boolean)[];
}

/** The effect of an endpoint's capabilities on the tags of requests. */
export interface TagRules {
  /** Its name can stand before the colon of a tag, as in `messages:vision`. */
  readonly prefix: boolean;
  /**
   * A generic tag (`vision`) has to match under this endpoint on a call of any endpoint that the deployment serves
   * beside it, or only when this one is called. `always` is for those that the interface has prefixes for.
   */
  readonly generic: 'always' | 'when_called';
}

/** A place in an answer, as a JSON pointer (RFC 6901) without escapes. */
export type JsonPointer = `/${string}`;

/** One place, or several of which the first that says something counts. */
export type Places = JsonPointer | readonly JsonPointer[];

/**
 * The place of usage in a whole answer: a number, and for units beside tokens also a number as text, or a list whose
 * items are counted. A count without a value in any of its places is estimated.
 */
export interface UsagePlaces extends Readonly<Partial<Record<UnitCounter, Places>>> {
  // Tokens. Those of the second line are parts of the input, those of the third parts of the output.
  readonly input?: Places;
  readonly output?: Places;
  readonly cachedInput?: Places;
  readonly audioInput?: Places;
  readonly imageInput?: Places;
  readonly audioOutput?: Places;
  readonly imageOutput?: Places;
  /** Units that prices have under `per_unit`, by their names there. */
  readonly named?: Readonly<Record<string, Places>>;
  /** The real kind of the images: both are needed, and override the request. */
  readonly imageKind?: { readonly quality: Places; readonly size: Places };
}

/**
 * The number of units that a request asks for:
 *
 * - `number`: the value of a field, or `otherwise` unless it is above zero;
 * - `characters`: of the text in a field, as Unicode code points;
 * - `items`: of the list in a field, or in the first present one of several, as units of up to `perUnit` of them, at
 *   least one;
 * - `bytes`: of the part of a form, as units of `perUnit` bytes each. JSON bodies have no parts: nothing is counted;
 * - `constant`: as many for every request.
 */
export type RequestCount =
  | { readonly from: 'number'; readonly field: string; readonly otherwise: number }
  | { readonly from: 'characters'; readonly field: string }
  | { readonly from: 'items'; readonly field: string | readonly string[]; readonly perUnit: number }
  | { readonly from: 'bytes'; readonly part: string; readonly perUnit: number }
  | { readonly from: 'constant'; readonly count: number };

/**
 * The units beside tokens that every answer of an endpoint can be counted by: what the request asks for counts until the
 * answer says otherwise, and where it says nothing. Whoever has a budget needs a price for one of them, or for tokens.
 */
export interface UnitEstimates extends Readonly<Partial<Record<UnitCounter, RequestCount>>> {
  readonly named?: Readonly<Record<string, RequestCount>>;
  /** The fields of a request that say what its images are to be. */
  readonly imageKind?: { readonly quality: string; readonly size: string };
  /** The request says it as well as an answer could, as a text that is to be spoken does: such a record is `measured`. */
  readonly areExact?: true;
}

/** The end of an endpoint's passing streams: an event of one of these types, which has the usage too, or `[DONE]`. */
export interface PassingEvents {
  readonly ends: readonly string[];
  /** Usage may be in any event, and the largest figures count. */
  readonly usageInAll?: boolean;
  /** Each of several answers has an end of its own. */
  readonly endsEach?: boolean;
}

export type SampleFields = Readonly<Record<string, unknown>>;

/** The reading of the wire's specific parts. */
export type WireForm =
  | {
      readonly dialect: CodedDialect;
      readonly sample: {
        /** The plainest body, without the model. */
        readonly request: SampleFields;
      };
    }
  | {
      /** Requests and answers pass through as JSON objects of which the gateway reads nothing but what stands here. */
      readonly dialect: 'json';
      /** `none` where the answer uses no tokens: such requests count as requests alone. */
      readonly usage: UsagePlaces | 'none';
      /** Left out where there are no streams. */
      readonly events?: PassingEvents;
      /** The binary answers that report usage: the last of captions ends with its sound. */
      readonly files?: 'captions';
      readonly sample: {
        readonly request: SampleFields;
        /** The simulator's answer; its `model` is replaced by the request's. */
        readonly answer: SampleFields;
      };
    };

/** The kinds of objects that backends keep and clients return to by an id. */
export const objectKinds = [
  'response',
  'conversation',
  'file',
  'upload',
  'part',
  'batch',
  'message_batch',
  'container',
] as const;
export type ObjectKind = (typeof objectKinds)[number];

/**
 * The meaning of a string in an answer: an id of a kind, the address of something, or text that only its account can
 * read.
 */
export type SignedText = ObjectKind | 'results_url' | 'encrypted_content' | 'item';

/**
 * Places in answers, by the names that lead there with dots between (`data.*.id`; `*` is any of a list). Those that begin
 * with `**.` are at any depth.
 */
export type SignedPlaces = Readonly<Record<string, SignedText>>;

/**
 * An operation on objects, by one method at one path. Such a call names no model: an id leads to the backend with the
 * object.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the endpoint's path. `{id}` stands for one segment; empty for the path itself. */
  readonly below: string;
  /**
   * The meaning of each `{id}`: an object of a kind, or something within the object before it, whose id is the
   * vendor's.
   */
  readonly ids: readonly (ObjectKind | 'item')[];
  readonly body: BodyRules;
  readonly answer: readonly AnswerKind[];
  readonly signs: SignedPlaces;
  /** Its answer says what a batch used, in the object itself or in lines of results, or what a response did. */
  readonly saysUseOf?: 'batch' | 'results' | 'response';
  /** It lists what others of the same account have made, too. */
  readonly listsAll?: true;
  /** Its request names models that nobody checks: it is for keys that may use all of them. */
  readonly needsAllModels?: true;
  /** Models that the body names, each served on an endpoint where the request goes. */
  readonly models?: {
    readonly of: string;
    /** The list, and within each of its elements the names that lead to the model. */
    readonly at: readonly [list: string, ...within: string[]];
    /** The places in each of them that can name others, beside its own. */
    readonly nests?: readonly NestedPlace[];
  };
}

/**
 * The place of the model in requests to a declared endpoint: a field of the JSON body, a part of the form, a parameter
 * of the query, a header (in lower case), or the segment of the path that is `{model}`; `none` names none.
 */
export type ModelPlace =
  | { readonly in: 'body' | 'form' | 'query' | 'header'; readonly field: string }
  | { readonly in: 'path' | 'none' };

/** The clouds in whose form an endpoint can be called: InvokeModel of Amazon Bedrock, and rawPredict of Vertex AI. */
export type Cloud = 'bedrock' | 'vertex';

/** An address of an endpoint in a cloud's form. */
export interface CloudPath {
  readonly cloud: Cloud;
  /**
   * The template of the path: braces match one segment, or a part of one; `{model}` is the model's name, with its
   * escapes.
   */
  readonly path: string;
  /** True for streamed answers: the path decides it. Absent without streams. */
  readonly streams?: boolean;
}

interface Called {
  /** Its name in configurations, tags, logs and metrics. */
  readonly name: string;
  /** In the order of the `Allow` header. */
  readonly methods: readonly string[];
  /** Compared byte for byte: nothing is decoded or normalised. */
  readonly path: string;
  /**
   * Others that it is called at. What comes there goes on to the same path of a backend, unless the configuration names
   * one for the endpoint.
   */
  readonly otherPaths?: readonly string[];
  /** Its path is another endpoint's too, and it is called by clients of Anthropic's, who say so by `anthropic-version`. */
  readonly isForAnthropic?: true;
  /** Its addresses for clients that speak to a cloud, in that cloud's form. */
  readonly clouds?: readonly CloudPath[];
  readonly family: Family;
}

/**
 * An endpoint that backends answer. `deployments`: the request names a model in its body, and a deployment of it answers;
 * `backends`: it names an object that one of them keeps, or has one made, and all of it are `operations`.
 */
export type ServedDefinition = Called &
  WireForm & {
    readonly answeredBy: 'deployments' | 'backends';
    readonly family: ModelFamily;
    /** Of those that a configuration declares, and of no other: nothing else of a request is the gateway's. */
    readonly model?: ModelPlace;
    /** The kind of object that backends keep for it, */
    readonly keeps?: ObjectKind;
    /** and what can be done with that, by its id. */
    readonly operations?: readonly Operation[];
    /** The ids in whole answers, */
    readonly signs?: SignedPlaces;
    /** and in the events of streams. */
    readonly signsInEvents?: SignedPlaces;
    readonly body: BodyRules;
    /** Its bodies hold items (`input`, `items`), which may name those that a backend has. */
    readonly takesItems?: boolean;
    /** The places in its bodies for models beside the requested one, which the vendor runs within the same call. */
    readonly nests?: readonly NestedPlace[];
    /** The place of the requested model in its bodies, one of `nests`; absent for `model`. */
    readonly modelAt?: readonly [field: string, ...within: string[]];
    /** Its answers are credentials: nothing of an answer is kept or made twice. */
    readonly answersSecrets?: true;
    /** The kinds of answer that there are. A request that asks for none gets the first. */
    readonly answer: readonly AnswerKind[];
    /** The forms of a whole answer beside a JSON object; absent if it is always one. */
    readonly besideObjects?: OtherJson;
    /**
     * The ways to ask for another kind of answer; the first match counts. Without it, `stream: true` asks for events.
     */
    readonly answerChoices?: readonly AnswerChoice[];
    /** Media types of binary answers, in lower case and without parameters; `TYPE/*` stands for all of a type. */
    readonly mediaTypes?: readonly string[];
    readonly tags: TagRules;
    /** Capabilities that are known under this endpoint alone, and what in a body makes use of each. */
    readonly capabilities?: Readonly<Record<string, { readonly field: string; readonly value: string }>>;
    /**
     * The grant of a key that lists no endpoints. A new endpoint widens no key by itself, except for one `with` another
     * endpoint, by that name: callers of that endpoint may call this one.
     */
    readonly grant: 'by_default' | 'by_name' | { readonly with: string };
    /**
     * The use of a WebSocket. `turns`: besides HTTP, and each turn is a request. `session`: only a socket, which
     * continues to a deployment's. Absent for none.
     */
    readonly socket?: 'turns' | 'session';
    /** Nothing of a request stays at the backend for a later one to name. */
    readonly isStateless: boolean;
    readonly estimate: {
      /** `by_size`: of the request's tokens; a number where its size says nothing; `none` where the endpoint counts none. */
      readonly input: 'by_size' | 'none' | number;
      /** Tokens that are reserved for an answer where the request sets no bound; 0 where answers have none. */
      readonly output: number;
      /**
       * The fields of a request that bound its answer, the first one for words about it; left out where there is none.
       * What is named so elsewhere is no bound here: the backend would not know it.
       */
      readonly maximum?: readonly string[];
      /** The fields that say how many answers are to be made; the largest multiplies. */
      readonly copies?: readonly string[];
      /** Fields that multiply what each of those answers comes to. */
      readonly times?: readonly string[];
      /** Units beside tokens; left out where tokens are all that is counted. */
      readonly units?: UnitEstimates;
    };
    /**
     * `same_model`: the answer of another model would be a wrong one, so that neither `fallbacks` nor `models` count;
     * `none`: there is one attempt.
     */
    readonly failover: 'full' | 'same_model' | 'none';
    readonly health: HealthFamily;
    /** `gen_ai.operation.name` of the OpenTelemetry semantic conventions. */
    readonly operation: string;
    /** The `mode` that LiteLLM's `model_info` has for it; undefined where it has none of its own. */
    readonly litellmMode: string | undefined;
  };

/** An endpoint that the gateway answers itself, to every key. */
export type OwnDefinition = Called & {
  readonly answeredBy: 'gateway';
  /** The path below is one of its items: all of `PATH/{id}`, slashes in the id included. */
  readonly hasItems: boolean;
};

export type EndpointDefinition = ServedDefinition | OwnDefinition;

/** Declares an endpoint. Its words keep their types, from which those of the list are made. */
export function defineEndpoint<const Definition extends EndpointDefinition>(
  definition: Definition,
): Definition {
  return definition;
}
