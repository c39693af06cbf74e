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
  level:
    '`info`; `warn` where the gateway sent somebody away for now (429, 503); `error` where something failed',
  time: 'when the request was over, in UTC',
  id: "the request id: `x-request-id` of the answer, the client's own where it sent a good one",
  client: 'its address, as `log.client_ip` lets it be known',
  key: 'the key that called; absent where none was valid',
  issuer: 'whose token came, by its name in the file',
  subject: 'whom that token names (`sub`)',
  method: 'of the request',
  host: 'as the client wrote it',
  path: 'without its query',
  user_agent: 'of the client, cut',
  session: 'which session of the client it is of (`session_from` of the model), cut',
  agent: 'which of its agents Claude Code says it is of (`x-claude-code-agent-id`), cut',
  request_class: 'what kind of request it says it is (`x-claude-code-request-class`), cut',
  endpoint: 'the endpoint called; absent where the path is none',
  mcp_method: 'of a message of the Model Context Protocol, what it asks for',
  tool: 'the server and its own name of the tool, with `prompt:` or `resource:` before the name of what is none',
  tool_outcome:
    'what became of it at the server: `answered`, `failed` where the tool says so, `error` where the server does, `input_required`, `unreachable`, `timeout`, `invalid`, `refused`, `interrupted` or `abandoned`',
  model: 'what the client asked for',
  chain: 'the models that it named, where there were several',
  deployment: '`MODEL/NAME` of the last attempt; absent where none was made',
  tags: 'the wanted tags',
  needs: 'capabilities that the body makes use of (`routing.infer`)',
  stream: '`true` where a stream was asked for',
  status: 'what the client got; 499 where it went away before its answer was complete',
  code: "of the gateway's own error, as the client read it in `x-gateway-error`",
  reason: 'why, in a sentence for operators; clients never see it',
  ms: 'from the head of the request to the end of the answer',
  first_byte_ms: 'until the head of the answer was written to the client',
  queued_ms: 'how long it waited for slots (`queue`, `wait`), within `ms`; absent where it did not',
  input_tokens: 'of the request, what was cached and written to a cache within it',
  output_tokens: 'of the answer, reasoning within it',
  cached_tokens: 'of the input: read from a cache',
  ...unitWords,
  service_tier: 'the tier that the answer says it was served in',
  certainty: 'how sure the counts are: `measured`, `estimated` or `reported`',
  cost_usd: 'by the `price` of the deployment; absent where that or the use is not known',
  nested:
    'models that took part beside the one that answered, such as an advisor, each with what it used and what that costs, which is in no other field',
  translation:
    'where it went through another dialect than the client speaks: `from` and `to`, and of fields what was `dropped`, `changed`, `lost` or `unknown`',
  attempts: 'every try, in order: see below',
  upstream_id: "the request id of the backend's answer",
  guards:
    'what each guard said of the request and of its answer (`direction`): `passed`, `unseen`, `failed`, `masked` or `refused`, how often it was asked (`looks`), and how long that took',
  purpose:
    '`mirror` for a copy of a request, `guard` for a question of a guard to its model: the key is `(mirror)` or `(guard)`, and what it used counts for no other',
  guard: 'the guard that asks, where `purpose` is `guard`',
  guard_of: 'the id of the request that it asks about',
  mirror:
    'what a copy is compared with: the id `of` the request, and the deployment, status, times, tokens and bytes of its answer; `own_length` are the bytes of that of the copy',
  title: 'what the application calls itself (`X-Title`), cut',
  referer: '`HTTP-Referer`, cut',
  sample: 'the share of such lines that are written (`log.sample`), where it is not all',
  msg: '`request`',
};

export const attemptFields: Readonly<Record<string, string>> = {
  deployment: '`MODEL/NAME`',
  outcome: 'what became of it, in the words below',
  status: "of the backend's answer; absent where none came",
  via: "the dialect that it was asked in, where that is not the client's",
  replica: 'which of the equal servers of its backend (`replicas`)',
  ms: 'how long it took',
};

/** The meaning of each word in `attempts[].outcome`. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  answered: 'an answer that is none of the below',
  not_connected: 'refused, no route, no name, TLS, or `timeouts.connect`: nothing was sent',
  no_free_connection: 'every connection to the backend was taken for as long as `timeouts.connect`',
  no_credential: 'its credential went away while it waited: nothing was sent',
  lost: 'the connection broke before an answer began',
  cut_short: 'the answer broke off before anything of it was passed on',
  stalled: '`first_byte`, `answer`, `idle` or `progress` ran out before anything was passed on',
  stale_connection: 'the backend closed a kept connection at that moment; sent again on a new one',
  out_of_time: '`timeouts.total` ran out',
  failed: '408 or a 5xx',
  unusable: 'a redirect, HTML, JSON in place of a stream or the reverse, an empty body, broken framing',
  without_place:
    "a translated answer that holds nothing but what the client's dialect has no place for, such as an image",
  rate_limited:
    '429, or a 400 that says it is the credit or a quota: put last for as long as it asks, or half a minute',
  error_in_answer: 'a 200 that holds an error',
  credentials_refused:
    "401, a 400 that says it is the key, or a 403 of which nothing says that it is the request's",
  credentials_stale: 'the same, where a newer value had come meanwhile; sent again with that',
  usage_refused: 'a 400 or 422 that names `stream_options`, which the gateway put in; sent again without',
  forbidden: 'a 403 of a deployment that answered well a moment ago: most often the content',
  payment_required: '402: the account there has no credit',
  not_found: '404: the backend has not got what the file names',
  request_refused: 'any other 4xx: it would be refused anywhere',
  abandoned: 'the client went away',
  interrupted: 'the answer broke off, or held an error, after its first byte had gone to the client',
};

/** Fields of a row of usage, as `gateway usage export` and `/api/usage` have them. */
export const usageFields: Readonly<Record<keyof UsageSum, string>> = {
  day: 'of UTC on which the request came',
  key: 'that called',
  model: 'whose deployment answered',
  deployment: 'its name',
  group: 'that the key belonged to then',
  backend: 'of the deployment',
  upstream_model: 'the name that the backend was asked for, as its invoice has it',
  certainty: '`measured`, `estimated` or `reported`',
  end_user: 'for whom the request was, where its key has `end_users`',
  requests: 'that reached a backend',
  failed: 'of those: answered with an error, broken off, or left by the client',
  input_tokens: 'all input, what was cached and written to a cache within it',
  output_tokens: 'all output, reasoning within it',
  cached_input_tokens: 'of the input: read from a cache',
  cache_write_tokens: 'of the input: written to a cache',
  cache_write_1h_tokens: 'of those: to be kept for an hour',
  audio_input_tokens: 'of the input: sound',
  image_input_tokens: 'of the input: images',
  reasoning_tokens: 'of the output: thought and not said',
  audio_output_tokens: 'of the output: sound',
  image_output_tokens: 'of the output: images',
  ...unitWords,
  measured_requests: 'requests that are `measured`',
  estimated_requests: 'requests that are `estimated`',
  reported_requests: 'requests whose cost the backend named',
  unpriced_requests: 'requests whose use is known, at no price',
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
      says: 'the gateway stops: what is under way may finish',
      about: 'SIGTERM or SIGINT came, or another version took over',
    },
    { says: 'the gateway has stopped', about: '`uptime_seconds`' },
    {
      says: 'the gateway ends',
      about: '`reason`: it can not go on, such as when workers die again and again',
    },
    {
      says: 'the limit of open files allows each worker fewer connections than listen.max_connections; raise it (LimitNOFILE=, ulimit -n)',
      about: '`wanted` and `possible`',
    },
    {
      says: 'state.dir … can not be locked (…): no other gateway may use it',
      about: "the folder can hold no socket; see that it is this gateway's alone",
      spoken: { file: 'supervisor/state/state-lock.ts', level: 'warn' },
    },
    { says: "state.dir is not this gateway's any more", about: 'another version took it; `err`' },
    {
      says: 'the log goes on in the file that was open',
      about: 'after SIGUSR1 the new file could not be opened; `err`',
    },
    {
      says: 'the admin listener could not be opened again; it stays as it was',
      about: 'after a change of `admin`; `err`',
    },
    {
      says: 'systemd can not be told how the gateway is: … failed; the package systemd has it',
      about: 'all is served; install it, or set `Type=exec`',
    },
    { says: 'listener', about: 'the public listener has a fault; `err`' },
  ],
  Reloads: [
    {
      says: 'reload …',
      about:
        '`reload applied`: `from` and `to` name the revisions, `changes` what is different; `reload unchanged`: the files say what is served already',
    },
    {
      says: 'reload rejected: the configuration before it goes on serving',
      about: '`problems` says what is wrong and where: mend the file',
    },
    {
      says: 'reload under way: until it is done, the configuration before it serves on',
      about: 'it takes more than 3 seconds',
      spoken: { file: 'supervisor/reload/reloader.ts', level: 'info' },
    },
    {
      says: 'changed keys are taken, though the other files are not',
      about: 'a revoked key is refused all the same; mend what the reload says',
    },
    {
      says: 'changed keys could not be taken',
      about: '`err`; a revoked key still passes: mend what the reload says',
    },
    { says: 'closing a replaced configuration', about: 'something of it did not close; `err`' },
    { says: 'a change was refused', about: 'by a worker; the line of the reload says why' },
  ],
  Takeovers: [
    {
      says: 'a takeover begins: another version starts beside this one',
      about: '`script` is what is started',
    },
    {
      says: 'another process serves in the place of this one',
      about: 'this one finishes what it has; `pid`',
    },
    { says: 'the takeover failed: this version goes on serving', about: '`reason`' },
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
      about: 'the line before says what failed',
      spoken: { file: 'supervisor/worker-pool.ts', level: 'error' },
    },
    {
      says: 'a fault of the gateway itself; this worker is replaced',
      about: 'please report it with `err`',
    },
    {
      says: 'the supervising process hangs; the gateway is ended, to be started again',
      about: 'by systemd or whatever runs it',
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
      about: '`deployment`, `outcome` of the last failure, `open_ms`; how it goes on says `again`',
    },
    { says: 'a circuit is half open: one request finds out', about: 'at `debug`' },
    { says: 'the trial of a circuit taught nothing: the next request is one', about: 'at `debug`' },
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
      says: 'where a backend leads can not be looked up: its replicas stay as they are',
      about: '`backend`, `host`, `reason`: the resolver of this machine does not answer',
    },
    {
      says: 'a backend has more addresses than replicas can be: the others are not used',
      about: '`backend`, `addresses`, `used`: share them out among several names',
    },
    {
      says: 'how busy a server is is not known: what waits there counts as 0',
      about: '`backend`, `replica`, `reason`; at most once a minute for a backend with `load`',
    },
    {
      says: 'a backend sent what is no part of an answer: for an hour each of its connections carries one request',
      about: 'it may answer twice, or before it is asked: look at it, and at what stands before it',
    },
    {
      says: 'deployments are drained',
      about: 'at the start: `deployments` that somebody took out; `gateway resume`',
    },
    {
      says: 'the backend names more tokens of caches than there can be; its answers count as estimates where it does',
      about:
        'once for each `deployment`; `gateway_usage_overstated_total` counts them: hold its usage against the invoice of the vendor',
    },
    {
      says: 'the backend packs its answers, although it is asked not to; they are unpacked here',
      about: 'it costs time; turn it off there',
    },
    {
      says: 'the backend refuses stream_options: streams of this deployment are not asked for their usage any more, and count by estimates',
      about:
        'until the gateway is started again, or the `url` changes; say so with `usage_in_streams` of its backend, which spares a request that is refused',
    },
    {
      says: 'an attempt failed',
      about:
        '`deployment`, `outcome`, `detail`; an error where the operator has to mend it: a refused credential, no credit, a wrong name',
      level: 'warn, error',
    },
    { says: 'routed', about: 'at `debug`: `order` in which deployments are tried, and who is `out` and why' },
    { says: 'an attempt ended', about: 'at `debug`: one of `attempts`, with `detail`' },
    {
      says: "the clock of this machine is not Amazon's: requests are signed by Amazon's; set the clock (NTP)",
      about: '`region`, `ahead_s`',
    },
  ],
  Credentials: [
    {
      says: 'a credential is there',
      about: 'its first value has come',
    },
    {
      says: 'a credential is renewed again',
      about: 'all is well',
    },
    { says: 'a credential was renewed', about: 'at `debug`: `usable_s`' },
    {
      says: 'a credential could not be had: its deployments are out until it is there',
      about: '`source`, `code`, `reason`: `gateway credentials` tries it from the host',
    },
    {
      says: 'a credential could not be renewed; the one before is still good',
      about: 'for `usable_s` more seconds',
    },
    { says: 'a credential has run out: its deployments are out until it is renewed', about: '`reason`' },
    {
      says: 'a backend refuses a credential that is thought to be good: it is renewed',
      about: 'it answered 401 to the newest value',
    },
    {
      says: 'a credential is not what it should be',
      about: '`warning`: it states no lifetime that is one, or none at all',
    },
  ],
  'Keys, tokens and sign-ins': [
    { says: 'the keys_store answers', about: 'Redis is there again' },
    {
      says: 'an entry of the keys_store is no key, and opens nothing: revoke it, or delete its field in the store',
      about: 'somebody wrote it by hand, or another program did; the other keys go on',
    },
    { says: 'the keys_store does not answer: keys stay as they were last seen', about: '`reason`' },
    {
      says: 'the keys_store had lost its keys, and was given them again',
      about: 'see that it has persistence',
    },
    { says: 'the keys of an issuer are there', about: '`issuer`, and how many `keys`' },
    {
      says: 'an issuer has new keys',
      about: 'tokens signed with them are taken from now on',
      spoken: { file: 'supervisor/key-sets/renewed-key-set.ts', level: 'info' },
    },
    {
      says: 'the keys of an issuer are there again',
      about: 'all is well',
      spoken: { file: 'supervisor/key-sets/renewed-key-set.ts', level: 'info' },
    },
    {
      says: 'the keys of an issuer could not be had: its tokens are answered with 503 until they are there',
      about: '`reason`',
    },
    {
      says: 'the keys of an issuer could not be renewed; those that were had last are used on',
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
      about: '`reason`: the issuer is down; the token signs in',
    },
    { says: 'a sign-in by OpenID Connect came to nothing', about: '`reason`, `client`' },
    { says: 'a role was not looked at', about: '`reason`: the issuer did not answer; the session goes on' },
  ],
  'Limits, usage and state': [
    { says: 'the limit store answers', about: 'Redis counts again' },
    { says: 'the limit store does not answer', about: '`reason`; `on_failure` is what happens meanwhile' },
    {
      says: 'state.redis.on_failure is allow: without the store nothing is limited',
      about: 'said at the start, so that nobody is surprised',
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
    { says: 'which deployments are drained can not be read', about: '`file`: none is' },
    {
      says: 'which deployments are drained can not be written',
      about: 'to `state_dir`: nothing was drained or resumed, and who asked was told',
    },
    { says: 'which deployments are drained was damaged: it is put aside, and none is', about: '`file`' },
    {
      says: 'what an object used is not known yet',
      about: '`backend`: it is asked again; `err` says why it did not tell',
    },
    { says: 'which objects are counted can not be read', about: '`file`: one may count twice' },
    {
      says: 'that an object is counted can not be written down',
      about: '`file`: it may count twice after a restart',
    },
    {
      says: 'what an object used did not become known in three days: it counts as what was reserved for it',
      about: '`object`, `backend`: a response in the background, or a batch',
    },
    {
      says: 'the backend has an object no more that was not done: it counts as what was reserved for it',
      about: '`object`, `backend`, `key`: a response in the background, or a batch, answered with 404 or 410',
    },
    {
      says: 'a response in the background is done: what was counted for it is corrected',
      about: '`key`, `model`, `deployment`, and the differences `input`, `output`, `cost_usd`',
    },
    {
      says: 'a batch is done: what was counted for it is corrected',
      about: 'the same',
    },
    {
      says: 'who was to remember what is counted has gone: this process does',
      about: 'after a takeover; an object may count twice',
    },
    { says: 'parts of a batch are too long to be counted', about: '`lines`' },
    {
      says: 'the process that keeps usage ended and is started again',
      about: '`code`, `signal`; what it had not written is tried again',
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
      about: '`reason`; requests go on, and what was counted is told later. Once a minute at most',
    },
    { says: 'metrics are delivered again', about: 'nothing to do' },
    {
      says: 'a program gave no secret: the one before stays',
      about: 'the `program` and the `reason`, without what it printed; once until it gives one again',
    },
    { says: 'a program gives its secret again', about: 'nothing to do' },
    {
      says: 'a program gave another secret: the files are read again',
      about: 'a reload with it follows',
    },
    {
      says: 'contents can not be kept',
      about:
        '`reason`; requests go on, and what waits is kept later. Once until it works again; see `on_full`',
    },
    { says: 'contents are kept again', about: 'nothing to do' },
    {
      says: 'contents were refused where they are to be kept',
      about: '`reason`, by a collector: they are lost, `requests` says how many',
    },
    {
      says: 'contents were not kept before the gateway stopped, or kept them elsewhere',
      about: '`requests` says of how many; see why contents can not be kept',
    },
    {
      says: 'the process that keeps contents ended and is started again',
      about: 'what was not kept is kept by the next; `code` or `signal` says how it ended',
    },
    {
      says: 'a guard could not look, and what it would have looked at passed',
      about:
        'the `guard` of the request `id`, and why (`reason`): `on_failure: allow` lets that pass. See to the guard',
    },
    {
      says: 'a guard could not look at all of it, and the rest passed as it changed it',
      about:
        'the same of a part of the texts, where the `guard` gave others back changed (`on_mask: apply`): the changes were made',
    },
    {
      says: 'a guard would have refused',
      about: 'with `on_hit: log`: the `guard`, the request `id`, and where (`at`); never the text',
    },
    {
      says: 'a guard could not see all of it, and it passed',
      about: 'with `unseen: allow`: what `kind` of thing it was, and where (`at`)',
    },
    {
      says: 'a guard fails, and is not asked for now',
      about:
        'it failed `routing.circuit.failures` times in a row; for so many `seconds` what it would look at is refused at once, or passes where `on_failure: allow` says so',
    },
    { says: 'a guard answers again', about: 'nothing to do' },
    {
      says: 'a server of tools fails, and is not asked for now',
      about:
        'the `server` failed `routing.circuit.failures` times in a row; for so many `seconds` calls of its tools are refused at once',
    },
    { says: 'a server of tools answers again', about: 'nothing to do' },
    {
      says: 'a server does not say what it has: its tools are in no list for now',
      about: 'the `server`, and why (`reason`): the tools of others are listed as before. See to the server',
    },
    { says: 'the tools of a server are listed again', about: 'nothing to do' },
    {
      says: 'what a server lists can not be offered',
      about:
        'the `server`, the `kind` and the `name`, and which rule of the protocol it breaks (`reason`): tell whoever runs it',
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
      about: 'the `count`, the `first` ten with what they are about, and `why`: a day old, or too many wait',
    },
    {
      says: 'a hook wants no more messages: it gets none until the file is other',
      about: 'it answered 410: take it out of `notify`',
    },
    {
      says: 'looking for what operators are told of',
      about: 'what is so is told with a later look; please report it with `err`',
    },
    {
      says: 'traces can not be delivered: see whether the collector at `tracing.otlp` takes them',
      about: 'requests go on',
    },
  ],
  'Faults of the gateway itself': [
    { says: 'a request failed', about: 'a 500 `internal_error`: please report it with `err`' },
    { says: 'an admin request failed', about: 'the same, on the admin listener' },
    { says: 'telling of a request', about: 'a line or metric of the request `id` is missing; `err`' },
  ],
};
