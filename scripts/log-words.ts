/**
 * The words of the log, for the page on it: texts come from the code, their meaning and the action to take are here.
 */

import type { UsageSum } from '../src/admin/contract/usage.ts';
import { countedUnits, type UnitName } from '../src/observe/units/index.ts';
import type { Outcome } from '../src/routing/outcomes.ts';

const unitWords = Object.fromEntries(countedUnits.map(({ name, about }) => [name, about])) as Readonly<
  Record<UnitName, string>
>;

/** Fields of a request's line, in the order of the line. */
export const requestFields: Readonly<Record<string, string>> = {
  level: '`info`; `warn` if the gateway refused the request for now (429, 503); `error` after a failure',
  time: 'the end of the request, in UTC',
  id: "the request id: `x-request-id` of the answer, or the client's own valid one",
  client: 'its address, as `log.client_ip` allows',
  key: "the caller's key; absent without a valid one",
  issuer: 'the issuer of the token, by its name in the file',
  subject: 'the subject of the token (`sub`)',
  method: 'of the request',
  host: 'as the client wrote it',
  path: 'without its query',
  user_agent: 'of the client, cut',
  session: 'the session of the client (`session_from` of the model), cut',
  agent: 'the agent of Claude Code (`x-claude-code-agent-id`), cut',
  request_class: "Claude Code's kind of request (`x-claude-code-request-class`), cut",
  endpoint: 'the called endpoint; absent for other paths',
  mcp_method: 'the method of a Model Context Protocol message',
  tool: 'the server and its own name of the tool, with `prompt:` or `resource:` before other names',
  tool_outcome:
    "the result at the server: `answered`, `failed` (the tool's error), `error` (the server's), `input_required`, `unreachable`, `timeout`, `invalid`, `refused`, `interrupted` or `abandoned`",
  model: 'the model that the client requested',
  chain: 'the requested models, if there are several',
  deployment: '`MODEL/NAME` of the last attempt; absent without one',
  tags: 'the wanted tags',
  needs: 'capabilities that the body uses (`routing.infer`)',
  stream: '`true` for a requested stream',
  status: "the client's status; 499 if it left before the end of its answer",
  code: "of the gateway's own error, as in the client's `x-gateway-error`",
  reason: 'the cause in a sentence, for operators only',
  ms: 'from the head of the request to the end of the answer',
  first_byte_ms: 'until the head of the answer went to the client',
  queued_ms: 'the wait for slots (`queue`, `wait`), within `ms`; absent without one',
  input_tokens: 'of the request, including cached tokens and those written to a cache',
  output_tokens: 'of the answer, including reasoning',
  cached_tokens: 'of the input: read from a cache',
  ...unitWords,
  service_tier: 'the tier of service, by the answer',
  certainty: 'the certainty of the counts: `measured`, `estimated` or `reported`',
  cost_usd: 'by the `price` of the deployment; absent if that or the usage is unknown',
  nested:
    'models that took part beside the one that answered, such as an advisor, each with its usage and cost, which no other field includes',
  translation:
    'for a translated request: `from` and `to`, and the fields that were `dropped`, `changed`, `lost` or `unknown`',
  attempts: 'every try, in order: see below',
  upstream_id: "the request id of the backend's answer",
  guards:
    "each guard's verdict on the request and on its answer (`direction`): `passed`, `unseen`, `failed`, `masked` or `refused`, the number of its `looks`, and their time",
  purpose:
    '`mirror` for a copy of a request, `guard` for a question of a guard to its model: the key is `(mirror)` or `(guard)`, and the usage counts for no other',
  guard: 'the guard that asks, where `purpose` is `guard`',
  guard_of: 'the id of the request that it asks about',
  mirror:
    "the original of a copy: the id `of` the request, and the deployment, status, times, tokens and bytes of its answer; `own_length` are the bytes of the copy's answer",
  title: "the application's name for itself (`X-Title`), cut",
  referer: '`HTTP-Referer`, cut',
  sample: 'the share of such lines that are written (`log.sample`), unless all are',
  msg: '`request`',
};

export const attemptFields: Readonly<Record<string, string>> = {
  deployment: '`MODEL/NAME`',
  outcome: 'the result, in the words below',
  status: "of the backend's answer; absent without one",
  via: "the target dialect, if it differs from the client's",
  replica: 'the server among the equal ones of its backend (`replicas`)',
  ms: 'its duration',
};

/** The meaning of each word in `attempts[].outcome`. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  answered: 'a good answer',
  not_connected: 'refused, no route, no name, TLS, or `timeouts.connect`: nothing was sent',
  no_free_connection: 'every connection to the backend was taken for as long as `timeouts.connect`',
  no_credential: 'its credential expired while it waited: nothing was sent',
  lost: 'the connection broke before an answer began',
  cut_short: 'the answer broke off before any of it reached the client',
  stalled: '`first_byte`, `answer`, `idle` or `progress` ran out before anything reached the client',
  stale_connection: 'the backend closed a kept connection at that moment; sent again on a new one',
  out_of_time: '`timeouts.total` ran out',
  failed: '408 or a 5xx',
  unusable: 'a redirect, HTML, JSON in place of a stream or the reverse, an empty body, broken framing',
  without_place:
    "a translated answer with only content that the client's dialect has no place for, such as an image",
  rate_limited:
    '429, or a 400 about the credit or a quota: the deployment comes last for the requested time, or half a minute',
  error_in_answer: 'a 200 that holds an error',
  credentials_refused: "401, a 400 about the key, or a 403 that is not clearly the request's fault",
  credentials_stale: 'the same, while a newer value had arrived; sent again with that',
  usage_refused: 'a 400 or 422 about `stream_options`, which the gateway had added; sent again without it',
  forbidden: 'a 403 of a deployment that answered well a moment ago: most often the content',
  payment_required: '402: the account there has no credit',
  not_found: '404: the backend does not have the model or path of the file',
  request_refused: 'any other 4xx: it would be refused anywhere',
  abandoned: 'the client left',
  interrupted: 'the answer broke off, or held an error, after its first byte had gone to the client',
};

/** Fields of a row of usage, as `gateway usage export` and `/api/usage` have them. */
export const usageFields: Readonly<Record<keyof UsageSum, string>> = {
  day: "of the request's arrival, in UTC",
  key: "the caller's key",
  model: 'the model of the answering deployment',
  deployment: 'its name',
  group: 'of the key at that time',
  backend: 'of the deployment',
  upstream_model: "the backend's name for the model, as on its invoice",
  certainty: '`measured`, `estimated` or `reported`',
  end_user: 'the end user of the request, if its key has `end_users`',
  requests: 'that reached a backend',
  failed: 'of those: answered with an error, broken off, or left by the client',
  input_tokens: 'all input, including cached tokens and those written to a cache',
  output_tokens: 'all output, including reasoning',
  cached_input_tokens: 'of the input: read from a cache',
  cache_write_tokens: 'of the input: written to a cache',
  cache_write_1h_tokens: 'of those: to be kept for an hour',
  audio_input_tokens: 'of the input: sound',
  image_input_tokens: 'of the input: images',
  reasoning_tokens: 'of the output: thoughts',
  audio_output_tokens: 'of the output: sound',
  image_output_tokens: 'of the output: images',
  ...unitWords,
  measured_requests: 'requests that are `measured`',
  estimated_requests: 'requests that are `estimated`',
  reported_requests: 'requests whose cost the backend reported',
  unpriced_requests: 'requests with known usage, without a price',
  cost_usd: 'US dollars',
  estimated_cost_usd: 'of those: for requests that are `estimated`',
  units: 'those that `per_unit` names, by name; in CSV `pages=3;files=1`',
  tool_calls: 'of tools that the vendor runs, by name; in CSV `web_search=2`',
};

/** An event outside requests. `…` marks inserted values. */
export interface Message {
  /** As the code writes it. */
  readonly says: string;
  readonly about: string;
  /** The severity, if the code decides it at run time. */
  readonly level?: string;
  /** For those that stand elsewhere than where they are logged: in which file of `src`, and how severe they are. */
  readonly spoken?: { readonly file: string; readonly level: string };
}

export const messages: Readonly<Record<string, readonly Message[]>> = {
  'The life of the gateway': [
    { says: 'the gateway starts', about: '`version`, `node`, `pid`, `config_file`, `revision`' },
    { says: 'the gateway is ready', about: 'all workers serve; `ms` since the start' },
    {
      says: 'the gateway stops: requests in flight may finish',
      about: 'SIGTERM or SIGINT came, or another version took over',
    },
    { says: 'the gateway has stopped', about: '`uptime_seconds`' },
    {
      says: 'the gateway ends',
      about: "`reason`: it can't continue, for example because workers die repeatedly",
    },
    {
      says: 'the limit of open files allows each worker fewer connections than listen.max_connections; raise it (LimitNOFILE=, ulimit -n)',
      about: '`wanted` and `possible`',
    },
    {
      says: 'state.dir … can not be locked (…): no other gateway may use it',
      about: "the folder can't hold a socket; make sure that no other gateway uses it",
      spoken: { file: 'supervisor/state/state-lock.ts', level: 'warn' },
    },
    { says: 'state.dir belongs to another gateway now', about: 'another version took it; `err`' },
    {
      says: 'the log goes on in the file that was open',
      about: 'after SIGUSR1 the new file could not be opened; `err`',
    },
    {
      says: 'the admin listener could not be opened again; it stays as it was',
      about: 'after a change of `admin`; `err`',
    },
    {
      says: "systemd can't be notified of the gateway's state: … failed; the package systemd has it",
      about: 'all is served; install it, or set `Type=exec`',
    },
    { says: 'listener', about: 'the public listener has a fault; `err`' },
  ],
  Reloads: [
    {
      says: 'reload …',
      about:
        '`reload applied`: `from` and `to` name the revisions, `changes` the differences; `reload unchanged`: the files equal the served version',
    },
    {
      says: 'reload rejected: the previous configuration stays in service',
      about: '`problems` has the mistakes and their places: fix the file',
    },
    {
      says: 'reload in progress: the previous configuration serves until it is done',
      about: 'it takes more than 3 seconds',
      spoken: { file: 'supervisor/reload/reloader.ts', level: 'info' },
    },
    {
      says: 'changed keys take effect, although the other files do not',
      about: 'a revoked key is refused nevertheless; fix the problem of the reload',
    },
    {
      says: 'changed keys could not be taken',
      about: '`err`; a revoked key still passes: fix the problem of the reload',
    },
    { says: 'closing a replaced configuration', about: 'something of it did not close; `err`' },
    { says: 'a change was refused', about: 'by a worker; the line of the reload has the reason' },
  ],
  Takeovers: [
    {
      says: 'a takeover begins: another version starts beside this one',
      about: '`script` is the started program',
    },
    {
      says: "another process serves in this one's place",
      about: 'this one finishes its requests; `pid`',
    },
    { says: 'the takeover failed: this version stays in service', about: '`reason`' },
  ],
  Workers: [
    { says: 'a worker could not be started', about: '`err`' },
    {
      says: 'a worker … and is ended',
      about: 'it does not answer, or did not take a change; a new one comes',
    },
    {
      says: 'a worker died and is replaced',
      about: 'how, in `code` or `signal`; out of memory, for one',
      spoken: { file: 'supervisor/worker-pool.ts', level: 'error' },
    },
    {
      says: 'a worker failed and is replaced',
      about: 'the line before has the failure',
      spoken: { file: 'supervisor/worker-pool.ts', level: 'error' },
    },
    {
      says: 'a fault of the gateway itself; this worker is replaced',
      about: 'please report it with `err`',
    },
    {
      says: 'the supervising process hangs; the gateway is ended, to be started again',
      about: 'by systemd or another process manager',
    },
  ],
  Certificates: [
    {
      says: 'the certificate expires soon: renew it',
      about: 'once a day from 14 days on; `listener`, `expires`, `days`',
    },
    { says: 'the certificate has expired', about: 'clients refuse it: put a new one in its place' },
  ],
  'Deployments and backends': [
    {
      says: 'a circuit opened',
      about: '`deployment`, `outcome` of the last failure, `open_ms`; `again` for a repeated opening',
    },
    { says: 'a circuit is half open: one request tests it', about: 'at `debug`' },
    { says: 'the test of a circuit was inconclusive: the next request is another', about: 'at `debug`' },
    { says: 'a circuit closed', about: 'the deployment answers again' },
    {
      says: 'the health check of a backend fails: its deployments are out',
      about: '`health.path` of the `backend`',
    },
    { says: 'the health check of a backend succeeds again', about: 'its deployments are in again' },
    {
      says: 'the replicas of a backend changed',
      about: '`backend`, how many `replicas` there are now, how many `came` and have `gone`',
    },
    {
      says: 'a backend has no replicas: its name leads to no address',
      about: '`backend`, `host`: its deployments are out until there is one',
    },
    {
      says: "a backend's name can't be looked up: its replicas stay unchanged",
      about: '`backend`, `host`, `reason`: the resolver of this machine does not answer',
    },
    {
      says: 'a backend has more addresses than replicas can be: the others are not used',
      about: '`backend`, `addresses`, `used`: share them out among several names',
    },
    {
      says: "a server's load is unknown: its waiting requests count as 0",
      about: '`backend`, `replica`, `reason`; at most once a minute for a backend with `load`',
    },
    {
      says: 'a backend sent bytes outside any answer: for an hour each of its connections carries one request',
      about: 'it may answer twice, or before a request: check it, and everything before it',
    },
    {
      says: 'deployments are drained',
      about: 'at the start: `deployments` drained by hand; `gateway resume`',
    },
    {
      says: 'tools are drained',
      about: 'at the start: servers of `mcp` and `tools` drained by hand; `gateway resume`',
    },
    {
      says: 'the backend reports more cached tokens than possible; such answers count as estimates',
      about:
        "once for each `deployment`; `gateway_usage_overstated_total` counts them: compare its usage with the vendor's invoice",
    },
    {
      says: 'the backend compresses its answers against the request; the gateway unpacks them',
      about: 'it costs time; turn it off there',
    },
    {
      says: 'the backend refuses stream_options: streams of this deployment are not asked for their usage any more, and count by estimates',
      about:
        'until the gateway restarts, or the `url` changes; set `usage_in_streams` of its backend to avoid the refused request',
    },
    {
      says: 'an attempt failed',
      about:
        '`deployment`, `outcome`, `detail`; an error if the operator has to fix it: a refused credential, no credit, a wrong name',
      level: 'warn, error',
    },
    {
      says: 'routed',
      about: 'at `debug`: the `order` of deployments, and those that are `out` with reasons',
    },
    { says: 'an attempt ended', about: 'at `debug`: one of `attempts`, with `detail`' },
    {
      says: "the clock of this machine is not Amazon's: requests are signed by Amazon's; set the clock (NTP)",
      about: '`region`, `ahead_s`',
    },
  ],
  Credentials: [
    {
      says: 'a credential is there',
      about: 'its first value has arrived',
    },
    {
      says: 'a credential is renewed again',
      about: 'all is well',
    },
    { says: 'a credential was renewed', about: 'at `debug`: `usable_s`' },
    {
      says: 'a credential could not be had: its deployments are out until it is there',
      about: '`source`, `code`, `reason`: test it with `gateway credentials` on the host',
    },
    {
      says: 'a credential could not be renewed; the one before is still good',
      about: 'for `usable_s` more seconds',
    },
    { says: 'a credential has run out: its deployments are out until it is renewed', about: '`reason`' },
    {
      says: 'a backend refuses a credential that should be valid: the gateway renews it',
      about: 'it answered 401 to the newest value',
    },
    {
      says: 'a credential is not what it should be',
      about: '`warning`: it has no lifetime, or an invalid one',
    },
  ],
  'Keys, tokens and sign-ins': [
    { says: 'the keys_store answers', about: 'Redis is there again' },
    {
      says: 'an entry of the keys_store is not a valid key, and is ignored: revoke it, or delete its field in the store',
      about: 'a person or another program wrote it; the other keys stay valid',
    },
    { says: 'the keys_store does not answer: keys stay as they were last seen', about: '`reason`' },
    {
      says: 'the keys_store had lost its keys: the gateway restored them',
      about: 'give it persistence',
    },
    { says: 'the keys of an issuer are there', about: '`issuer`, and how many `keys`' },
    {
      says: 'an issuer has new keys',
      about: 'tokens signed with them are accepted from now on',
      spoken: { file: 'supervisor/key-sets/renewed-key-set.ts', level: 'info' },
    },
    {
      says: 'the keys of an issuer are there again',
      about: 'all is well',
      spoken: { file: 'supervisor/key-sets/renewed-key-set.ts', level: 'info' },
    },
    {
      says: 'the keys of an issuer could not be fetched: its tokens get 503 until they arrive',
      about: '`reason`',
    },
    {
      says: 'the keys of an issuer could not be renewed; the last ones stay in use',
      about: '`reason`, and their age',
    },
    {
      says: 'refusing requests from an address that sends keys that are not valid',
      about: '`client`, and how many `requests` had no line of their own',
    },
    { says: 'requests without a valid key: lines were left out', about: 'some five a second have one' },
    {
      says: 'plain HTTP on the HTTPS port was refused; treat a key that was sent with it as exposed',
      about: '`client`',
    },
    {
      says: 'nobody can sign in by OpenID Connect',
      about: '`reason`: the issuer is down; sign in with the token',
    },
    { says: 'a sign-in by OpenID Connect failed', about: '`reason`, `client`' },
    {
      says: 'a role could not be checked',
      about: '`reason`: the issuer did not answer; the session goes on',
    },
  ],
  'Limits, usage and state': [
    { says: 'the limit store answers', about: 'Redis counts again' },
    { says: 'the limit store does not answer', about: '`reason`; `on_failure` applies meanwhile' },
    {
      says: 'state.redis.on_failure is allow: without the store nothing is limited',
      about: 'a reminder at the start',
    },
    {
      says: 'the limit store does not say whether an object is counted: this host does',
      about: '`err`; it may count twice',
    },
    {
      says: '… can not be written',
      about: 'budgets or windows of limits, to `file`: a restart would lose them; see the disk',
    },
    { says: '… can not be read', about: 'the same, at the start: counting starts anew' },
    { says: '… was damaged: it is put aside, and counting starts anew', about: '`file` is where it is now' },
    { says: 'the list of drained deployments can not be read', about: '`file`: none is' },
    {
      says: 'the list of drained deployments can not be written',
      about: 'to `state_dir`: nothing was drained or resumed, and the request got an error',
    },
    {
      says: 'the list of drained deployments was damaged: it is put aside, and none is drained',
      about: '`file`',
    },
    {
      says: 'the usage of an object is not known yet',
      about: '`backend`: the gateway asks again; `err` has the reason',
    },
    { says: 'the list of counted objects can not be read', about: '`file`: one may count twice' },
    {
      says: 'a counted object can not be noted',
      about: '`file`: it may count twice after a restart',
    },
    {
      says: 'the usage of an object stayed unknown for three days: its reservation counts',
      about: '`object`, `backend`: a response in the background, or a batch',
    },
    {
      says: 'the backend no longer has an unfinished object: its reservation counts',
      about: '`object`, `backend`, `key`: a response in the background, or a batch, answered with 404 or 410',
    },
    {
      says: 'a response in the background is done: its counted usage is corrected',
      about: '`key`, `model`, `deployment`, and the differences `input`, `output`, `cost_usd`',
    },
    {
      says: 'a batch is done: its counted usage is corrected',
      about: 'the same',
    },
    {
      says: 'the process that remembers counted objects has gone: this one remembers them',
      about: 'after a takeover; an object may count twice',
    },
    { says: 'parts of a batch are too long to be counted', about: '`lines`' },
    {
      says: 'the process that keeps usage ended and is started again',
      about: '`code`, `signal`; unwritten usage is tried again',
    },
    {
      says: 'the usage … not written to … before …',
      about: '`requests` are missing in reports, budgets have them',
    },
    {
      says: '… was not readable and is now …',
      about: 'the database of usage was damaged: it is put aside, and a new one begun',
      spoken: { file: 'admin/usage/usage-main.ts', level: 'error' },
    },
    {
      says: "usage can't be written to …: …; it is tried again",
      about: 'see the disk, and who may write there',
      spoken: { file: 'admin/usage/usage-main.ts', level: 'warn' },
    },
    {
      says: 'the usage of … requests was lost while … could not be written',
      about: 'they are missing in reports; budgets have them',
      spoken: { file: 'admin/usage/usage-main.ts', level: 'warn' },
    },
    {
      says: 'metrics can not be delivered: see whether the collector at `metrics.otlp` takes them',
      about: '`reason`; requests go on, and later messages include the counts. Once a minute at most',
    },
    { says: 'metrics are delivered again', about: 'nothing to do' },
    {
      says: 'a program gave no secret: the one before stays',
      about: 'the `program` and the `reason`, without its output; once until it gives one again',
    },
    { says: 'a program gives its secret again', about: 'nothing to do' },
    {
      says: 'a program gave another secret: the files are read again',
      about: 'a reload with it follows',
    },
    {
      says: 'contents can not be kept',
      about:
        '`reason`; requests go on, and waiting contents are kept later. Once until it works again; see `on_full`',
    },
    { says: 'contents are kept again', about: 'nothing to do' },
    {
      says: 'the place of contents refused them',
      about: '`reason`, by a collector: they are lost, `requests` of them',
    },
    {
      says: 'contents were not kept before the gateway stopped, or kept them elsewhere',
      about: "of `requests`; find out why contents can't be kept",
    },
    {
      says: 'the process that keeps contents ended and is started again',
      about: 'the next process keeps waiting contents; `code` or `signal` has the cause',
    },
    {
      says: 'a guard could not look, and the text passed unseen',
      about:
        'the `guard` of the request `id`, and why (`reason`): `on_failure: allow` lets that pass. Fix the guard',
    },
    {
      says: 'a guard could not look at all of it, and the rest passed with its changes',
      about:
        'the same for a part of the texts, while the `guard` changed others (`on_mask: apply`): the changes apply',
    },
    {
      says: 'a guard would have refused',
      about: 'with `on_hit: log`: the `guard`, the request `id`, and where (`at`); never the text',
    },
    {
      says: 'a guard could not see all of it, and it passed',
      about: 'with `unseen: allow`: the `kind` of content, and its place (`at`)',
    },
    {
      says: 'a guard fails, and gets no requests for now',
      about:
        'it failed `routing.circuit.failures` times in a row; for `seconds` its texts are refused at once, or pass with `on_failure: allow`',
    },
    { says: 'a guard answers again', about: 'nothing to do' },
    {
      says: 'a tool server fails, and gets no requests for now',
      about:
        'the `server` failed `routing.circuit.failures` times in a row; for `seconds` calls of its tools are refused at once',
    },
    { says: 'a tool server answers again', about: 'nothing to do' },
    {
      says: 'the token of a caller is not exchanged for one at a tool server',
      about:
        'the token endpoint of the `server` refused, or did not answer (`reason`); once a minute at most',
    },
    {
      says: 'the health check of a tool server fails: its tools are in no list, and calls are refused',
      about: 'twice in a row; the `server`, and why (`reason`); each worker has a line',
    },
    { says: 'the health check of a tool server succeeds again', about: 'nothing to do' },
    {
      says: 'a tool server does not list its tools: they are in no list for now',
      about: 'the `server`, and why (`reason`): the tools of others are listed as before. Fix the server',
    },
    { says: 'the tools of a server are listed again', about: 'nothing to do' },
    {
      says: 'what a tool server offers is held back: it is not in tools.lock as it is now',
      about:
        'with `pin: lock`: the `server`, the `kind` and the `name`, and whether it is new or has changed (`reason`); told once for each `sha256`. Review it: `gateway tools lock`',
    },
    {
      says: 'more of what a tool server offers is held back: it is not in tools.lock as it is now',
      about:
        'the `count` of further things of the same `kind` for which a minute has no more lines; `gateway tools lock --check` names all',
    },
    {
      says: "an entry of a tool server's list can not be offered",
      about:
        'the `server`, the `kind` and the `name`, and the broken rule of the protocol (`reason`): report it to its operator',
    },
    { says: 'looking at an answer', about: 'a fault of the gateway; the answer was cut off' },
    { says: 'keeping the contents of a request', about: 'a fault of the gateway; the request was answered' },
    {
      says: 'a message could not be delivered: it is tried again',
      about:
        'the `hook`, by its place in the file and its host, and the `reason`; once until it takes one again',
    },
    { says: 'messages are delivered again', about: 'nothing to do' },
    {
      says: 'messages were not delivered, and are given up',
      about: 'the `count`, the subjects of the `first` ten, and `why`: a day old, or too many wait',
    },
    {
      says: 'a hook wants no more messages: it gets none until its entry in the file changes',
      about: 'it answered 410: take it out of `notify`',
    },
    {
      says: 'looking for messages to operators',
      about: 'a later look reports it; please report it with `err`',
    },
    {
      says: 'traces can not be delivered: see whether the collector at `tracing.otlp` takes them',
      about: 'requests go on',
    },
  ],
  'Faults of the gateway itself': [
    { says: 'a request failed', about: 'a 500 `internal_error`: please report it with `err`' },
    { says: 'an admin request failed', about: 'the same, on the admin listener' },
    { says: 'reporting a request', about: 'a line or metric of the request `id` is missing; `err`' },
  ],
};
