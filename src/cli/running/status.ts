import type { KeyLimit, LimitsAnswer } from '../../admin/contract/limits.ts';
import type { OverviewAnswer } from '../../admin/contract/overview.ts';
import type { ToolServer } from '../../admin/contract/tool-servers.ts';
import type { Status } from '../../admin/status.ts';
import { counted, type ExitCode, exitCodes, painter, type Terminal } from '../terminal.ts';
import { type OneGateway, type OneGatewayOptions, oneGateway } from './admin-of-file.ts';
import { type AdminAccess, askGateway } from './ask-gateway.ts';
import { indented, isServedWhole, originOf, servedTexts, statusOf } from './gateway-status.ts';
import { whyNot } from './gateways.ts';

export interface StatusOptions extends OneGatewayOptions {
  readonly format: 'text' | 'json';
}

/** Something that somebody should look at is marked. */
interface Line {
  readonly name: string;
  readonly text: string;
  readonly isBad?: boolean;
}

/** Says how the running gateway is: 1 where it does not serve, or not what its files say. */
export async function status(options: StatusOptions, terminal: Terminal): Promise<ExitCode> {
  const gateway = await oneGateway(options, terminal, 'read');
  const { access } = gateway;
  const now = await statusOf(access).catch((error: unknown) => {
    throw new Error(whyNot(error, access), { cause: error });
  });
  const overview = await overviewOf(access);
  const capacity = await capacityOf(access);
  const lines = [...linesOf(gateway, now, overview), ...capacityLines(capacity)];
  if (options.format === 'json') {
    terminal.out(
      `${JSON.stringify({ ...now, file: fileState(gateway, now) ?? null, overview, ...capacity }, null, 2)}\n`,
    );
  } else {
    const paint = painter(terminal.colorOut);
    const width = Math.max(...lines.map(({ name }) => name.length));
    for (const { name, text, isBad = false } of lines) {
      terminal.out(`${isBad ? paint('red', name.padEnd(width)) : name.padEnd(width)}  ${text}\n`);
    }
  }
  return lines.some(({ isBad }) => isBad) ? exitCodes.notValid : exitCodes.good;
}

function linesOf(gateway: OneGateway, now: Status, overview: OverviewAnswer | undefined): readonly Line[] {
  const {
    workers,
    drained,
    last_reload: last,
    unwritten = [],
    key_sets: keySets = [],
    refused_usage: refusing = [],
    queues = [],
    servers = [],
    guards = [],
    tool_servers: toolServers = [],
  } = now as Partial<Status> & Status;
  const isWhole = isServedWhole(now, now.text_revision);
  const lines: Line[] = [
    {
      name: 'gateway',
      text: `${originOf(gateway.access)} is ${now.ready ? 'ready' : 'NOT ready'}, version ${now.version} on Node.js ${now.node}, up ${spanText(now.uptime_seconds)}`,
      isBad: !now.ready,
    },
    {
      name: 'serves',
      text: `${now.config_file}, taken ${now.loaded_at} (text ${now.text_revision}, revision ${now.revision})`,
    },
    {
      name: 'workers',
      text: `${isWhole ? `${workers.serving} of ${workers.wanted} serve it` : servedTexts(now, now.text_revision)}, ${counted(workers.restarts, 'restart')}`,
      isBad: !isWhole,
    },
  ];
  const file = fileState(gateway, now);
  if (file !== undefined) lines.push({ name: 'file', text: file.text, isBad: !file.is_served });
  if (last?.outcome === 'rejected') {
    const text = `the last, at ${last.at}, was REJECTED:\n${indented(last.problems ?? 'it does not say why')}`;
    lines.push({ name: 'reload', text, isBad: true });
  } else if (last !== null) {
    lines.push({ name: 'reload', text: `the last, at ${last.at}, was ${last.outcome}` });
  }
  const all = [
    ...drained,
    ...toolServers.flatMap(({ server, drained: whole, drained_tools: tools }) => [
      ...(whole === null ? [] : [server]),
      ...tools.map(({ tool }) => tool),
    ]),
  ];
  if (all.length > 0) lines.push({ name: 'drained', text: `${all.join(', ')} (until \`gateway resume\`)` });
  for (const { model, class: ofClass, key, waiting, since } of queues) {
    const seconds = Math.max(0, (Date.now() - Date.parse(since)) / 1000);
    const text = `${counted(waiting, 'request')} of ${key} (${ofClass}) ${waiting === 1 ? 'waits' : 'wait'} for ${model}, since ${spanText(seconds)}`;
    lines.push({ name: 'queue', text });
  }
  lines.push(...serverLines(servers), ...guards.map(guardLine), ...toolServers.map(toolServerLine));
  for (const { issuer, keys, error } of keySets) {
    const tokens =
      keys === 0 ? 'no keys, so that its tokens get 503' : `the ${counted(keys, 'key')} of before`;
    if (error !== null)
      lines.push({ name: 'issuer', text: `${issuer} has ${tokens}: ${error}`, isBad: true });
  }
  for (const deployment of refusing) {
    const text = `${deployment}: its backend refuses stream_options, so that its streams count by estimates; write usage_in_streams: none (or given) there`;
    lines.push({ name: 'usage', text });
  }
  for (const { file, what, reason, since } of unwritten) {
    lines.push({ name: 'state', text: `${what} can not be written to ${file} since ${since}: ${reason}` });
  }
  return overview === undefined ? lines : [...lines, ...trafficLines(overview)];
}

/** So many servers of a backend have a line each. */
const mostServers = 16;

/** The servers of each backend that is watched, and how busy they say they are. */
function serverLines(servers: Status['servers']): readonly Line[] {
  const byBackend = new Map<string, Status['servers'][number][]>();
  for (const one of servers) byBackend.set(one.backend, [...(byBackend.get(one.backend) ?? []), one]);
  return [...byBackend].flatMap(([backend, all]) => [
    { name: 'servers', text: `${backend} is ${counted(all.length, 'server')}` },
    ...all.slice(0, mostServers).flatMap(({ server, load }) => {
      if (load === null) return [];
      const cache = load.cache === null ? '' : `, ${Math.round(load.cache * 100)} % of its cache in use`;
      const text = `${backend}@${server} says: ${load.running} running, ${load.waiting} waiting${cache}`;
      return [{ name: 'servers', text }];
    }),
  ]);
}

/** The state of a guard. One that is down refuses, and is no fault of the gateway. */
function guardLine(state: Status['guards'][number]): Line {
  const {
    guard,
    standing,
    workers_down: down,
    requests,
    answers,
    refused,
    masked,
    unseen,
    unavailable,
    ms,
  } = state;
  const standings = {
    well: '',
    partly: ` is DOWN for ${counted(down, 'worker')}`,
    down: ' is DOWN',
  };
  const looks = `${counted(requests, 'look')} at requests and ${answers} at answers`;
  const found = `${refused} refused, ${masked} masked, ${unseen} unseen, ${unavailable} unavailable`;
  const time = ms === null ? '' : `; ${ms} ms each`;
  return { name: 'guard', text: `${guard}${standings[standing]}: ${looks}: ${found}${time}` };
}

/** `1 changed, 2 new`, where a server with `pin: lock` offers something else than its lock has; undefined for others. */
export function heldText({ held_back: held = null }: Partial<ToolServer>): string | undefined {
  if (held === null || held.new + held.changed === 0) return undefined;
  const counts = (['changed', 'new'] as const).filter((reason) => held[reason] > 0);
  return counts.map((reason) => `${held[reason]} ${reason}`).join(', ');
}

/** The state of a server of `mcp`. One that fails is no fault of the gateway. */
function toolServerLine(state: Status['tool_servers'][number]): Line {
  const { server, standing, workers_out: out, last_error: failed, revision } = state;
  const why = standing === 'drained' ? 'drained' : `${state.out} (${counted(out, 'worker')})`;
  const parts = [standing === 'well' ? 'available' : why];
  if (failed !== null) parts.push(`the last request failed at ${failed.at}: ${failed.error}`);
  if (revision !== null) parts.push(`speaks ${revision}`);
  const { tools, prompts, resources, templates } = state;
  const lists: readonly (readonly [number | null, string])[] = [
    [tools, 'tool'],
    [prompts, 'prompt'],
    [resources, 'resource'],
    [templates, 'template'],
  ];
  const kept = lists.flatMap(([items, word]) =>
    items === null || (items === 0 && word !== 'tool') ? [] : counted(items, word),
  );
  parts.push(kept.length === 0 ? 'no list kept' : kept.join(', '));
  const held = heldText(state);
  if (held !== undefined) parts.push(`HELD BACK: ${held}`);
  return { name: 'tools', text: `${server}: ${parts.join('; ')}` };
}

/** The traffic of the gateway; none of it makes the gateway itself unhealthy. */
function trafficLines({
  in_flight,
  open_sockets,
  socket_turns,
  window,
  window_seconds,
  unwell,
  gateway,
}: OverviewAnswer): readonly Line[] {
  const lines: Line[] = [
    {
      name: 'traffic',
      text: `${counted(window.requests, 'request')} in the last ${spanText(window_seconds)}: ${window.failed} failed, ${window.refused} refused; ${in_flight ?? 'unknown'} in flight`,
    },
  ];
  if (open_sockets !== null && open_sockets > 0) {
    const turns = counted(socket_turns ?? 0, 'turn');
    lines.push({ name: 'sockets', text: `${counted(open_sockets, 'socket')} open, ${turns} in flight` });
  }
  for (const state of unwell) {
    if (state.standing !== 'drained') lines.push({ name: 'unhealthy', text: unwellText(state) });
  }
  const { kind, degraded, on_failure } = gateway.limit_store;
  if (degraded) {
    lines.push({ name: 'limits', text: `${kind} does not answer: until it does, on_failure: ${on_failure}` });
  }
  return lines;
}

/** The trouble of a deployment, in the words of the Models page. */
function unwellText(state: OverviewAnswer['unwell'][number]): string {
  const { deployment, standing, workers_out: out, workers_probed_down: down } = state;
  const lacking = state.workers_without_credential ?? 0; // a version that does not tell
  const parts = [
    ...(lacking > 0 ? [`no credential in ${counted(lacking, 'worker')}`] : []),
    ...(down > 0 ? [`its backend is not well when asked by ${counted(down, 'worker')}`] : []),
    ...(out > 0 ? [`its circuit is open in ${counted(out, 'worker')}`] : []),
  ];
  const how = {
    out: 'gets no requests',
    last: 'is tried last',
    drained: 'is drained',
    healthy: 'gets requests',
  };
  return `${deployment} ${how[standing]}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

/** The file that the gateway was found by, beside what it serves. */
function fileState(
  { file }: OneGateway,
  { text_revision: served }: Status,
): { readonly text: string; readonly is_served: boolean } | undefined {
  if (file === undefined) return undefined;
  const { shown, config } = file;
  if (config === undefined) {
    return {
      text: `${shown} is NOT valid, so that it can't be taken: gateway check ${shown}`,
      is_served: false,
    };
  }
  if (config.textRevision === served) return { text: `${shown} is what it serves`, is_served: true };
  const text = `${shown} gives another text (${config.textRevision}): gateway reload --config ${shown}`;
  return { text, is_served: false };
}

/** The remaining limits of deployments and backends. */
type Capacity = Pick<LimitsAnswer, 'deployments' | 'backends'>;

/** A version that does not tell has none. */
async function capacityOf(access: AdminAccess): Promise<Capacity> {
  const none: Capacity = { deployments: [], backends: [] };
  const answer = await askGateway(access, '/api/limits?limit=1', isCapacity).catch(() => none);
  return { deployments: answer.deployments, backends: answer.backends };
}

function isCapacity(answer: unknown): answer is Capacity {
  const { deployments, backends } = (answer ?? {}) as Partial<Capacity>;
  return Array.isArray(deployments) && Array.isArray(backends);
}

function capacityLines({ deployments, backends }: Capacity): readonly Line[] {
  const all = [...deployments, ...backends.map(({ id, ...rest }) => ({ id: `backend ${id}`, ...rest }))];
  const alone = all.filter(({ replica }) => (replica ?? null) === null);
  const ofServers = new Map<string, Capacity['deployments'][number][]>();
  for (const one of all) {
    if ((one.replica ?? null) === null) continue;
    const id = one.id.slice(0, -1 - one.replica!.length);
    ofServers.set(id, [...(ofServers.get(id) ?? []), one]);
  }
  const texts = [
    ...alone.map(({ id, limits }) => `${id}: ${limits.map(leftOf).join(', ')}`),
    ...[...ofServers].map(([id, servers]) => `${id}: ${slotsOf(servers)}`),
  ];
  return texts.map((text) => ({ name: 'capacity', text }));
}

function leftOf({ name, left }: KeyLimit): string {
  return `${left ?? 'an unknown part'} left of ${name}`;
}

/** So many servers that are full are named. */
const mostNamed = 3;

/** The slots of several equal servers together, and which of the servers have none left. */
function slotsOf(servers: Capacity['deployments']): string {
  const slots = servers.flatMap(({ limits }) => limits);
  const most = slots.reduce((sum, { limit }) => sum + limit, 0);
  const isKnown = slots.every(({ left }) => left !== null);
  const left = isKnown ? slots.reduce((sum, one) => sum + one.left!, 0) : null;
  const count = servers.length === 1 ? '1 server' : `${servers.length} servers`;
  const full = servers.filter(({ limits }) => limits.some((one) => one.left === 0));
  const named = full.slice(0, mostNamed).map(({ replica }) => replica);
  const further = full.length > mostNamed ? ` and ${full.length - mostNamed} more` : '';
  const none = full.length === 0 ? '' : `; none at ${named.join(', ')}${further}`;
  return `${left ?? 'an unknown part'} left of ${most} requests at once on ${count}${none}`;
}

/** It may be of a version that has another one. */
async function overviewOf(access: AdminAccess): Promise<OverviewAnswer | undefined> {
  return askGateway(access, '/api/overview', isOverview).catch(() => undefined);
}

function isOverview(answer: unknown): answer is OverviewAnswer {
  const { window, unwell, gateway } = (answer ?? {}) as Partial<OverviewAnswer>;
  return typeof window?.requests === 'number' && Array.isArray(unwell) && gateway?.limit_store !== undefined;
}

/** `3 d 4 h`, `15 min`, `42 s`. */
function spanText(seconds: number): string {
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(
    Math.floor,
  );
  if (days! > 0) return `${days} d ${hours} h`;
  if (hours! > 0) return `${hours} h ${minutes} min`;
  return minutes! > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}
