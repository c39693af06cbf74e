// Made from schemas/gateway.schema.json by `npm run generate`; do not edit.

/**
 * Letters, digits and `. _ - / : @ +`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "name".
 */
export type Name = string;
/**
 * Visible ASCII characters and single spaces between them. `*` only at the end: the entry takes every id with this beginning that no other entry takes.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "model_name".
 */
export type ModelName = string;
/**
 * Letters, digits and `. _ - : @ +`, no `/`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "plain_name".
 */
export type PlainName = string;
/**
 * Lower-case letters, digits, `_` and `-`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "capability_name".
 */
export type CapabilityName = string;
/**
 * A capability: one of the thirteen names, or one of `extra_capabilities`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "capability".
 */
export type Capability =
  | (
      | 'vision'
      | 'pdf_input'
      | 'audio_input'
      | 'reasoning'
      | 'streaming'
      | 'function_calling'
      | 'parallel_function_calling'
      | 'tool_choice'
      | 'computer_use'
      | 'assistant_prefill'
      | 'prompt_caching'
      | 'web_search'
      | 'url_context'
    )
  | string;
/**
 * An endpoint: a built-in one, or one that `endpoints` declares.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "endpoint".
 */
export type Endpoint =
  | (
      | 'anthropic_files'
      | 'batches'
      | 'chat_completions'
      | 'completions'
      | 'containers'
      | 'conversations'
      | 'count_tokens'
      | 'decisions'
      | 'embeddings'
      | 'files'
      | 'image_edits'
      | 'image_variations'
      | 'images'
      | 'message_batches'
      | 'messages'
      | 'moderations'
      | 'realtime'
      | 'realtime_client_secrets'
      | 'rerank'
      | 'responses'
      | 'responses_compact'
      | 'responses_input_tokens'
      | 'speech'
      | 'transcriptions'
      | 'translations'
      | 'uploads'
    )
  | EndpointName;
/**
 * One of the kinds of objects that backends keep.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "stateful_endpoint".
 */
export type StatefulEndpoint =
  'anthropic_files' | 'batches' | 'containers' | 'conversations' | 'files' | 'message_batches' | 'responses';
/**
 * `SERVER/TOOL`, `SERVER/prompt:NAME` or `SERVER/resource:URI`, where `*` matches any characters; `*` alone matches everything.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "tool_pattern".
 */
export type ToolPattern = string;
/**
 * A lower-case letter, and up to 23 lower-case letters, digits and hyphens.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "mcp_server_name".
 */
export type McpServerName = string;
/**
 * An endpoint, or a word for several.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "grant".
 */
export type Grant =
  | (
      | 'anthropic_files'
      | 'batches'
      | 'chat_completions'
      | 'completions'
      | 'containers'
      | 'conversations'
      | 'count_tokens'
      | 'decisions'
      | 'embeddings'
      | 'files'
      | 'image_edits'
      | 'image_variations'
      | 'images'
      | 'message_batches'
      | 'messages'
      | 'moderations'
      | 'realtime'
      | 'realtime_client_secrets'
      | 'rerank'
      | 'responses'
      | 'responses_compact'
      | 'responses_input_tokens'
      | 'speech'
      | 'transcriptions'
      | 'translations'
      | 'uploads'
      | 'all'
      | 'stateless'
    )
  | EndpointName;
/**
 * A whole number and a unit: `250ms`, `2s`, `5m`, `1h`, `90d`. A day is 24 hours.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "duration".
 */
export type Duration = string;
/**
 * `VENDOR/ID` of a model in the price list: `openai/gpt-5`; or `true`, for the `vendor` of the backend and the model's name there.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "catalogue_entry".
 */
export type CatalogueEntry = string | boolean;
/**
 * A whole number and a unit: `512B`, `64KiB`, `32MiB`, `1GiB`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "size".
 */
export type Size = string;
/**
 * `host:port`; an IPv6 address in brackets.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "address".
 */
export type Address = string;
/**
 * A date, or a date and time with its zone.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "time".
 */
export type Time = string;
/**
 * Text that holds `${NAME}` or `${file:PATH}`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "reference".
 */
export type Reference = string;
/**
 * The name of a claim; dots lead into objects.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "claim_name".
 */
export type ClaimName = string;
/**
 * A request path, from the root of the host.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "path".
 */
export type Path = string;
/**
 * A request path, from the root of the host, or one for each way of answering. `{model}` stands for the deployment's name of the model.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "endpoint_path".
 */
export type EndpointPath =
  | string
  | {
      /**
       * The path for whole answers. Required.
       */
      whole: Path;
      /**
       * The path for streams. Required.
       */
      stream: Path;
    };
/**
 * The form of messages.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "wire".
 */
export type Wire =
  | string
  | {
      /**
       * Further settings of the word. No default.
       */
      vertex?: {
        /**
         * Added to bodies without it. Default: `vertex-2023-10-16`.
         */
        anthropic_version?: AnthropicVersion;
      };
      /**
       * Further settings of the word. No default.
       */
      bedrock?: {
        /**
         * Added to bodies without it. Default: `bedrock-2023-05-31`.
         */
        anthropic_version?: AnthropicVersion;
        /**
         * The names of a request's `anthropic-beta` that go into its body; others are dropped. Default: all of them.
         */
        betas?: string[];
      };
    };
/**
 * A version of the form of messages at a cloud.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "anthropic_version".
 */
export type AnthropicVersion = string;
/**
 * The id of a Google Cloud project, or its number in quotes.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "project".
 */
export type Project = string;
/**
 * A location of Google Cloud.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "location".
 */
export type Location = string;
/**
 * SHA-256 of a whole key.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "hash".
 */
export type Hash = string;
/**
 * A path, relative to the file that names it.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "file".
 */
export type File = string;
/**
 * A secret; write `${NAME}` or `${file:PATH}`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "secret".
 */
export type Secret = string;
/**
 * The name of a query parameter: visible ASCII characters.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "query_name".
 */
export type QueryName = string;
/**
 * The name of an HTTP header.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "header_name".
 */
export type HeaderName = string;
/**
 * The name of an HTTP header; a `*` at its end matches any ending.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "header_glob".
 */
export type HeaderGlob = string;
/**
 * A field of a request's body: names with dots between them.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "body_path".
 */
export type BodyPath = string;
/**
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "origin".
 */
export type Origin = string;
/**
 * A field of a request or an answer as the client writes and reads it: names with dots between them, `[]` behind a list.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "content_path".
 */
export type ContentPath = string;
/**
 * The beginning of the names of objects: folders, each with a slash behind it.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "content_prefix".
 */
export type ContentPrefix = string;
/**
 * A number per `s`, `min`, `h` or `day`: `600/min`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "rate".
 */
export type Rate = string;
/**
 * One rate or several.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "rates".
 */
export type Rates = string | Rate[];
/**
 * US dollars per calendar day, week or month, or in all: `100 USD/month`, `20 USD/total`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "budget".
 */
export type Budget = string;
/**
 * The class of waiting requests.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "queue_class".
 */
export type QueueClass = 'high' | 'normal' | 'low';
/**
 * The limits of a key: the name of one of `rate_limits`, or a rule of its own.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "rate_limit_or_name".
 */
export type RateLimitOrName = string | RateLimit;
/**
 * A text that is no secret.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "open_text".
 */
export type OpenText = string;
/**
 * The path of a key file, relative to the file that names it, or what it holds.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "key_file".
 */
export type KeyFile = string;
/**
 * The text before a token in its header.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "token_prefix".
 */
export type TokenPrefix = string;
/**
 * The name of an environment variable.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "variable_name".
 */
export type VariableName = string;
/**
 * The name of a field of a request for a token.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "parameter_name".
 */
export type ParameterName = string;
/**
 * The guaranteed capabilities on an endpoint of the backend itself; or `via` for translated requests.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "served_endpoint".
 */
export type ServedEndpoint =
  | Capability[]
  | {
      /**
       * The backend's dialect, for translating requests and answers. Another endpoint than this one, or `gemini` (generateContent) or `bedrock_converse`. Required.
       */
      via: 'chat_completions' | 'messages' | 'responses' | 'gemini' | 'bedrock_converse';
      /**
       * The guarantees there, at most those that survive the translation. Default: those of the endpoint in `via`, or `capabilities` of the deployment if that is not listed, as far as they survive.
       */
      capabilities?: Capability[];
    };
/**
 * The guaranteed capabilities on an endpoint of the backend itself; or `via` for translated requests, or `relay` for the backend's own sockets.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "socket_endpoint".
 */
export type SocketEndpoint =
  | Capability[]
  | {
      /**
       * The backend's dialect, for translating requests and answers. Another endpoint than this one, or `gemini` (generateContent) or `bedrock_converse`. No default: the backend has the endpoint itself.
       */
      via?: 'chat_completions' | 'messages' | 'responses' | 'gemini' | 'bedrock_converse';
      /**
       * Sends turns of clients' sockets over a socket to the backend, one for each client's. No default: turns go as requests, whose events return over the client's socket.
       */
      relay?: 'websocket';
      /**
       * The guarantees there; with `via` at most those that survive the translation. Default: with `via` those of its endpoint, or `capabilities` of the deployment if that is not listed, as far as they survive; with `relay` only `capabilities`.
       */
      capabilities?: Capability[];
    };
/**
 * A field of a request as its client writes it: names with dots between them, `[]` behind a list; or `tools.TYPE`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "dropped_path".
 */
export type DroppedPath = string;
/**
 * The place of a request's end user.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "end_user_source".
 */
export type EndUserSource = string;
/**
 * The servers that are one backend: `{ dns: INTERVAL }`, or a list of URLs.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "replicas".
 */
export type Replicas =
  | string[]
  | {
      /**
       * How often the host of `url` is looked up, 1s to 1h. Of a name that has addresses of both families those of one are used. Required in place of a list.
       */
      dns: Duration;
    };
/**
 * Lower-case letters, digits and `_`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "endpoint_name".
 */
export type EndpointName = string;
/**
 * A place in a JSON object: names with a slash before each.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "json_pointer".
 */
export type JsonPointer = string;
/**
 * A JSON pointer, or several of which the first counts that leads to something.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "answer_places".
 */
export type AnswerPlaces = string | JsonPointer[];

/**
 * The configuration of the gateway. Unknown fields are errors; top-level fields that begin with `x-` are free, for anchors.
 */
export interface GatewayFile {
  /**
   * The version of this language. Required.
   */
  version: 1;
  /**
   * Further files with `backends`, `models`, `rate_limits`, `groups`, `keys`, `tests`, `never` and `survives`, relative to this file and read as one with it; `*` in the name of a file matches any characters, and matches are taken in order. A name may be in one file only, and an included file includes none. At most 1,000 files of 16 MiB, 64 MiB in all. No default: everything is in this file.
   */
  include?: string[];
  /**
   * Capabilities of your own, beyond the thirteen that the interface names. Deployments may list them and requests may ask for them.
   */
  extra_capabilities: CapabilityName[];
  /**
   * The public listener, which speaks HTTPS. Required.
   */
  listen: Listen;
  /**
   * The admin listener: health, metrics, status. No default: without it there is none.
   */
  admin?: Admin;
  /**
   * The number of worker processes. `auto`: one for each core, but no more than the CPU quota of the container.
   */
  workers: 'auto' | number;
  /**
   * The gateway's log.
   */
  log: Log;
  /**
   * Traces for an OpenTelemetry collector. No default: nothing is traced.
   */
  tracing?: Tracing;
  /**
   * Metrics for an OpenTelemetry collector, beside those that Prometheus reads at `/metrics`. No default: none are sent.
   */
  metrics?: Metrics;
  /**
   * The receivers of messages to operators. No default: nobody.
   */
  notify?: Notify;
  /**
   * The contents of requests and answers, kept for audit. No default: nothing is kept.
   */
  content_log?: ContentLog;
  /**
   * Programs that print secrets, by name: `${program:NAME}` is a program's output, in this file and those that it includes.
   */
  programs: {
    [k: string]: Program;
  };
  /**
   * The choice of deployments, for all models.
   */
  routing: Routing;
  /**
   * Vendors' prices, beside the built-in ones.
   */
  catalogue: {
    /**
     * Your own price list, or a newer one, up to 16 MiB: its models override built-in ones of the same name. No default.
     */
    file?: string;
    /**
     * The highest age of prices, 1d to 3650d (ten years), before `gateway check` notes a budget that rests on them.
     */
    max_age: Duration;
  };
  /**
   * Settings of endpoints, by name; one with `path` is an endpoint of your own, up to 64 of them.
   */
  endpoints: {
    [k: string]: EndpointSettings;
  };
  /**
   * Objects that backends keep for clients: responses, conversations, files, batches.
   */
  stateful: Stateful;
  /**
   * Servers that run models, by name. Required, at least one; with `include` it may stand in another file. No default.
   */
  backends?: {
    [k: string]: Backend;
  };
  /**
   * Models, by the identifier that clients send. Required, at least one; with `include` it may stand in another file. No default.
   */
  models?: {
    [k: string]: Model;
  };
  /**
   * Services that check texts before a model, or a client, gets them, by name. All that apply work in parallel.
   */
  guards: {
    [k: string]: Guard;
  };
  /**
   * Servers of the Model Context Protocol, whose tools, prompts and resources keys may use. No default: none.
   */
  mcp?: {
    /**
     * Where clients find all servers together; `PATH/NAME` is one of them.
     */
    path: Path;
    /**
     * The URL that `path` has to clients, https://. Tokens of `identity` with it as `aud` open tools and nothing else, those with `AUDIENCE/NAME` those of one server, and others none; documents of RFC 9728 name it. Default: the origin of `identity.resource` with `path`; without either, tokens open tools as they open models.
     */
    audience?: OpenText;
    /**
     * The servers by name, in the order in which their tools are listed. Required.
     */
    servers: {
      [k: string]: McpServer;
    };
  };
  /**
   * Rules by name; the one named `default` holds for keys that name none.
   */
  rate_limits: {
    [k: string]: RateLimit;
  };
  /**
   * Groups of keys, by name: one limit over all of a group's keys, and the most that each may use.
   */
  groups: {
    [k: string]: Group;
  };
  /**
   * Credentials of clients, by name.
   */
  keys: {
    [k: string]: Key;
  };
  /**
   * Issuers whose tokens are accepted beside secrets.
   */
  identity: Identity;
  /**
   * A file with a `keys:` map of its own, relative to this file; read as JSON when its name ends in `.json`. Only `secret` takes a reference in it; other texts are literal. No default.
   */
  keys_file?: string;
  /**
   * Keeps keys for all gateways that share the Redis or Valkey of `state.redis`, beside the `keys_file`: a key from any gateway's dashboard, API or `gateway key` takes effect in all of them within a second. Hashes only; `state.dir` has the last copy. No default.
   */
  keys_store?: 'redis';
  /**
   * The gateway's own data.
   */
  state: State;
  /**
   * Routing tests, run by `gateway check`.
   */
  tests: RoutingTest[];
  /**
   * Deployments that no request may ever reach, proved by `gateway check` for every key, endpoint, set of tags, chain of models and outage.
   */
  never: Never[];
  /**
   * Requests that must be served in any outage, proved by `gateway check`.
   */
  survives: Survives[];
}
/**
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "endpoint_settings".
 */
export interface EndpointSettings {
  /**
   * The model of requests that name none, as some clients do for images and moderations; a deployment of it has to serve the endpoint. No default: such requests get 400.
   */
  default_model?: string;
  /**
   * The backends for new objects, on the endpoints of `stateful`: the first healthy one gets them. Existing objects stay where they are. Default: `stateful.default`.
   */
  backends?: string[];
  /**
   * On `responses`: serves it over WebSockets too (`GET /v1/responses` with `Upgrade: websocket`), each turn as a request of its own. Default: true.
   */
  websocket?: boolean;
  /**
   * The price of requests without a model, on an endpoint of `stateful`. That of `files` applies to uploads too. No default: unknown, and no key with a budget may call it.
   */
  price?: KeptPrice;
  /**
   * Declares an endpoint of your own at this unused path. `{id}` matches one segment, which passes unchanged, `{model}` one that names the model. No default: built-in endpoints have their own.
   */
  path?: Path;
  /**
   * The methods of your own endpoint. Default: POST.
   */
  methods?: ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /**
   * The form of errors on your own endpoint; `x-api-key` counts with `anthropic`. Default: `openai`.
   */
  family?: 'openai' | 'anthropic';
  /**
   * The body of requests on your own endpoint: a JSON object, a form, anything that passes unchanged, or nothing. Default: `json`, and `none` with only GET and DELETE.
   */
  body?: 'json' | 'multipart' | 'streamed' | 'none';
  /**
   * The place of the model in requests on your own endpoint; nothing else of a body is read or changed, and tags come in their header. Default: the path's `{model}`, else the field `model` of the body or the form.
   */
  model?: {
    /**
     * `none`: requests have no model and go to `backends`; keys have to list the endpoint by name. Default: as above.
     */
    in?: 'body' | 'form' | 'query' | 'header' | 'path' | 'none';
    /**
     * The name of the field, part, parameter or header. Default: `model`, and `x-model` of a header.
     */
    field?: string;
    /**
     * The model of requests that name none; a deployment of it has to serve the endpoint. No default: such requests get 400.
     */
    default?: string;
  };
  /**
   * The kinds of answers on your own endpoint; the first one is the default for requests. `events`: if the body has `stream: true`. Default: `json`.
   */
  answer?: ('json' | 'events' | 'binary')[];
  /**
   * The further attempts on your own endpoint. `full`: other deployments of the model, and then its `fallbacks`. `model`: other deployments of the model. `none`: there is one attempt. Default: `model`.
   */
  failover?: 'full' | 'model' | 'none';
  /**
   * The place of usage in answers of your own endpoint, as JSON pointers: `input`, `output`, `cached_input`, `audio_input`, `image_input`, `audio_output` and `image_output` in tokens, `images`, `seconds`, `characters` and `search_units`; any other name is a unit of `per_unit`. A list counts by its length. No default: an answer counts as one request only.
   */
  usage?: {
    [k: string]: AnswerPlaces;
  };
  /**
   * The assumed usage of a request to your own endpoint, until its answer reports it or if it never does: a number for each name of `usage`. Default: `input` by the size of the body, and 0 of all else.
   */
  estimate?: {
    [k: string]: number;
  };
  /**
   * The largest body of one of your own: up to 256MiB, and up to 8GiB with `streamed`. Default: `listen.max_body`, and 512MiB with `streamed`.
   */
  max_body?: Size;
  /**
   * The end of streams on your own endpoint. Default: `[DONE]`.
   */
  events?: {
    /**
     * The `type` of the last event, or `[DONE]` if that is all of its data. Default: `[DONE]`.
     */
    terminal?: string;
  };
}
/**
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "kept_price".
 */
export interface KeptPrice {
  /**
   * USD for each request that its backend did not refuse. Required; 0 if free.
   */
  per_request: number;
  /**
   * On `batches`: USD that a batch reserves of budgets if its file did not come through this gateway, until its usage is known. Default: 1.
   */
  unknown_batch?: number;
}
/**
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "stateful".
 */
export interface Stateful {
  /**
   * The ids of objects that backends keep. `off`: no such objects; their paths do not exist. `signed`: each carries its object's place and owner, and nobody else's key can use it. `plain`: the vendor's ids, for one backend with one owner.
   */
  ids: 'off' | 'signed' | 'plain';
  /**
   * The kinds of objects; needed with `signed` and `plain`. `responses`: to read, cancel and delete them by their ids. `files`: uploads too. `anthropic_files`: those of Anthropic's Files API, for clients that send `anthropic-version` to the same path.
   */
  endpoints: StatefulEndpoint[];
  /**
   * The backend for new objects, by endpoint; short for `endpoints.NAME.backends` with one.
   */
  default: {
    [k: string]: string;
  };
  /**
   * Reasoning in requests is useful only to the account that made it. `pin`: the gateway signs it like ids, and sends requests with it there. `pass`: it passes unchanged.
   */
  encrypted_content: 'pass' | 'pin';
  /**
   * An id without a signature, with `signed`, gets 404 or passes to the backend unchanged. `allow` is for one owner: anybody who knows an id may use it.
   */
  unsigned: 'refuse' | 'allow';
  /**
   * Vendors' ids that every key may name, with `signed`, such as vector stores that you fill. A request goes to any deployment of its model, so each has to have them.
   */
  shared_ids: string[];
  /**
   * The end of version 1.0's ids (`~g1`). They hold four bytes of a digest of the owner's name, and somebody can find two names that agree in them. Until then ids of containers and parts of uploads, which 1.0 did not sign, pass too. No default: none is valid.
   */
  short_owners_until?: Time;
  /**
   * The delay before the gateway first asks a backend, 100ms to 1h after the start, for the usage of a background response or a batch, if no client has got it by then. It asks again after waits of half the object's age, at most half an hour, for three days.
   */
  settle_after: Duration;
}
/**
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "state_ids".
 */
export interface StateIds {
  /**
   * The signing key of ids: 32 bytes in base64, as `openssl rand -base64 32` prints them. All gateways for the same clients need the same one. Default: generated once, and kept in `ids.key` in `state.dir`.
   */
  secret?: Secret;
  /**
   * Earlier signing keys, which are still valid.
   */
  previous: Secret[];
}
/**
 * Header names and their values.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "headers".
 */
export interface Headers {
  [k: string]: string;
}
/**
 * The public listener.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "listen".
 */
export interface Listen {
  /**
   * The listening address, `host:port`. Port 0 takes a free one. Required.
   */
  address: Address;
  /**
   * TLS for clients: exactly one of `cert` with `key`, `self_signed`, `terminated_by`. Required.
   */
  tls: ListenTls;
  /**
   * The largest request body, up to 256MiB.
   */
  max_body: Size;
  /**
   * The memory of one worker for all request bodies together, and for answers that are held or translated; at least `max_body`.
   */
  max_buffered: Size;
  /**
   * The time for a request's headers, up to 1h.
   */
  headers_timeout: Duration;
  /**
   * The longest silence in the middle of a body, up to 1h.
   */
  body_timeout: Duration;
  /**
   * The least average speed of a body, in a second, once it has taken longer than `body_timeout`; up to 256MiB, and `0B` allows any.
   */
  min_body_rate: Size;
  /**
   * The life of a connection without a request, up to 1h. Set it longer than the balancer's.
   */
  keep_alive: Duration;
  /**
   * The most open connections of one worker. Beyond them it closes the one that was silent longest without a valid key.
   */
  max_connections: number;
  /**
   * Sends a comment to the client of a stream after this silence of the backend, so that balancers keep the connection; 100ms to 1h. Translated streams, and those from Amazon's frames, get an event of their dialect instead if there is one (`ping` of messages). Default: 30s for those, none for others.
   */
  heartbeat?: Duration;
  /**
   * The time for answers in flight once the gateway stops, up to 1h; unfinished ones are then cut with an error.
   */
  drain: Duration;
  /**
   * The time that a stopping gateway keeps serving, with `/readyz` already at 503, so that balancers take it out first; up to 10m.
   */
  drain_delay: Duration;
  /**
   * A path of the public listener that answers 200, and 503 while the gateway stops, without a key, and with `terminated_by` over plain HTTP too: for balancers that can't reach the admin listener. No default: there is none.
   */
  health_path?: Path;
  /**
   * The sites whose pages may open sockets here, as browsers send them (`Origin`). Programs send none, and always pass. Default: no site.
   */
  origins: Origin[];
}
/**
 * The certificate or its holder, and the client certificates.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "listen_tls".
 */
export interface ListenTls {
  /**
   * The certificate with its chain, a PEM file; needs `key`. No default.
   */
  cert?: File;
  /**
   * The certificate's private key, a PEM file without passphrase; needs `cert`. No default.
   */
  key?: File;
  /**
   * Makes a certificate and keeps it in `state.dir`; for development. No default.
   */
  self_signed?: true;
  /**
   * Addresses of the balancers that end TLS in front of this gateway. Only they may connect, and they must send `X-Forwarded-Proto: https`. No default.
   */
  terminated_by?: string[];
  /**
   * The authorities whose certificates clients may show, a PEM file; with `cert` or `self_signed`. A reload applies a new one, to open connections too. No default: clients are not asked for certificates.
   */
  client_ca?: File;
  /**
   * Lets clients connect without a valid certificate, or not; needs `client_ca`. Default: `optional`.
   */
  client_auth?: 'optional' | 'required';
  /**
   * The header with the client's certificate that the balancers of `terminated_by` have verified: RFC 9440, or escaped PEM. They have to remove that header from clients' requests. No default.
   */
  client_certificate_header?: HeaderName;
}
/**
 * The certificate or its holder.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "tls".
 */
export interface Tls {
  /**
   * The certificate with its chain, a PEM file; needs `key`. No default.
   */
  cert?: File;
  /**
   * The certificate's private key, a PEM file without passphrase; needs `cert`. No default.
   */
  key?: File;
  /**
   * Makes a certificate and keeps it in `state.dir`; for development. No default.
   */
  self_signed?: true;
  /**
   * Addresses of the balancers that end TLS in front of this gateway. Only they may connect, and they must send `X-Forwarded-Proto: https`. No default.
   */
  terminated_by?: string[];
}
/**
 * The admin listener.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "admin".
 */
export interface Admin {
  /**
   * Where to listen, `host:port`. Anything but loopback needs `tls`. Required.
   */
  address: Address;
  /**
   * As `listen.tls`. No default: plain HTTP, which only loopback may speak.
   */
  tls?: Tls;
  /**
   * Signs in and may change things; at least 16 characters. No default.
   */
  token?: Secret;
  /**
   * May read metrics and status; at least 16 characters. No default.
   */
  read_token?: Secret;
  /**
   * May also read and delete kept contents (`content_log.file`), beside the rights of `read_token`; at least 16 characters. No default: no token may.
   */
  content_token?: Secret;
  /**
   * Sign-in on the dashboard by OpenID Connect. No default: people sign in with the `token`.
   */
  oidc?: AdminOidc;
}
/**
 * The sign-in of people on the dashboard, and their rights.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "admin_oidc".
 */
export interface AdminOidc {
  /**
   * The URL of the OpenID provider, as its tokens name it; `https://` off loopback. Required.
   */
  issuer: string;
  /**
   * The gateway's client id there. Required.
   */
  client_id: string;
  /**
   * The gateway's secret there; a reload applies a new one. Required.
   */
  client_secret: Secret;
  /**
   * The browsers' URL of this listener, without a path. Register `/dashboard/callback` under it at the provider as the redirect URI, and `/dashboard` as the page after signing out. Required off loopback. Default: the listener's own address.
   */
  url?: string;
  /**
   * The requested scopes, with `openid`. Many providers give a refresh token, for checking roles again, only for `offline_access`, and groups for a scope of their own.
   */
  scopes: string[];
  /**
   * The longest session, 5m to 168h; 30 idle minutes end it sooner.
   */
  session: Duration;
  /**
   * People's roles, by their claims; nobody gets in without a role. Required.
   */
  roles: {
    /**
     * May change things. No default: nobody who signs in this way.
     */
    admin?: Claims;
    /**
     * May see everything and change nothing. No default: only those of `admin`.
     */
    read?: Claims;
    /**
     * May also read and delete kept contents (`content_log.file`); this role alone also has the rights of `read`. No default: nobody.
     */
    content?: Claims;
  };
}
/**
 * Claims that all have to match. One matches if its value, or one of the values of its list, is one of these; `*` matches anything. A dot leads into an object. `email` counts only where `email_verified` is true.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "claims".
 */
export interface Claims {
  [k: string]: string | string[];
}
/**
 * The gateway's log.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "log".
 */
export interface Log {
  /**
   * The lowest logged severity.
   */
  level: ('trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent') | Reference;
  /**
   * A file to append the log to; reopened on SIGUSR1, for logrotate. Default: standard output.
   */
  file?: File;
  /**
   * The share of requests with a line in the log. Refused, failed or retried requests always have one.
   */
  sample: number;
  /**
   * Clients' addresses in the log: in full, without their last part (a network), or none.
   */
  client_ip: 'full' | 'masked' | 'none';
  /**
   * Paths without lines in the log, whatever the result: for example health checks. Compared byte for byte with the requested path, up to the `?`.
   */
  exclude: Path[];
}
/**
 * Traces in OpenTelemetry's form: a span for every request and one for every attempt.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "tracing".
 */
export interface Tracing {
  /**
   * The OTLP address of a collector, over HTTP; `/v1/traces` is added to a URL without a path. Required.
   */
  otlp: string;
  /**
   * The share of traced requests; a client that sends `traceparent` decides for itself.
   */
  sample: number;
  /**
   * Sent to the collector, such as its key.
   */
  headers: Headers;
}
/**
 * Metrics in OpenTelemetry's form, sent by the supervisor.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "metrics".
 */
export interface Metrics {
  /**
   * The OTLP address of a collector, over HTTP; `/v1/metrics` is added to a URL without a path. Required.
   */
  otlp: string;
  /**
   * Sent to the collector, such as its key.
   */
  headers: Headers;
  /**
   * The interval between messages, 1s to 1h.
   */
  every: Duration;
  /**
   * The values of counters and histograms: all since the start, or the difference from the last message. `delta` is for collectors that need it.
   */
  temporality: 'cumulative' | 'delta';
  /**
   * The names of `/metrics`, or those of OpenTelemetry's conventions for generative AI, where they have any.
   */
  names: 'gateway' | 'genai';
}
/**
 * Messages to hooks, sent by the supervisor, and kept in `state.dir` until they are delivered, or a day old.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "notify".
 */
export interface Notify {
  /**
   * The receivers of messages. Required.
   */
  hooks: Hook[];
}
/**
 * An address that takes messages by POST.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "hook".
 */
export interface Hook {
  /**
   * The receiver's address: `https://`, or `http://` on this host. Required. Those of Slack and Teams are secrets themselves: write `${NAME}` or `${file:PATH}`.
   */
  url: string;
  /**
   * The signing key of messages, by standardwebhooks.com: `whsec_` and 24 to 64 bytes in base64. Required with `form: json`. No default: others are not signed.
   */
  secret?: Secret;
  /**
   * The form of messages: JSON for programs, or for a channel of Slack or Microsoft Teams.
   */
  form: 'json' | 'slack' | 'teams';
  /**
   * The events: a budget of a key or group that is spent by four fifths or in full, a credential that has expired or never arrived, a deployment whose circuit is open, a guard or a tool server that is down, tools that are held back, a certificate that ends within 14 days, a rejected reload, a new key.
   */
  on: (
    | 'budget_80'
    | 'budget_100'
    | 'credential_lost'
    | 'circuit_open'
    | 'guard_down'
    | 'tool_server_down'
    | 'tools_held_back'
    | 'certificate_14d'
    | 'reload_rejected'
    | 'key_created'
  )[];
}
/**
 * The keys whose contents are kept, and the place: exactly one of `file`, `s3` and `otlp`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "content_log".
 */
export interface ContentLog {
  /**
   * A directory: files by day, packed with gzip, that nobody but the gateway's user may read. No default.
   */
  file?: File;
  /**
   * A bucket of Amazon S3, or of a compatible server. No default.
   */
  s3?: ContentS3;
  /**
   * A collector that takes OTLP over HTTP, as logs with the event of OpenTelemetry's GenAI conventions; `/v1/logs` is added to a URL without a path. No default.
   */
  otlp?: string;
  /**
   * Sent to the collector of `otlp`, such as its key.
   */
  headers: Headers;
  /**
   * The names of keys whose contents are kept; `*` matches anything. Default: of no key.
   */
  keys: string[];
  /**
   * The requested models whose contents are kept; `*` matches anything.
   */
  models: string[];
  /**
   * The share of requests whose contents are kept. Not with `on_full: refuse`.
   */
  sample: number;
  /**
   * The life of files in whole days, 1d to 3650d. Only for `file`: a bucket has rules of its own.
   */
  keep: Duration;
  /**
   * The largest kept part of a request, and of its answer, 1KiB to 16MiB; larger ones are cut, or dropped if `redact` has to search them.
   */
  max_size: Size;
  /**
   * The action when a worker's 64 MiB of waiting contents are full: drop the contents, which is counted, or answer 503 `audit_unavailable`. `refuse` reserves room for a request and the whole `max_size` of its answer before anything is sent.
   */
  on_full: 'drop' | 'refuse';
  /**
   * Fields of requests and answers to replace with `[redacted]`.
   */
  redact: ContentPath[];
}
/**
 * A bucket that contents are put into, an object for each batch.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "content_s3".
 */
export interface ContentS3 {
  /**
   * Its name. Required.
   */
  bucket: OpenText;
  /**
   * The region of the signature.
   */
  region: OpenText;
  /**
   * The prefix of objects' names, with a slash at its end.
   */
  prefix: ContentPrefix;
  /**
   * The server of a bucket outside Amazon: the bucket is then in the path. Default: the bucket's host at Amazon.
   */
  url?: string;
  /**
   * The id of an access key that may put objects there (`s3:PutObject`). Required.
   */
  access_key: Secret;
  /**
   * Its secret. Required.
   */
  secret_key: Secret;
  /**
   * The token of a temporary session. Nothing renews it. No default.
   */
  session_token?: Secret;
}
/**
 * A program that prints a secret of up to 64 KiB. It runs without a shell.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "program".
 */
export interface Program {
  /**
   * The program, as an absolute path, and its arguments, at most 64 in all. Required.
   */
  command: string[];
  /**
   * Names of environment variables that it gets besides PATH, HOME and LANG.
   */
  env: VariableName[];
  /**
   * The interval between runs, 1s to 30d. A reload applies a new secret.
   */
  every: Duration;
  /**
   * Its time limit, 100ms to 15s; then it is ended, with all its children.
   */
  timeout: Duration;
}
/**
 * The choice of deployments, for all models.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "routing".
 */
export interface Routing {
  /**
   * The endpoints on which a tag without an endpoint requires its capability. `called_endpoint`: the called one alone. `every_endpoint`: also each of `chat_completions`, `messages` and `responses` that the deployment serves without translation.
   */
  generic_tags: 'every_endpoint' | 'called_endpoint';
  /**
   * The most attempts on one model for a request; over all models of a chain six.
   */
  max_attempts: number;
  /**
   * The effect of capabilities that a request uses (a stream, images, tools and so on) without asking for them: deployments with them are tried first, or are the only ones tried, or none.
   */
  infer: 'prefer' | 'require' | 'off';
  /**
   * The circuit of a failing deployment.
   */
  circuit: {
    /**
     * The failures in a row that open the circuit: the deployment then gets no requests.
     */
    failures: number;
    /**
     * The time within which failures count as in a row; 1s to 1h.
     */
    window: Duration;
    /**
     * The first time that the circuit stays open, 100ms to 1h. Then one request tests the deployment.
     */
    open: Duration;
    /**
     * The time doubles after each failed test, up to this; 100ms to 1h.
     */
    max_open: Duration;
  };
}
/**
 * What holds for the models of one pattern.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "model_limits".
 */
export interface ModelLimits {
  /**
   * Requests over a sliding window: one rate or several. No default: any number.
   */
  requests?: Rates;
  /**
   * Tokens of requests and answers together. No default: any number.
   */
  tokens?: Rates;
  /**
   * Requests in flight. No default: any number.
   */
  concurrency?: number;
  /**
   * US dollars per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every reachable deployment needs a `price`. No default: any amount.
   */
  budget?: Budget;
}
/**
 * A capacity, for all keys together.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "capacity".
 */
export interface Capacity {
  /**
   * Requests over a sliding window: one rate or several. No default: any number.
   */
  requests?: Rates;
  /**
   * Tokens of requests and answers together. No default: any number.
   */
  tokens?: Rates;
  /**
   * Requests in flight, over all workers. No default: any number.
   */
  concurrency?: number;
}
/**
 * The limits of a key.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "rate_limit".
 */
export interface RateLimit {
  /**
   * Requests over a sliding window: one rate or several. No default: any number.
   */
  requests?: Rates;
  /**
   * Tokens of requests and answers together. No default: any number.
   */
  tokens?: Rates;
  /**
   * Requests in flight. No default: any number.
   */
  concurrency?: number;
  /**
   * Open WebSockets, over all workers; their turns count as requests. No default: any number.
   */
  sockets?: number;
  /**
   * US dollars per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every reachable deployment needs a `price`. No default: any amount.
   */
  budget?: Budget;
  /**
   * The reservation in the rule's budgets until an answer reports its usage: the input and the longest answer that the request allows, at most 4,096 tokens of that (`capped`) or all of it (`maximum`). Default: `capped`.
   */
  reserve?: 'capped' | 'maximum';
  /**
   * The longest wait while `concurrency` of the rule is full, 10ms to 1h. No default: the request is refused.
   */
  wait?: Duration;
  /**
   * Further limits by model, `*` matches anything; every match applies beside those above. No default.
   */
  per_model?: {
    [k: string]: ModelLimits;
  };
}
/**
 * A Redis or Valkey that all gateways share. It counts and nothing else.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "redis".
 */
export interface Redis {
  /**
   * `redis://` or, with TLS, `rediss://`, with user and password where the server asks for them. Required.
   */
  url: string;
  /**
   * While it does not answer: each gateway applies its share, nothing is limited, or limited keys get a 503.
   */
  on_failure: 'local' | 'allow' | 'deny';
  /**
   * The number of gateways that share it. Required with `on_failure: local`. No default.
   */
  gateways?: number;
  /**
   * Before the names of all keys in it.
   */
  prefix: string;
  /**
   * TLS towards it, with `rediss://`. No field is needed for public servers.
   */
  tls: {
    /**
     * Certificates to trust in place of the system's, a PEM file. No default.
     */
    ca?: File;
    /**
     * The name to ask for and to check. Default: the host of `url`.
     */
    server_name?: string;
    /**
     * Our certificate, a PEM file; needs `key`. No default.
     */
    cert?: File;
    /**
     * Our certificate's private key, a PEM file; needs `cert`. No default.
     */
    key?: File;
  };
}
/**
 * The gateway's own data.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "state".
 */
export interface State {
  /**
   * A directory. Default: `$STATE_DIRECTORY`, else `.gateway` in the working directory.
   */
  dir?: File;
  /**
   * The counting of limits: on this host, or for all gateways together.
   */
  store: 'memory' | 'redis';
  /**
   * The Redis or Valkey that counts, with `store: redis`, and keeps keys, with `keys_store: redis`. No default.
   */
  redis?: Redis;
  /**
   * The signing key of objects' ids (`stateful`).
   */
  ids: StateIds;
}
/**
 * TLS towards a server that the gateway asks.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "server_tls".
 */
export interface ServerTls {
  /**
   * Certificates to trust in place of the system's, a PEM file. No default.
   */
  ca?: File;
  /**
   * The name to ask for and to check. Default: the host of `url`.
   */
  server_name?: string;
  /**
   * Our certificate, a PEM file; needs `key`. No default.
   */
  cert?: File;
  /**
   * Our certificate's private key, a PEM file; needs `cert`. No default.
   */
  key?: File;
}
/**
 * The health check of a server.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "server_health".
 */
export interface ServerHealth {
  /**
   * The path, requested with GET and the requests' credential; any 2xx within `timeouts.connect` is healthy. Anything else twice in a row is unhealthy. Required.
   */
  path: Path;
  /**
   * The interval of each worker, 100ms to 1h.
   */
  interval: Duration;
}
/**
 * A server that runs models: exactly one of `url` and `simulator`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "backend".
 */
export interface Backend {
  /**
   * Base URL, `http` or `https`, with or without `/v1`. No default.
   */
  url?: string;
  /**
   * Confirms `http://` to another host, and silences the warning.
   */
  plaintext: boolean;
  /**
   * Replaces the request path of an endpoint, from the root of the host; `{ whole: PATH, stream: PATH }` where streams have a path of their own. `{model}` in a path, once, is the deployment's `model`, encoded as one segment. `gemini` and `bedrock_converse` are for `via`.
   */
  paths: {
    /**
     * Path of anthropic_files. Default: the path of `url` and `/v1/files`.
     */
    anthropic_files?: EndpointPath;
    /**
     * Path of batches. Default: the path of `url` and `/v1/batches`.
     */
    batches?: EndpointPath;
    /**
     * Path of chat_completions. Default: the path of `url` and `/v1/chat/completions`.
     */
    chat_completions?: EndpointPath;
    /**
     * Path of completions. Default: the path of `url` and `/v1/completions`.
     */
    completions?: EndpointPath;
    /**
     * Path of containers. Default: the path of `url` and `/v1/containers`.
     */
    containers?: EndpointPath;
    /**
     * Path of conversations. Default: the path of `url` and `/v1/conversations`.
     */
    conversations?: EndpointPath;
    /**
     * Path of count_tokens. Default: the path of `url` and `/v1/messages/count_tokens`.
     */
    count_tokens?: EndpointPath;
    /**
     * Path of decisions. Default: the path of `url` and `/v1/decisions`.
     */
    decisions?: EndpointPath;
    /**
     * Path of embeddings. Default: the path of `url` and `/v1/embeddings`.
     */
    embeddings?: EndpointPath;
    /**
     * Path of files. Default: the path of `url` and `/v1/files`.
     */
    files?: EndpointPath;
    /**
     * Path of image_edits. Default: the path of `url` and `/v1/images/edits`.
     */
    image_edits?: EndpointPath;
    /**
     * Path of image_variations. Default: the path of `url` and `/v1/images/variations`.
     */
    image_variations?: EndpointPath;
    /**
     * Path of images. Default: the path of `url` and `/v1/images/generations`.
     */
    images?: EndpointPath;
    /**
     * Path of message_batches. Default: the path of `url` and `/v1/messages/batches`.
     */
    message_batches?: EndpointPath;
    /**
     * Path of messages. Default: the path of `url` and `/v1/messages`.
     */
    messages?: EndpointPath;
    /**
     * Path of moderations. Default: the path of `url` and `/v1/moderations`.
     */
    moderations?: EndpointPath;
    /**
     * Path of realtime. Default: the path of `url` and `/v1/realtime`.
     */
    realtime?: EndpointPath;
    /**
     * Path of realtime_client_secrets. Default: the path of `url` and `/v1/realtime/client_secrets`.
     */
    realtime_client_secrets?: EndpointPath;
    /**
     * Path of rerank. Default: the path of `url` and `/v1/rerank`.
     */
    rerank?: EndpointPath;
    /**
     * Path of responses. Default: the path of `url` and `/v1/responses`.
     */
    responses?: EndpointPath;
    /**
     * Path of responses_compact. Default: the path of `url` and `/v1/responses/compact`.
     */
    responses_compact?: EndpointPath;
    /**
     * Path of responses_input_tokens. Default: the path of `url` and `/v1/responses/input_tokens`.
     */
    responses_input_tokens?: EndpointPath;
    /**
     * Path of speech. Default: the path of `url` and `/v1/audio/speech`.
     */
    speech?: EndpointPath;
    /**
     * Path of transcriptions. Default: the path of `url` and `/v1/audio/transcriptions`.
     */
    transcriptions?: EndpointPath;
    /**
     * Path of translations. Default: the path of `url` and `/v1/audio/translations`.
     */
    translations?: EndpointPath;
    /**
     * Path of uploads. Default: the path of `url` and `/v1/uploads`.
     */
    uploads?: EndpointPath;
    /**
     * Path of `via: gemini`, with {model} in it. Default: the path of `url`, without `/v1`, and `/v1beta/models/{model}:generateContent`.
     */
    gemini?: Path;
    /**
     * The same for streams. Default: the path of `url`, without `/v1`, and `/v1beta/models/{model}:streamGenerateContent`.
     */
    gemini_stream?: Path;
    /**
     * Path of `via: bedrock_converse`, with {model} in it. Default: the path of `url`, without `/v1`, and `/model/{model}/converse`.
     */
    bedrock_converse?: Path;
    /**
     * The same for streams. Default: the path of `url`, without `/v1`, and `/model/{model}/converse-stream`.
     */
    bedrock_converse_stream?: Path;
    [k: string]: EndpointPath | Path | undefined;
  };
  /**
   * The form of messages there. `vertex`: for Claude on Google's Vertex AI, below `project` and `location`. `bedrock`: for InvokeModel of Amazon Bedrock, whose event stream becomes server-sent events; chat_completions and responses go to `/openai/v1/...` there. A word, or a map of one with more of it.
   */
  wire: Wire;
  /**
   * The Google Cloud project of `wire: vertex`. No default.
   */
  project?: Project;
  /**
   * The location of `wire: vertex`, such as `global`, `eu` or a region. No default.
   */
  location?: Location;
  /**
   * Query parameters of every request to this backend, such as the `api-version` of Azure's dated paths. Plain names and values in visible ASCII characters: the gateway encodes them. They replace a client's parameters of the same name, in upper or lower case. Not for credentials, which belong into `auth`.
   */
  query: {
    [k: string]: string;
  };
  /**
   * Our credential at this backend, in exactly one form: fixed in the file (`bearer`, or `header` with `value`), or renewed while the gateway runs (`file`, `exec`, `oauth2`, `aws`, `google` or `azure`). No default: none is sent.
   */
  auth?: Auth;
  /**
   * Headers that are always set; clients cannot override them.
   */
  headers: Headers;
  /**
   * Headers that are set if the client sent none of that name.
   */
  default_headers: Headers;
  /**
   * Members that are added to comma-separated headers of the client, or of `default_headers`: each once, behind the client's own.
   */
  add_headers: {
    [k: string]: string[];
  };
  /**
   * The kind of server, for deployments that serve another endpoint through its chat_completions (`via: chat_completions`): the fields that it takes, and their form. `generic`: any other one. Default: `openai` at OpenAI, Azure and the simulator, `openrouter` and `deepseek` at theirs; elsewhere such deployments need it.
   */
  flavor?: 'openai' | 'vllm' | 'llama_cpp' | 'deepseek' | 'openrouter' | 'generic';
  /**
   * Sends `HTTP-Referer`, `X-Title` and `X-OpenRouter-Title` on to this backend.
   */
  forward_app_headers: boolean;
  /**
   * Headers about the operator's account that clients get from this backend's answers: `openai-organization`, `openai-project`, `anthropic-organization-id`, and those that begin with `x-ratelimit-` or `anthropic-ratelimit-`; a `*` at the end matches any ending. The gateway's own headers about a key's limits override those of the same name.
   */
  forward_answer_headers: HeaderGlob[];
  /**
   * Changes requests on their way to this backend. Limits count the changed request.
   */
  request: {
    /**
     * Headers of clients to remove; a `*` at the end of a name matches any ending.
     */
    remove_headers: HeaderGlob[];
    /**
     * Fields to remove from the body. Dots lead into objects.
     */
    remove: BodyPath[];
    /**
     * Fields of the body that always have these values, any JSON up to 4 KiB without secrets. Dots lead into objects, which are created if absent.
     */
    set: {
      /**
       * Any JSON.
       */
      [k: string]: {
        [k: string]: unknown;
      };
    };
    /**
     * The same for fields that a request lacks, or has as null.
     */
    default: {
      /**
       * Any JSON.
       */
      [k: string]: {
        [k: string]: unknown;
      };
    };
  };
  /**
   * The timeouts of this backend.
   */
  timeouts: {
    /**
     * Until the connection is open, TLS included; up to 10m.
     */
    connect: Duration;
    /**
     * Until the head of a streamed answer; up to 24h. A whole answer's head comes at its end, so `answer` and `total` apply to it.
     */
    first_byte: Duration;
    /**
     * For all of a whole (not streamed) answer, from the start of the attempt; 1s to 24h. An expired attempt is tried elsewhere once. No default: only `total` applies.
     */
    answer?: Duration;
    /**
     * Between two bytes of an answer; up to 24h. Also the longest pause of a client's reading.
     */
    idle: Duration;
    /**
     * Between two events of a stream that are not comments; up to 24h.
     */
    progress: Duration;
    /**
     * For the whole request, from its start; up to 24h.
     */
    total: Duration;
  };
  /**
   * The way to this backend: through a proxy (`http://host:port` or `https://host:port`, with `user:secret@` before the host if needed; CONNECT), `environment` for HTTPS_PROXY, HTTP_PROXY and NO_PROXY, or `none`. No default: direct, and `serve` mentions a proxy in the environment.
   */
  proxy?: string;
  /**
   * The highest age of a connection that still takes a request, 1s to 24h, or `none`: traffic then follows a changed name or a new pod. Each connection's own limit is up to a fifth less, so that they do not all end at once.
   */
  max_connection_age: string;
  /**
   * The vendor of the price list for deployments with `catalogue: true`. No default.
   */
  vendor?: string;
  /**
   * The usage in the backend's streams of chat completions and completions. `ask`: the gateway adds `stream_options.include_usage` if usage is kept (`state.dir`, or a price in the file) or a limit counts tokens or money, and withholds the report from a client that did not ask; a backend that refuses the field gets the request again without it. `given`: always reported. `none`: never reported, and estimates count. With the last two nothing is added, and a client's own field passes unchanged.
   */
  usage_in_streams: 'ask' | 'given' | 'none';
  /**
   * Earlier names of the backend: ids that were signed under them stay valid.
   */
  formerly: PlainName[];
  /**
   * The only `objects_owner` of this backend's account: its keys may list the objects there. No default: lists would show everybody's objects, and are refused.
   */
  lists?: string;
  /**
   * Closes a connection after this many requests; 1 for a backend that may answer out of step (one that did so gets it for an hour). No default: a connection is used as long as it works.
   */
  max_requests_per_connection?: number;
  /**
   * The capacity of all its deployments together, such as the vendor's quota. Beyond it they are skipped. No default: any amount.
   */
  rate_limit?: Capacity;
  /**
   * The equal servers that this backend is: every address of the host of `url` (`dns`, looked up at this interval), or a list of URLs, each only a host. All have the path, the credential and everything else of this backend. Each has its own circuit, health check, connections and slots: `max_connections` and `concurrency` apply to each one, rates to all together. No default: the one server of `url`.
   */
  replicas?: Replicas;
  /**
   * The kind of server whose `/metrics` is read every second for its waiting requests: `balance: least_busy` counts them beside those in flight. Read once for all workers of a host; a report older than 3 s counts as unknown. No default: nothing is read.
   */
  load?: 'vllm' | 'sglang' | 'llama_cpp';
  /**
   * The most requests of one worker in flight there. Beyond that a request waits, at most `timeouts.connect`, and then goes elsewhere.
   */
  max_connections: number;
  /**
   * Health checks of the backend itself, beside its answers. Its deployments are out while it is unhealthy. No default: none.
   */
  health?: ServerHealth;
  /**
   * TLS towards this backend. No field is needed for public servers.
   */
  tls: ServerTls;
  /**
   * The built-in backend in place of a `url`: needs no network and no key. No default.
   */
  simulator?: {
    /**
     * The time until an answer begins, up to 10m.
     */
    latency: Duration;
    /**
     * Its speed; 0 for as fast as possible.
     */
    tokens_per_second: number;
    /**
     * Its answer. Default: a text that depends on the prompt.
     */
    text?: string;
  };
}
/**
 * A service that checks texts before anybody else gets them.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "guard".
 */
export interface Guard {
  /**
   * Its protocol: the webhook of agentgateway, the generic guardrail API of LiteLLM, ApplyGuardrail of Amazon Bedrock, OpenAI's `/v1/moderations`, Lakera's `/v2/guard`, or `chat` for a model of this file. Required.
   */
  form: 'agentgateway' | 'litellm' | 'bedrock' | 'openai_moderation' | 'lakera' | 'chat';
  /**
   * Base URL, `http` or `https`; the path of its form is added. Required except for `form: chat`. No default.
   */
  url?: string;
  /**
   * Confirms `http://` to another host, and silences the warning.
   */
  plaintext: boolean;
  /**
   * Our credential at the guard, in the forms that a backend has. `form: bedrock` takes `aws`. No default: none is sent.
   */
  auth?: Auth;
  /**
   * Headers of every request to the guard.
   */
  headers: Headers;
  /**
   * The timeouts of the guard. An expired one is a failure (`on_failure`).
   */
  timeouts: {
    /**
     * Until a slot of `concurrency` is free, and the connection is open, TLS included; 1ms to 10m.
     */
    connect: Duration;
    /**
     * For one look at a request, a window or an answer; 1ms to 10m.
     */
    total: Duration;
  };
  /**
   * The way to the guard: through a proxy (`http://host:port` or `https://host:port`, CONNECT), `environment` for HTTPS_PROXY, HTTP_PROXY and NO_PROXY, or `none`. No default: direct.
   */
  proxy?: string;
  /**
   * Health checks of the guard itself. While it is unhealthy, its texts are refused, or pass with `on_failure: allow`. No default: none.
   */
  health?: ServerHealth;
  /**
   * TLS towards the guard. No field is needed for public servers.
   */
  tls: ServerTls;
  /**
   * The id or ARN of the guardrail, for `form: bedrock`. No default.
   */
  guardrail?: OpenText;
  /**
   * The version of the guardrail, a number or `DRAFT`, for `form: bedrock`. No default.
   */
  version?: OpenText;
  /**
   * The project with the policy, for `form: lakera`. No default: the organization's.
   */
  project?: OpenText;
  /**
   * With `form: openai_moderation` the vendor's model, optional; with `form: chat` a model of this file, required. No default.
   */
  model?: string;
  /**
   * With `form: chat` the prompt, with `{text}` once for the checked text. Default: the text alone, as Llama Guard takes it.
   */
  prompt?: string;
  /**
   * With `form: chat` the beginning of a refusing answer, in upper or lower case; required there. No default.
   */
  refuse_if?: string;
  /**
   * With `form: chat` the whole passing answer, in upper or lower case; any other that does not refuse is a failure. Default: `safe`.
   */
  pass_if?: string;
  /**
   * The texts that it checks.
   */
  looks_at: ('requests' | 'answers')[];
  /**
   * The requests that it checks: all given fields have to match.
   */
  applies_to: {
    /**
     * Names of keys; `*` matches anything.
     */
    keys: string[];
    /**
     * Names of groups, of which a key has to belong to one, also by a group above its own; `*` takes keys without a group, too.
     */
    groups: string[];
    /**
     * Models that may answer or get a copy: one of the chain has to match; `*` matches anything. Requests without a model always match, such as those for stored objects.
     */
    models: string[];
  };
  /**
   * `all` of a request, or only its `new` part after the last answer.
   */
  scan: 'all' | 'new';
  /**
   * The action on requests and answers with content that it can't see, such as an image, or an id in place of a text. Required.
   */
  unseen: 'refuse' | 'allow';
  /**
   * The action on a hit: `log` only counts and logs it, to try a guard out.
   */
  on_hit: 'refuse' | 'log';
  /**
   * What the client gets.
   */
  refusal: {
    /**
     * An `error` (400 `guard_refused`), or a `stop`: an answer without text that ends as the dialect's own filter ends one.
     */
    as: 'error' | 'stop';
    /**
     * Shows the client the guard's own reason, or not.
     */
    reason: 'hide' | 'show';
  };
  /**
   * The action while a guard is down, late or not understood: 503 `guard_unavailable`, or the text passes, which log and metrics record each time.
   */
  on_failure: 'refuse' | 'allow';
  /**
   * The action on a text that the guard changes: it is refused, or the change applies to the request. In answers it is refused.
   */
  on_mask: 'refuse' | 'apply';
  /**
   * The holding of streamed answers. A hit that shows only in a longer piece than a window is missed.
   */
  hold: {
    /**
     * The bytes of a window, for each choice and part.
     */
    bytes: number;
    /**
     * The bytes at the end of a passed window that are checked again with the next, and held until then; less than `bytes`.
     */
    overlap: number;
    /**
     * The time after which even a short window is checked; 10ms to 1m.
     */
    wait: Duration;
  };
  /**
   * The largest checked text of a request or an answer, 1KiB to 64MiB; the rest is `unseen`.
   */
  max_text: Size;
  /**
   * The time in which a text that passed for a key isn't sent again, up to 24h; `0` sends each again. `lakera` and `chat` judge texts by their surroundings, and never remember.
   */
  remember: string | number;
  /**
   * The most requests of one worker in flight at the guard.
   */
  concurrency: number;
}
/**
 * A server of the Model Context Protocol, over Streamable HTTP: exactly one of `url` and `simulator`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "mcp_server".
 */
export interface McpServer {
  /**
   * Its whole URL, `http` or `https`, from the server's own page; every request gets its query. No default.
   */
  url?: string;
  /**
   * The built-in server in place of a `url`: needs no network. No default.
   */
  simulator?: true;
  /**
   * Confirms `http://` to another host, and silences the warning.
   */
  plaintext: boolean;
  /**
   * Allows an address of this host or of a private network. Otherwise such an address is refused, in the URL and for each connection.
   */
  private: boolean;
  /**
   * Our credential at the server, in the forms that a backend has. All callers are one identity there, unless `oauth2` has `subject: caller`. No default: none is sent.
   */
  auth?: Auth;
  /**
   * Headers of every request to the server.
   */
  headers: Headers;
  /**
   * The timeouts of the server.
   */
  timeouts: {
    /**
     * Until the connection is open, TLS included; 1ms to 10m.
     */
    connect: Duration;
    /**
     * Between two bytes of an answer that has begun; 1ms to 24h.
     */
    idle: Duration;
    /**
     * For the whole of a call, from its start; 1ms to 24h.
     */
    total: Duration;
  };
  /**
   * The way to the server: through a proxy (`http://host:port` or `https://host:port`, CONNECT), `environment` for HTTPS_PROXY, HTTP_PROXY and NO_PROXY, or `none`. No default: direct.
   */
  proxy?: string;
  /**
   * TLS towards the server. No field is needed for public servers.
   */
  tls: ServerTls;
  /**
   * The most requests of one worker in flight there.
   */
  max_connections: number;
  /**
   * The offered tools, by the server's own names; `*` matches anything.
   */
  tools: string[];
  /**
   * `lock` offers the tools, prompts and templates of URIs in `tools.lock` beside the file, unchanged, and nothing else: what is new or has changed is held back until `gateway tools lock` and a review. No default: all are offered.
   */
  pin?: 'lock';
  /**
   * What it is sent at most, by all keys together; beyond it the answer is 429. No default: any amount.
   */
  rate_limit?: {
    /**
     * How many calls, over a sliding window: one rate or several. No default: any number.
     */
    requests?: Rates;
    /**
     * How many calls at once, over all workers. No default: any number.
     */
    concurrency?: number;
  };
  /**
   * What its calls cost, in US dollars. No default: nothing is known, so that no key with a budget may use it.
   */
  price?: {
    /**
     * Of each call, whatever comes of it but a refusal by the gateway; 0 if it is free. Required.
     */
    per_request: number;
    /**
     * What a call of a tool costs besides, by the server's own name of the tool.
     */
    per_tool_call: {
      [k: string]: number;
    };
  };
  /**
   * Health checks of the server: `server/discover`, or `ping` of older revisions, from each worker. Twice in a row no answer within `timeouts.connect` is unhealthy: its tools leave the lists, and calls get 503. No default: none.
   */
  health?: {
    /**
     * The interval of each worker, 100ms to 1h.
     */
    interval: Duration;
  };
  /**
   * The sessions of a server that demands them, as older ones do: one for each `caller`, or one that all `shared`, with its contents visible to all.
   */
  sessions: 'caller' | 'shared';
}
/**
 * Our credential at a backend, in exactly one form.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "auth".
 */
export interface Auth {
  /**
   * Sent as `Authorization: Bearer ...`. No default.
   */
  bearer?: Secret;
  /**
   * The header that carries `value`, or the token of `file`, `exec`, `oauth2`, `google` or `azure`. Default: `authorization` for a token.
   */
  header?: HeaderName;
  /**
   * The value of `header`. No default.
   */
  value?: Secret;
  /**
   * The text before the token of `file`, `exec`, `oauth2`, `google` or `azure` in its header; `""` for nothing. Default: `Bearer` and a space.
   */
  prefix?: TokenPrefix;
  /**
   * A file of up to 64 KiB with a token that another program keeps fresh: one line of text, or JSON with `token` or `access_token` and, if known, `expires_in`, `expires_at` or `expiry`. The gateway reads it after each change, without a reload. No default.
   */
  file?: File;
  /**
   * A program that prints a token, or JSON as in `file`. No default.
   */
  exec?: AuthExec;
  /**
   * Tokens of a token endpoint (OAuth 2). No default.
   */
  oauth2?: AuthOauth2;
  /**
   * Amazon's credentials; each request is signed, or carries a key made of them. No default.
   */
  aws?: AuthAws;
  /**
   * Google's access tokens: of a service account, a federated identity, a user or the machine. No default.
   */
  google?: AuthGoogle;
  /**
   * Tokens of Microsoft Entra. No default.
   */
  azure?: AuthAzure;
}
/**
 * A program that prints a token. It runs without a shell.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "auth_exec".
 */
export interface AuthExec {
  /**
   * The program, as an absolute path, and its arguments, at most 64 in all. Required.
   */
  command: string[];
  /**
   * The interval between runs if its output gives no lifetime, 30s to 24h. Default: 30m.
   */
  every?: Duration;
  /**
   * Its time limit, 1s to 60s; then it is ended.
   */
  timeout: Duration;
  /**
   * Names of environment variables that it gets besides PATH, HOME and LANG.
   */
  env: VariableName[];
}
/**
 * The requests to a token endpoint.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "auth_oauth2".
 */
export interface AuthOauth2 {
  /**
   * The token endpoint: https://, or http:// on loopback, without a user; a query may be there. Redirects are not followed. Required.
   */
  token_url: OpenText;
  /**
   * The grant. With `jwt_bearer` the JWT in the file of `assertion` is the grant itself, with `token_exchange` it is the subject token.
   */
  grant: 'client_credentials' | 'jwt_bearer' | 'token_exchange';
  /**
   * The client's id. No default.
   */
  client_id?: OpenText;
  /**
   * The client's secret, at most 4 KiB; needs `client_id`. No default.
   */
  client_secret?: Secret;
  /**
   * The place of `client_id` and `client_secret`: HTTP Basic authentication (RFC 6749, 2.3.1), or as fields of the body.
   */
  send_secret: 'basic' | 'body';
  /**
   * A private key in PEM form, as `${file:PATH}`, that signs a JWT in place of a secret (`private_key_jwt`, RFC 7523); needs `client_id`. No default.
   */
  private_key?: Secret;
  /**
   * The `kid` of that JWT. No default: it has none.
   */
  key_id?: OpenText;
  /**
   * The signature of that JWT: RS256 and PS256 take an RSA key, ES256 one on the curve P-256.
   */
  alg: 'RS256' | 'ES256' | 'PS256';
  /**
   * The `aud` of that JWT. Default: `token_url`.
   */
  assertion_audience?: OpenText;
  /**
   * A federated JWT that another program keeps fresh: `jwt_bearer` and `token_exchange` exchange it, and with `client_credentials` it proves the client's identity in place of a secret. No default.
   */
  assertion?: {
    /**
     * A file of up to 64 KiB with the JWT, read anew at each renewal. Required.
     */
    file: File;
  };
  /**
   * For servers of `mcp`, in place of `assertion`: `token_exchange` exchanges the token of each caller, so that the server sees the caller. Who comes with a key alone is refused there. No default.
   */
  subject?: 'caller';
  /**
   * The type of a `token_exchange`'s subject token. Default: `urn:ietf:params:oauth:token-type:jwt`.
   */
  subject_token_type?: OpenText;
  /**
   * The scopes of the token, with spaces between. No default.
   */
  scope?: OpenText;
  /**
   * The audience of the token. No default.
   */
  audience?: OpenText;
  /**
   * The resource that it is for (RFC 8707). No default.
   */
  resource?: OpenText;
  /**
   * Further fields of the request.
   */
  parameters: {
    [k: string]: string;
  };
  /**
   * The form of the fields: a form, as in the standard, or JSON.
   */
  body: 'form' | 'json';
  /**
   * Headers of the request for a token; never `authorization`.
   */
  headers: Headers;
  /**
   * The lifetime of a token if the answer gives none, 10s to 24h.
   */
  lifetime: Duration;
}
/**
 * Amazon's credentials. Without a field for their source, Amazon's own provider looks in its usual places: environment, profile (SSO too), web identity, container, instance metadata.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "auth_aws".
 */
export interface AuthAws {
  /**
   * The region of the signature. Default: the one in the host of `url`, else the variable AWS_REGION, else AWS_DEFAULT_REGION.
   */
  region?: OpenText;
  /**
   * The service of the signature. Default: `bedrock-mantle` if the host of `url` begins with it, else `bedrock`.
   */
  service?: OpenText;
  /**
   * The form in requests: `signature` signs each request; `api_key` makes a short-term API key of Bedrock's, which the IAM action `bedrock:CallWithBearerToken` must allow.
   */
  as: 'signature' | 'api_key';
  /**
   * The id of a static access key, at most 4 KiB; needs `secret_key`. No default.
   */
  access_key?: Secret;
  /**
   * Its secret, at most 4 KiB; needs `access_key`. No default.
   */
  secret_key?: Secret;
  /**
   * The token of a temporary session, at most 4 KiB; needs `access_key` and `secret_key`. Nothing renews it. No default.
   */
  session_token?: Secret;
  /**
   * A profile of the shared files, with SSO, a role or a program where it names one. Default: the variable AWS_PROFILE, else `default`.
   */
  profile?: OpenText;
  /**
   * The shared configuration file. Default: the variable AWS_CONFIG_FILE, else `~/.aws/config`.
   */
  config_file?: File;
  /**
   * The shared credentials file. Default: the variable AWS_SHARED_CREDENTIALS_FILE, else `~/.aws/credentials`.
   */
  credentials_file?: File;
  /**
   * A role to assume with these credentials. No default.
   */
  role?: {
    /**
     * The role. Required.
     */
    arn: OpenText;
    /**
     * The external id that the role's owner requires. No default.
     */
    external_id?: string;
    /**
     * The name of the session, as Amazon's logs show it: 2 to 64 letters, digits and `_ + = , . @ -`.
     */
    session_name: OpenText;
    /**
     * The duration of a session, 15m to 12h; the role may allow less.
     */
    duration: Duration;
  };
  /**
   * The only places that Amazon's provider looks in, in this order. Default: all of them in its own order.
   */
  from?: ('env' | 'profile' | 'web_identity' | 'container' | 'imds')[];
}
/**
 * Where Google's access tokens come from.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "auth_google".
 */
export interface AuthGoogle {
  /**
   * The path of a key file (`service_account`, `external_account` or `authorized_user`), which is watched, or what it holds as `${file:PATH}` or `${NAME}`. Default: the file that the variable GOOGLE_APPLICATION_CREDENTIALS names, else the metadata server of the machine.
   */
  credentials?: KeyFile;
  /**
   * The scopes of the token, with spaces between.
   */
  scope: OpenText;
  /**
   * The e-mail of a service account to impersonate. No default.
   */
  impersonate?: OpenText;
  /**
   * The project whose quota counts, sent as `x-goog-user-project`. No default.
   */
  quota_project?: OpenText;
}
/**
 * Where tokens of Microsoft Entra come from: exactly one of `client_secret`, `workload_identity` and `managed_identity`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "auth_azure".
 */
export interface AuthAzure {
  /**
   * The secret of an application, at most 4 KiB. No default.
   */
  client_secret?: Secret;
  /**
   * The file in the variable AZURE_FEDERATED_TOKEN_FILE proves the gateway's identity; it is read at each renewal. No default.
   */
  workload_identity?: true;
  /**
   * `true` for the identity of the machine, App Service or container, or the client id of one that was assigned to it. No default.
   */
  managed_identity?:
    | boolean
    | {
        /**
         * The client id of an identity that was assigned by a user. No default: the machine's own.
         */
        client_id?: OpenText;
      };
  /**
   * The tenant's id or domain. Default: the variable AZURE_TENANT_ID.
   */
  tenant?: OpenText;
  /**
   * The application's id. Default: the variable AZURE_CLIENT_ID.
   */
  client_id?: OpenText;
  /**
   * The scope of the token.
   */
  scope: OpenText;
  /**
   * Entra's address: https://, or http:// on loopback. Default: the variable AZURE_AUTHORITY_HOST, else `https://login.microsoftonline.com`.
   */
  authority?: OpenText;
}
/**
 * A model that clients can name.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "model".
 */
export interface Model {
  /**
   * Shown in the list of models.
   */
  owned_by: string;
  /**
   * The name for people in the list of models, as in Claude Code's picker. No default: the id.
   */
  display_name?: string;
  /**
   * Shown in the list of models. No default: nothing is.
   */
  description?: string;
  /**
   * Shown in the list of models: a date, or Unix seconds.
   */
  created: string | number;
  /**
   * The order of deployments of equal priority. `least_busy`: the one with the fewest requests in flight for its weight; with `load`, requests that wait there count, too. `weighted`: at random by weight. `lowest_latency`: the faster of two drawn at random, by time to the first byte. `lowest_cost`: by `price`. `sticky`: the same one for the same session (`session_from`), else for requests that begin alike, so that prompt caches are used.
   */
  balance: 'least_busy' | 'weighted' | 'lowest_latency' | 'lowest_cost' | 'sticky';
  /**
   * The description of the model in Codex's own list of models (`GET /v1/models?client_version=`), and by `gateway codex catalogue`. No default: it is not in that list.
   */
  codex?: {
    /**
     * The text that Codex begins its requests with, up to 1 MiB of UTF-8: an entry of the list replaces Codex's own, with its instructions. Required.
     */
    base_instructions_file: File;
    /**
     * Tokens of request and answer together. Default: from the price list for the first deployment with `catalogue`, else unknown.
     */
    context_window?: number;
    /**
     * Words of effort that Codex offers. Default: those of `accepts` of the first deployment that has them, else none.
     */
    efforts?: ('none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh')[];
    /**
     * The model calls several tools at once. Default: `false`.
     */
    parallel_tools?: boolean;
    /**
     * The model takes images. Default: `true`.
     */
    images?: boolean;
  };
  /**
   * The place of a request's session: names of headers, and `prompt_cache_key` of the body; the first one with a value counts. Values of headers other than `x-session-id` need at least 8 characters. `balance: sticky` and the log use it.
   */
  session_from: HeaderName[];
  /**
   * With `balance: sticky`: a deployment, or server, with more than this multiple of the mean in flight for its weight, and more than four, is skipped for the next in its order. Each worker counts its own requests in flight. No default: the load does not count.
   */
  spill?: number;
  /**
   * The waiting room for requests that find every deployment of the chain at its `concurrency` or `max_connections`. No default: they are refused.
   */
  queue?: {
    /**
     * The longest wait, 10ms to 1h; `timeouts.total` goes on meanwhile.
     */
    wait: Duration;
    /**
     * The most waiting requests. Their bodies count in `listen.max_buffered`.
     */
    length: number;
    /**
     * A request waits for the model itself before its fallbacks are tried.
     */
    first: boolean;
    /**
     * Values of `x-claude-code-request-class`, and the class of each; a class lowers that of the key, and never raises it. No default.
     */
    classes?: {
      [k: string]: QueueClass;
    };
  };
  /**
   * Models to try after the deployments of this one.
   */
  fallbacks: string[];
  /**
   * The receiver of copies of some of its requests, whose answers nobody gets: to compare another model with this one. No default.
   */
  mirror?: {
    /**
     * Another model, or one deployment as `MODEL/NAME`, of this model too. Required.
     */
    to: string;
    /**
     * The share of copied requests.
     */
    share: number;
  };
  /**
   * Its deployments. Required, at least one.
   */
  deployments: Deployment[];
}
/**
 * What it costs, in US dollars. Exactly one unit settles a request: the tokens that its answer reports, else another unit, else estimated tokens; `per_request` and `per_tool_call` come on top.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "price".
 */
export interface Price {
  /**
   * USD per million tokens of the request. Default: from `catalogue`; `output` needs it beside it.
   */
  input?: number;
  /**
   * USD per million of those of them that a cache held. Default: from `catalogue`, else as `input`.
   */
  cached_input?: number;
  /**
   * USD per million of those of them that were written to a cache. Default: from `catalogue`, else as `input`.
   */
  cache_write?: number;
  /**
   * USD per million of those of them that were written to a cache for an hour. Default: from `catalogue`, else as `cache_write`.
   */
  cache_write_1h?: number;
  /**
   * USD per million of those of them that are sound. Default: from `catalogue`, else as `input`.
   */
  audio_input?: number;
  /**
   * USD per million of those of them that are images. Default: from `catalogue`, else as `input`.
   */
  image_input?: number;
  /**
   * USD per million tokens of the answer. Default: from `catalogue`; `input` needs it beside it where answers have tokens.
   */
  output?: number;
  /**
   * USD per million of those of them that are sound. Default: from `catalogue`, else as `output`.
   */
  audio_output?: number;
  /**
   * USD per million of those of them that are images. Default: from `catalogue`, else as `output`.
   */
  image_output?: number;
  /**
   * USD for one image: a number, or a map by `QUALITY/SIZE` with a `default`. No default: they have no price.
   */
  per_image?:
    | number
    | {
        default: number;
        [k: string]: number;
      };
  /**
   * USD for a minute of audio or video, to the second. No default: they have no price.
   */
  per_minute?: number;
  /**
   * USD for a second of audio or video, in place of `per_minute`. No default: they have no price.
   */
  per_second?: number;
  /**
   * USD for a million characters that are spoken. No default: they have no price.
   */
  per_million_characters?: number;
  /**
   * USD for one search unit, as rerankers count. No default: they have no price.
   */
  per_search_unit?: number;
  /**
   * USD for each request, on top of what settles it. No default: requests as such cost nothing.
   */
  per_request?: number;
  /**
   * USD for one of each unit that answers of an endpoint name. No default: none has a price.
   */
  per_unit?: {
    [k: string]: number;
  };
  /**
   * USD for one call of each tool that the vendor runs, on top of what settles the request. No default: none has a price.
   */
  per_tool_call?: {
    [k: string]: number;
  };
  /**
   * Other prices for longer requests. Default: from `catalogue`, else none.
   */
  tiers?: PriceTier[];
  /**
   * The factor for the settling unit, by the tier of service in the answer. No default: 1.
   */
  tiers_by_service?: {
    [k: string]: number;
  };
}
/**
 * The different rates of longer requests; absent rates are those of the tier below.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "price_tier".
 */
export interface PriceTier {
  /**
   * Applies to a whole request whose input has more tokens than this, cached and written ones included. Required.
   */
  above_input: number;
  /**
   * As `input` below it, for such requests. Default: as below it.
   */
  input?: number;
  /**
   * As `cached_input` below it, for such requests. Default: as below it.
   */
  cached_input?: number;
  /**
   * As `cache_write` below it, for such requests. Default: as below it.
   */
  cache_write?: number;
  /**
   * As `cache_write_1h` below it, for such requests. Default: as below it.
   */
  cache_write_1h?: number;
  /**
   * As `audio_input` below it, for such requests. Default: as below it.
   */
  audio_input?: number;
  /**
   * As `image_input` below it, for such requests. Default: as below it.
   */
  image_input?: number;
  /**
   * As `output` below it, for such requests. Default: as below it.
   */
  output?: number;
  /**
   * As `audio_output` below it, for such requests. Default: as below it.
   */
  audio_output?: number;
  /**
   * As `image_output` below it, for such requests. Default: as below it.
   */
  image_output?: number;
  /**
   * As `per_image` below it, for such requests. Default: as below it.
   */
  per_image?:
    | number
    | {
        default: number;
        [k: string]: number;
      };
  /**
   * As `per_minute` below it, for such requests. Default: as below it.
   */
  per_minute?: number;
  /**
   * As `per_second` below it, for such requests. Default: as below it.
   */
  per_second?: number;
  /**
   * As `per_million_characters` below it, for such requests. Default: as below it.
   */
  per_million_characters?: number;
  /**
   * As `per_search_unit` below it, for such requests. Default: as below it.
   */
  per_search_unit?: number;
  /**
   * As `per_request` below it, for such requests. Default: as below it.
   */
  per_request?: number;
  /**
   * As `per_unit` below it, for such requests. Default: as below it.
   */
  per_unit?: {
    [k: string]: number;
  };
  /**
   * As `per_tool_call` below it, for such requests. Default: as below it.
   */
  per_tool_call?: {
    [k: string]: number;
  };
}
/**
 * The features of a model.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "accepts".
 */
export interface Accepts {
  /**
   * `false`: `temperature`, `top_p` and `top_k` are dropped, which is reported. Default: `true`.
   */
  temperature?: boolean;
  /**
   * Words of effort that it knows. Another one becomes the nearest lower one, or the lowest, which is reported. Default: all.
   */
  efforts?: ('none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max')[];
  /**
   * `false`: effort and thinking are dropped, which is reported. Default: `true`.
   */
  thinking?: boolean;
  /**
   * The possible choices of tools: `required` is any tool, `named` a certain one. A request with another choice skips the deployment. Default: all.
   */
  tool_choice?: ('auto' | 'none' | 'required' | 'named')[];
}
/**
 * The translation of requests.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "translation".
 */
export interface Translation {
  /**
   * The bound of the answer if the client sends none. Messages needs one: required for chat_completions or responses `via: messages`. No default.
   */
  max_tokens?: number;
  /**
   * Fields of requests to drop from the translation. Without this a request with an untranslatable field is refused; listed fields with an equivalent are dropped, too. In the client's spelling: `temperature`, `reasoning.summary`, `messages[].content[].citations`; `tools.web_search` is a type of tool. Everything below a path goes with it. The answer reports dropped fields.
   */
  drop: DroppedPath[];
  /**
   * The action on unknown fields. `refuse`: the deployment is not eligible for the request. `drop`: they are dropped, which is reported.
   */
  unknown_fields: 'refuse' | 'drop';
  /**
   * The form of effort. Messages: `adaptive`, `budget` (Claude before 4.6) or `none`; gemini: `level` or `budget` (Gemini 2.5); bedrock_converse: `anthropic` or `none`. `none`: requests with effort are not served there. Default: `adaptive`, `level` and `none`.
   */
  reasoning?: 'adaptive' | 'budget' | 'level' | 'anthropic' | 'none';
  /**
   * The thinking tokens of each effort, with `reasoning: budget` and `anthropic`. None is smaller than that of less effort. Default: see each.
   */
  budgets?: {
    /**
     * Thinking tokens of effort minimal. Default: 1024.
     */
    minimal?: number;
    /**
     * Thinking tokens of effort low. Default: 2048.
     */
    low?: number;
    /**
     * Thinking tokens of effort medium. Default: 8192.
     */
    medium?: number;
    /**
     * Thinking tokens of effort high. Default: 24576.
     */
    high?: number;
    /**
     * Thinking tokens of effort xhigh. Default: 32768.
     */
    xhigh?: number;
    /**
     * Thinking tokens of effort max. Default: 60000.
     */
    max?: number;
  };
  /**
   * The use of a backend's prompt cache, for messages and bedrock_converse. `marked`: the client's marks. `auto`: also the whole of a request without marks.
   */
  cache: 'marked' | 'auto';
  /**
   * System messages behind others stay there, or move to the first one's end. Default: by the `flavor` of the backend; `in_place` for messages. Gemini and bedrock_converse always hoist.
   */
  late_system?: 'in_place' | 'hoist';
  /**
   * An answer in JSON without a schema (`response_format: json_object`), for which messages and bedrock_converse have no field, is requested in words, as a last system text, and reported in `x-gateway-changed`; or the deployment is skipped.
   */
  json_object: 'asked' | 'refused';
  /**
   * A system message keeps its several parts, or they are joined, for chat_completions. Default: by the `flavor` of the backend.
   */
  system_parts?: 'kept' | 'joined';
  /**
   * The role `developer` is kept or replaced, for chat_completions. Default: by the `flavor` of the backend.
   */
  developer_role?: 'kept' | 'system';
  /**
   * The field of chat_completions that bounds the answer. Default: by the `flavor` of the backend.
   */
  token_field?: 'max_tokens' | 'max_completion_tokens';
  /**
   * The field of chat_completions' answers for the text of reasoning. `none`: no field.
   */
  reasoning_field: 'reasoning_content' | 'reasoning' | 'none';
  /**
   * Clients of messages see reasoning always, or only when they ask for thinking. Default: `always` with `flavor: deepseek`, which needs it back; else `asked`.
   */
  show_reasoning?: 'asked' | 'always';
  /**
   * Sends URLs of images on to gemini, which otherwise refuses them; the gateway itself fetches none.
   */
  image_urls: boolean;
}
/**
 * One model on one backend.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "deployment".
 */
export interface Deployment {
  /**
   * The name of a backend. Required.
   */
  backend: string;
  /**
   * Its own name, if one model uses a backend twice. Default: the backend's name.
   */
  id?: PlainName;
  /**
   * The backend's name for the model. Default: the model's identifier. If that ends in `*`, a `*` at the end of this name repeats the matched part.
   */
  model?: string;
  /**
   * Lower is tried first.
   */
  priority: number;
  /**
   * Its capacity, such as the vendor's quota. Beyond it other deployments are tried, and without any left the answer is 429 `capacity_exceeded`. No default: any amount.
   */
  rate_limit?: Capacity;
  /**
   * Takes it out of traffic: it gets no requests, and its capabilities do not count. `gateway drain` does the same while serving.
   */
  disabled: boolean;
  /**
   * Its share among deployments of equal priority. 0: a standby, for when the others have failed.
   */
  weight: number;
  /**
   * The model in the built-in price list, as VENDOR/ID, or `true` for the `vendor` of the backend and the model's name there: it completes `price` when the file is loaded. No default.
   */
  catalogue?: CatalogueEntry;
  /**
   * What it costs. Default: from `catalogue`, else unknown.
   */
  price?: Price;
  /**
   * Its guarantees on every endpoint listed below; for one with `via`, see `via`.
   */
  capabilities: Capability[];
  /**
   * The features of its dialect that its model takes. Translated requests are adapted; native ones stay unchanged. Default: from the price list for `catalogue`, else all.
   */
  accepts?: Accepts;
  /**
   * The translation of requests, for endpoints with `via`. No default.
   */
  translation?: Translation;
  /**
   * The endpoints it serves and its guarantees on each, beside `capabilities`; including those that `endpoints` declares. `{ via: DIALECT }` in place of a list serves one through another dialect. Required, at least one.
   */
  endpoints: {
    /**
     * Its guarantees on chat_completions; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect. No default: it is not served.
     */
    chat_completions?: ServedEndpoint;
    /**
     * Its guarantees on completions; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    completions?: Capability[];
    /**
     * Its guarantees on count_tokens; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    count_tokens?: Capability[];
    /**
     * Its guarantees on decisions; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    decisions?: Capability[];
    /**
     * Its guarantees on embeddings, where `base64` can stand too; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    embeddings?: Capability[];
    /**
     * Its guarantees on image_edits; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    image_edits?: Capability[];
    /**
     * Its guarantees on image_variations; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    image_variations?: Capability[];
    /**
     * Its guarantees on images; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    images?: Capability[];
    /**
     * Its guarantees on messages; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect. No default: it is not served.
     */
    messages?: ServedEndpoint;
    /**
     * Its guarantees on moderations; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    moderations?: Capability[];
    /**
     * Its guarantees on realtime; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    realtime?: Capability[];
    /**
     * Its guarantees on realtime_client_secrets; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    realtime_client_secrets?: Capability[];
    /**
     * Its guarantees on rerank; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    rerank?: Capability[];
    /**
     * Its guarantees on responses; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect; `{ relay: websocket }` has turns of sockets go over a socket. No default: it is not served.
     */
    responses?: SocketEndpoint;
    /**
     * Its guarantees on responses_compact; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    responses_compact?: Capability[];
    /**
     * Its guarantees on responses_input_tokens; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    responses_input_tokens?: Capability[];
    /**
     * Its guarantees on speech; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    speech?: Capability[];
    /**
     * Its guarantees on transcriptions; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    transcriptions?: Capability[];
    /**
     * Its guarantees on translations; `[]` serves it with `capabilities` alone. No default: it is not served.
     */
    translations?: Capability[];
    [k: string]: Capability[] | ServedEndpoint | SocketEndpoint | undefined;
  };
}
/**
 * A group of keys.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "group".
 */
export interface Group {
  /**
   * The limits of all its keys together: the name of one of `rate_limits`, or a rule of its own. No default: any amount.
   */
  rate_limit?: RateLimitOrName;
  /**
   * The models that its keys may use; `*` matches anything.
   */
  models: string[];
  /**
   * The endpoints that its keys may use; `all` and `stateless` (those that keep nothing at the backend) mean several.
   */
  endpoints: Grant[];
  /**
   * The tools of MCP servers that its keys may use, in the patterns of a key; an empty list allows none.
   */
  tools: ToolPattern[];
  /**
   * The group that this one belongs to; there may be three above a key. No default.
   */
  group?: string;
}
/**
 * Who may call: at most one of `hash` and `secret`. With neither it is reached by its `certificate`, or by a rule of `identity`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "key".
 */
export interface Key {
  /**
   * SHA-256 of the whole key, as `gateway key hash` prints it; several while a key is replaced, where ` until TIME` says how long an old one is valid. No default.
   */
  hash?: string | Hash[];
  /**
   * The key itself, from `${NAME}` or `${file:PATH}`. No default.
   */
  secret?: Secret;
  /**
   * The certificate that a client has to show. With `hash` or `secret` both are needed; alone it reaches the key where no bearer came. No default.
   */
  certificate?: {
    /**
     * One of its alternative names, whole: a host, a URI, an address or a mail address. No default.
     */
    san?: string;
    /**
     * Its whole subject (RFC 4514), as `openssl x509 -noout -subject -nameopt RFC2253` prints it. No default.
     */
    subject?: string;
    /**
     * SHA-256 of the whole certificate, as `openssl x509 -noout -fingerprint -sha256` prints it. No default.
     */
    fingerprint?: string;
  };
  /**
   * The models it may use; `*` matches anything.
   */
  models: string[];
  /**
   * What it may use of the servers of `mcp`: `SERVER/TOOL`, `SERVER/prompt:NAME`, `SERVER/resource:URI`, with `*` for any characters; `*` alone for everything. No default: nothing.
   */
  tools?: ToolPattern[];
  /**
   * The endpoints it may use; `all` and `stateless` (those that keep nothing at the backend) mean several, including later ones of the gateway.
   */
  endpoints: Grant[];
  /**
   * Its end. No default: never.
   */
  expires?: Time;
  /**
   * Its beginning. No default.
   */
  not_before?: Time;
  /**
   * Refuses it without removing it.
   */
  disabled: boolean;
  /**
   * How much it may use: the name of one of `rate_limits`, or a rule of its own. Default: the rule `default`, if there is one.
   */
  rate_limit?: RateLimitOrName;
  /**
   * The owner of the objects that backends keep for it (`stateful`): keys with the same owner share them. Default: the name of the key, which shares with none.
   */
  objects_owner?: string;
  /**
   * Its group among `groups`: the group's limits apply to it, and it may use no more than the group. No default.
   */
  group?: string;
  /**
   * Limits of each end user of this key. Requests without one share a limit. No default.
   */
  end_users?: {
    /**
     * The place of the end user in a request: `header NAME`, `body user`, `body metadata.user_id` or `body safety_identifier`; the first one present counts. The owner of the key can send any name. Required.
     */
    from: EndUserSource[];
    /**
     * The limits of each end user: the name of one of `rate_limits`, or a rule of its own, whose budgets are those of a day. Required.
     */
    rate_limit: RateLimitOrName;
  };
  /**
   * The responsible person or team; a remark without effect. No default.
   */
  owner?: string;
  /**
   * Its creation, as commands and the dashboard write it; a remark without effect. No default.
   */
  created?: Time;
  /**
   * Its purpose; a remark without effect. No default.
   */
  note?: string;
  /**
   * Addresses and ranges it may be used from. No default: any.
   */
  allow_from?: string[];
  /**
   * Tags of every request of this key, such as the allowed place of processing.
   */
  tags: string[];
  /**
   * Lets it create client secrets for realtime (`POST /v1/realtime/client_secrets`), or not. Sessions with one bypass the gateway, to any model of the account: nothing of them is limited or counted.
   */
  client_secrets: 'allow' | 'refuse';
  /**
   * The action on requests that name further models within their body, which the vendor runs in the same call, such as advisors and `fallbacks` of the messages API. `allow` accepts those that the key may use; `refuse` answers 400.
   */
  nested_models: 'allow' | 'refuse';
  /**
   * The position of its requests beside those of others, if they wait (`models.*.queue`, `rate_limit.wait`). Default: `class: normal`, `weight: 1`.
   */
  queue?: {
    /**
     * Its class: `high`, `normal`, `low`; one of eight slots goes to lower classes. Clients may lower theirs by `x-gateway-class`. Default: `normal`.
     */
    class?: QueueClass;
    /**
     * Its share of the slots of its class, beside other keys. Default: `1`.
     */
    weight?: number;
  };
}
/**
 * Callers without a secret: tokens of issuers.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "identity".
 */
export interface Identity {
  /**
   * The https:// URL of this gateway for its clients, to publish its issuers: it serves `/.well-known/oauth-protected-resource`, and each 401 names it (RFC 9728). No default: nothing is published.
   */
  resource?: OpenText;
  /**
   * Issuers of JWTs that are accepted as bearer tokens, by name.
   */
  issuers: Issuers;
}
/**
 * Further issuers of tokens.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "included_identity".
 */
export interface IncludedIdentity {
  /**
   * Issuers of JWTs that are accepted as bearer tokens, by name.
   */
  issuers: Issuers;
}
/**
 * Issuers of tokens, by name.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "issuers".
 */
export interface Issuers {
  [k: string]: Issuer;
}
/**
 * An issuer of tokens, and the keys that they lead to.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "issuer".
 */
export interface Issuer {
  /**
   * The `iss` of its tokens, to the letter: https://, or http:// on loopback. Required.
   */
  issuer: OpenText;
  /**
   * The `aud` of its tokens, or one of several: one of these, to the letter. Required.
   */
  audience: string | string[];
  /**
   * The key set of its signatures: a URL (https://, or http:// on loopback) or a file, at most 1 MiB. Default: from its `/.well-known/openid-configuration`.
   */
  jwks?: OpenText;
  /**
   * The algorithms that its tokens may be signed with, all of them with a public key.
   */
  algorithms: (
    | 'RS256'
    | 'RS384'
    | 'RS512'
    | 'PS256'
    | 'PS384'
    | 'PS512'
    | 'ES256'
    | 'ES384'
    | 'ES512'
    | 'EdDSA'
    | 'Ed25519'
  )[];
  /**
   * The allowed difference between its clock and this one's, up to 5m.
   */
  clock_skew: Duration;
  /**
   * Rules from tokens to keys: the first match counts. A token without a match is refused. Required.
   */
  rules: IdentityRule[];
}
/**
 * The tokens, and the key whose rights and limits apply to them.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "identity_rule".
 */
export interface IdentityRule {
  /**
   * Claims and their required values: a value, a pattern in which `*` matches anything, or a list of which one has to match. Dots lead into objects; of a claim that is a list one entry has to match. `{}` takes every token. Required.
   */
  when: {
    /**
     * The value, or several.
     */
    [k: string]: string | number | boolean | (string | number | boolean)[];
  };
  /**
   * The name of the key. Required.
   */
  key: string;
  /**
   * A claim whose values count separately under the key's `rate_limit`, as if each had a key of its own; tokens without it count as one. Groups count all together. As many are remembered as `end_users`, and budgets are per day. No default: all callers of the key share its limits.
   */
  each?: ClaimName;
}
/**
 * The content of a `keys_file`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "keys_file".
 */
export interface KeysFile {
  /**
   * Credentials of clients, by name. Required.
   */
  keys: {
    [k: string]: Key;
  };
}
/**
 * A request, an outage and the expected result; or a deployment's usage and its expected cost.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "routing_test".
 */
export interface RoutingTest {
  /**
   * The name of the test. Required.
   */
  name: string;
  /**
   * The request. No default: required, except beside `usage`.
   */
  request?: {
    /**
     * The endpoint called. No default: required, but for a `tool`.
     */
    endpoint?: Endpoint;
    /**
     * The body's `model`. No default; `models` alone is enough, and requests without a model need neither: stored objects, your own endpoint with `model: { in: none }`.
     */
    model?: string;
    /**
     * The body's `models`.
     */
    models: string[];
    /**
     * The wanted tags.
     */
    tags: string[];
    /**
     * The name of the caller's key. Default: one with all rights.
     */
    key?: string;
    /**
     * The claims of a valid token, in place of `key`: a rule of its issuer has to match. `iss` is optional with one issuer, `aud` always. No default.
     */
    claims?: {
      /**
       * Any JSON.
       */
      [k: string]: {
        [k: string]: unknown;
      };
    };
    /**
     * In place of `endpoint`: what is asked for of the servers of `mcp`, without `*`: `SERVER/TOOL`, `SERVER/prompt:NAME` or `SERVER/resource:URI`. Beside it stands `key` or `claims` alone. No default.
     */
    tool?: ToolPattern;
    /**
     * The request comes on a WebSocket: on `responses` as a turn, whose `body` is the event. A refused handshake counts as the answer (426 if sockets are off).
     */
    socket: boolean;
    /**
     * With `socket`: the site whose page opens it. Default: a program, which sends none.
     */
    origin?: Origin;
  };
  /**
   * The usage of a deployment, in place of a request: counts, or an answer in its backend's form. No default.
   */
  usage?: {
    /**
     * The deployment, as `MODEL/NAME`, or its name where no other has it. Required.
     */
    deployment: string;
    /**
     * A file with a whole answer, or with the events of a stream. No default.
     */
    answer?: File;
    /**
     * The endpoint that the answer is of. Default: the one that the deployment serves.
     */
    endpoint?: Endpoint;
    /**
     * Tokens of the request, cached and written ones included. No default: none.
     */
    input?: number;
    /**
     * Those of them that a cache held. No default: none.
     */
    cached_input?: number;
    /**
     * Those of them that were written to a cache. No default: none.
     */
    cache_write?: number;
    /**
     * Those of the written ones that are kept for an hour. No default: none.
     */
    cache_write_1h?: number;
    /**
     * Tokens of the request that are sound. No default: none.
     */
    audio_input?: number;
    /**
     * Tokens of the request that are images. No default: none.
     */
    image_input?: number;
    /**
     * Tokens of the answer. No default: none.
     */
    output?: number;
    /**
     * Those of them that are sound. No default: none.
     */
    audio_output?: number;
    /**
     * Those of them that are images. No default: none.
     */
    image_output?: number;
    /**
     * Images. No default: none.
     */
    images?: number;
    /**
     * Seconds of audio or video. No default: none.
     */
    seconds?: number;
    /**
     * Characters that are spoken. No default: none.
     */
    characters?: number;
    /**
     * Search units. No default: none.
     */
    search_units?: number;
    /**
     * Their quality and size. No default: the `default` of `per_image` holds.
     */
    image_kind?: string;
    /**
     * Units of `per_unit`, by name. No default: none.
     */
    units?: {
      [k: string]: number;
    };
    /**
     * Calls of tools that the vendor runs, by name. No default: none.
     */
    tool_calls?: {
      [k: string]: number;
    };
    /**
     * The tier of service that the answer names. No default.
     */
    service_tier?: string;
  };
  /**
   * The JSON body of the request, or a file with it: its model, its tags and what it uses. `request` overrides it. Deployments that translate get it translated. No default.
   */
  body?:
    | string
    | {
        /**
         * Any JSON.
         */
        [k: string]: {
          [k: string]: unknown;
        };
      };
  /**
   * The guards' verdicts on the request, by name: `pass`, `refuse`, or `fail` for one that is down. Unnamed guards pass it.
   */
  guards: {
    [k: string]: 'pass' | 'refuse' | 'fail';
  };
  /**
   * The simulated outage: backends, or deployments as `MODEL/NAME`.
   */
  down: string[];
  /**
   * The expected result. Required, at least one field.
   */
  expect: {
    /**
     * The deployment that is tried first (of equals the heaviest, then the one declared first): its name, or `MODEL/NAME`; on endpoints of stored objects, the backend of new ones. No default.
     */
    deployment?: string;
    /**
     * All deployments that are tried, in that order; of equals the heaviest, then the one declared first. No default.
     */
    order?: string[];
    /**
     * All deployments of the chain that serve the endpoint and satisfy the tags, up or down, in any order. No default.
     */
    eligible?: string[];
    /**
     * The model whose deployment is tried first. No default.
     */
    model?: string;
    /**
     * The HTTP status of the answer. No default.
     */
    status?: number;
    /**
     * The `error.code` of the answer. No default.
     */
    code?: string;
    /**
     * The dialect of the first deployment; `native` without a translation. No default.
     */
    via?: 'native' | 'chat_completions' | 'messages' | 'responses' | 'gemini' | 'bedrock_converse';
    /**
     * All fields of `body` that are dropped for the first deployment, in any order, with `[]` for indices. No default.
     */
    dropped?: string[];
    /**
     * All fields of `body` that it gets approximately. No default.
     */
    changed?: string[];
    /**
     * The field that the error names. No default.
     */
    param?: string;
    /**
     * What becomes of a `tool`: the key may use it and its server offers it, or not; only beside `request.tool`. No default.
     */
    tool?: 'allowed' | 'denied';
    /**
     * The cost, to the billionth of a US dollar; only beside `usage`. No default.
     */
    cost?: string;
  };
}
/**
 * Requests, and what none of them may reach, or that their contents are not kept, or the guard that checks all of them.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "never".
 */
export interface Never {
  /**
   * The name of the assertion. Required.
   */
  name: string;
  /**
   * The requests concerned; an absent field matches anything.
   */
  request: {
    /**
     * The names of keys; `*` matches anything. Disabled and expired keys count. Default: every key.
     */
    key?: string;
    /**
     * The endpoint called. Default: every one.
     */
    endpoint?: Endpoint;
    /**
     * The body's `model`: every chain that begins with it, unless `models` is there too. Default: any.
     */
    model?: string;
    /**
     * The body's `models`; an empty list is a request without. Default: any.
     */
    models?: string[];
    /**
     * The wanted tags, and whatever else is wanted beside them. Default: any.
     */
    tags?: string[];
  };
  /**
   * What they may not reach: deployments, and guards, that match all that is given, or a `tool`; at least one field. No default; without `kept` and `without_guard` it has to be there.
   */
  reaches?: {
    /**
     * The names of backends, and of guards that are asked at a `url`; `*` matches anything. No default.
     */
    backend?: string;
    /**
     * The names of deployments, or `MODEL/NAME`; `*` matches anything. No default.
     */
    deployment?: string;
    /**
     * What none of the keys may use of the servers of `mcp`: `SERVER/TOOL`, `SERVER/prompt:NAME`, `SERVER/resource:URI` or `*`. It stands alone, and of `request` only `key` bears on it. No default.
     */
    tool?: ToolPattern;
  };
  /**
   * In place of `reaches`: this guard checks all of them. The assertion is also broken by a guard that lets something pass (`on_failure: allow`, `unseen: allow`, `on_hit: log`, `scan: new`), or checks only one direction. No default.
   */
  without_guard?: string;
  /**
   * The guard of `without_guard` may let unseen content pass, may only log hits, and may check only new texts, requests or answers. Default: `false`.
   */
  lenient?: boolean;
  /**
   * In place of `reaches`: their contents are not kept (`content_log`). Only `key` and `model` of `request` matter for that. No default.
   */
  kept?: true;
}
/**
 * Requests, and how many backends may be down while they are served.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "survives".
 */
export interface Survives {
  /**
   * The name of the assertion. Required.
   */
  name: string;
  /**
   * The requests concerned, of those that are served without an outage.
   */
  request: {
    /**
     * The names of keys; `*` matches anything. Default: every key.
     */
    key?: string;
    /**
     * The endpoint called. Default: every one.
     */
    endpoint?: Endpoint;
    /**
     * The body's `model`. Default: each one, unless `models` stands alone.
     */
    model?: string;
    /**
     * The body's `models`.
     */
    models: string[];
    /**
     * The wanted tags.
     */
    tags: string[];
  };
  /**
   * The number of backends that may be down at once, any of them.
   */
  outages: number;
  /**
   * The kind of outage: whole `backends`, or `replicas`, single servers of backends that list several. One that has a name's addresses (`dns`), or none, counts as one server.
   */
  of: 'backends' | 'replicas';
}
/**
 * The content of a file that `include` names.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "included_file".
 */
export interface IncludedFile {
  /**
   * Servers that run models, by name.
   */
  backends: {
    [k: string]: Backend;
  };
  /**
   * Models, by the identifier that clients send.
   */
  models: {
    [k: string]: Model;
  };
  /**
   * Rules by name; the one named `default` holds for keys that name none.
   */
  rate_limits: {
    [k: string]: RateLimit;
  };
  /**
   * Issuers of tokens that are taken beside secrets.
   */
  identity: IncludedIdentity;
  /**
   * Groups of keys, by name.
   */
  groups: {
    [k: string]: Group;
  };
  /**
   * Credentials of clients, by name.
   */
  keys: {
    [k: string]: Key;
  };
  /**
   * Routing tests, run by `gateway check` with those of the other files.
   */
  tests: RoutingTest[];
  /**
   * Deployments that no request may ever reach, proved by `gateway check` over all files.
   */
  never: Never[];
  /**
   * Requests that must be served in any outage, proved by `gateway check` over all files.
   */
  survives: Survives[];
}
/**
 * The content of a file with routing tests of its own, for `gateway check --tests`.
 *
 * This interface was referenced by `GatewayFile`'s JSON-Schema
 * via the `definition` "tests_file".
 */
export interface TestsFile {
  /**
   * Routing tests. Required.
   */
  tests: RoutingTest[];
}
