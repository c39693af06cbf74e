import type { ClientRequest, ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import type { Socket } from 'node:net';
import { fullTurnFromNow, hasTurned, whenTurned } from '../../lib/event-loop-turns.ts';
import { type CarryingSocket, InStep } from './in-step.ts';

/** How often free connections are looked through. */
const tickMs = 250;
/** What is left of the time a backend announced: it counts from when it wrote, we from when we read. */
const marginMs = 1000;

/** By how much of their greatest age connections differ. */
const ageJitter = 0.2;

/** The tick of its agent at which a free connection is given up. */
const endsAt = Symbol('endsAt');
/** What is known of a connection from its beginning on. */
const life = Symbol('life');

type PooledSocket = CarryingSocket & {
  _handle?: { onread: unknown } | null;
  [endsAt]?: number;
  [life]?: Life;
};

interface Life {
  /** Past this moment of the monotonic clock it takes no further request. */
  readonly untilMs: number;
  requests: number;
  /** The turn of the event loop from which on it takes another request. */
  freeFrom: number;
  /** Requests that wait for it to be free, while it is not known when. */
  awaiting: (() => void)[] | undefined;
  /** What its handle gives bytes to, while Node.js keeps it as a free one. */
  onread: unknown;
  readonly step: InStep;
}

/** How long free connections are kept, and how much they may be used. */
export interface KeptFor {
  /** Without a request. */
  readonly idleMs: number;
  /** From when it was opened, less up to a fifth. */
  readonly ageMs?: number | undefined;
  readonly requests?: number | undefined;
  /** Whether connections to the backend are used more than once. */
  readonly trust?: StepTrust | undefined;
  /**
   * The first answer of a connection may have come unasked, as soon as it was open. As long as that is not known of a
   * backend, the answer to the request is awaited for so long before another request goes there.
   */
  readonly awaitedMs?: number | undefined;
}

/** Whether a backend is trusted to send one answer to each request. */
export interface StepTrust {
  readonly isGiven: boolean;
  /** Whether it was seen to send nothing before a request. */
  readonly isProven: boolean;
  prove(): void;
  /** It sent what is no part of an answer that was asked for. */
  lose(): void;
}

/** What Node's agents have beside what its types tell of. */
interface Pool {
  addRequest(request: ClientRequest & { onSocket(socket: Socket): void }, options: ClientRequestArgs): void;
  createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, socket?: PooledSocket) => void,
  ): PooledSocket | undefined;
  keepSocketAlive(socket: PooledSocket): boolean;
  reuseSocket(socket: Socket, request: ClientRequest): void;
  readonly sockets: Record<string, Socket[]>;
  readonly freeSockets: Record<string, PooledSocket[]>;
}

/**
 * Has an agent that knows one destination hand out its free connections, and give them up when their time is over,
 * without what Node does for agents in general: it copies all options for each request, reads all headers of each answer
 * for one that is seldom there, and sets two timeouts.
 *
 * A connection whose backend has sent more than its answers is closed: the rest would be taken for the answer to the next
 * request, which is somebody else's. It takes the next request once a full turn of the event loop has brought nothing, and
 * a backend that is not trusted any more gets a connection for each request.
 *
 * @param name What the agent calls its destination.
 * @param now The monotonic clock in milliseconds.
 */
export function keepFreeSockets(
  agent: HttpAgent,
  name: string,
  {
    idleMs,
    ageMs = Number.POSITIVE_INFINITY,
    requests: mostRequests = Number.POSITIVE_INFINITY,
    trust,
    awaitedMs = 0,
  }: KeptFor,
  now: () => number = () => performance.now(),
): void {
  const pool = agent as unknown as Pool;
  const connect = pool.addRequest;
  let tick = 0;
  let timer: NodeJS.Timeout | undefined;

  function giveUpOld(): void {
    tick += 1;
    // A copy: a connection that ends takes itself off the list.
    const free = [...(pool.freeSockets[name] ?? [])];
    const nowMs = now();
    for (const socket of free)
      if (socket[endsAt]! <= tick || socket[life]!.untilMs <= nowMs) socket.destroy();
    if (free.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function strayed(): void {
    if (trust === undefined) return;
    trust.lose();
    // What else is free may have the same behind it.
    dropFreeSockets(agent);
  }

  const create = pool.createConnection;
  pool.createConnection = function createConnection(options, callback) {
    const begun = (socket: PooledSocket) => {
      const untilMs = now() + ageMs * (1 - Math.random() * ageJitter);
      const step = new InStep(socket, strayed);
      socket[life] = { untilMs, requests: 0, freeFrom: 0, awaiting: undefined, onread: undefined, step };
      socket.once('close', () => {
        const { answer } = step;
        if (answer?.complete === true) step.broke(headerIn(answer.rawHeaders, 'content-length'));
      });
    };
    const socket = create.call(agent, options, (error, made) => {
      if (error === null && made !== undefined) begun(made);
      callback?.(error, made);
    });
    if (socket !== undefined) begun(socket);
    return socket;
  };

  /** Requests that wait for a connection whose turn has not passed: never more than there are of those. */
  let waiting = 0;

  function carry(request: Parameters<typeof connect>[0], options: ClientRequestArgs, mayWait: boolean): void {
    const free = pool.freeSockets[name];
    const socket = freshest(free, ageMs === Number.POSITIVE_INFINITY ? 0 : now());
    if (socket === undefined) {
      if (mayWait && free !== undefined && free.length > waiting) {
        const oldest = free[waiting]!;
        const { freeFrom, awaiting } = oldest[life]!;
        const goOn = () => {
          waiting -= 1;
          carry(request, options, false);
        };
        waiting += 1;
        if (awaiting === undefined) whenTurned(freeFrom, goOn);
        else awaiting.push(goOn);
        return;
      }
      // A connection keeps what it was opened with: the headers of its first request are none of that.
      const { host, port } = options;
      // Those that are not to be used yet stay out of sight, or Node would take one of them.
      delete pool.freeSockets[name];
      connect.call(agent, request, { host: host!, port: port! });
      if (free !== undefined && free.length > 0) pool.freeSockets[name] = free;
      return;
    }
    socket[life]!.step.begin();
    pool.reuseSocket(socket, request);
    request.onSocket(socket);
    const busy = pool.sockets[name];
    if (busy === undefined) pool.sockets[name] = [socket];
    else busy.push(socket);
  }

  /** Keeps a free connection from being used until it is known whether its answer was the one to its request. */
  function hold(socket: PooledSocket): void {
    const own = socket[life]!;
    own.freeFrom = Number.POSITIVE_INFINITY;
    own.awaiting = [];
    setTimeout(() => {
      const goOn = own.awaiting!;
      own.awaiting = undefined;
      own.freeFrom = fullTurnFromNow();
      whenTurned(own.freeFrom, () => {
        if (!socket.destroyed) trust?.prove();
      });
      for (const one of goOn) whenTurned(own.freeFrom, one);
    }, awaitedMs);
  }

  // From 22 on Node.js ends a free connection that brings something, without a word: it is read as ever, and judged here.
  agent.on('free', (socket: PooledSocket) => {
    const own = socket[life]!;
    if (own.onread === undefined) return;
    if (socket._handle != null) socket._handle.onread = own.onread;
    own.onread = undefined;
  });

  pool.addRequest = function addRequest(request, options) {
    carry(request, options, true);
  };

  pool.keepSocketAlive = function keepSocketAlive(socket) {
    const { untilMs, step } = socket[life]!;
    const requests = socket[life]!.requests + 1;
    socket[life]!.requests = requests;
    const rawHeaders = socket._httpMessage?.res?.rawHeaders;
    const isInStep = step.end(headerIn(rawHeaders, 'content-length'));
    if (!isInStep || requests >= mostRequests || trust?.isGiven === false) return false;
    if (ageMs !== Number.POSITIVE_INFINITY && untilMs <= now()) return false;
    const announcedMs = keepAliveMs(headerIn(rawHeaders, 'keep-alive'));
    const keptMs = Math.min(idleMs, announcedMs === undefined ? idleMs : announcedMs - marginMs);
    if (keptMs <= 0) return false;
    socket.unref();
    if (requests === 1 && trust?.isProven === false) hold(socket);
    else socket[life]!.freeFrom = fullTurnFromNow();
    socket[endsAt] = tick + Math.max(1, Math.floor(keptMs / tickMs));
    socket[life]!.onread = socket._handle?.onread;
    timer ??= setInterval(giveUpOld, tickMs).unref();
    return true;
  };
}

/**
 * Ends the connections that wait for a request, so that the next request gets a fresh one. When the freshest of
 * them turned out to be dead the others are no better.
 */
export function dropFreeSockets(agent: HttpAgent): void {
  for (const free of Object.values(agent.freeSockets)) {
    // A copy: a connection that ends takes itself off the list.
    for (const socket of [...(free ?? [])]) socket.destroy();
  }
}

/** The same, and from now on each of the others when its answer has come: an agent ends what it is not to keep. */
export function keepNoSockets(agent: HttpAgent): void {
  (agent as HttpAgent & { keepAlive: boolean }).keepAlive = false;
  dropFreeSockets(agent);
}

/** Last in, first out; of those that are good for a request, and have been for a full turn. */
function freshest(free: PooledSocket[] | undefined, nowMs: number): PooledSocket | undefined {
  for (let index = (free?.length ?? 0) - 1; index >= 0; index -= 1) {
    const socket = free![index]!;
    const { untilMs, step, freeFrom } = socket[life]!;
    const isGood = !socket.destroyed && untilMs > nowMs && step.isQuiet;
    if (isGood && !hasTurned(freeFrom)) continue;
    free!.splice(index, 1);
    if (isGood) return socket;
    socket.destroy();
  }
  return undefined;
}

/** What `Keep-Alive: timeout=5` announces; undefined where an answer says nothing of it. */
function keepAliveMs(keepAlive: string | undefined): number | undefined {
  const seconds = keepAlive === undefined ? undefined : /^timeout=(\d+)/.exec(keepAlive)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Of an answer's raw headers what is still looked for when it is over, and its connection free again. */
export function keepAliveOf(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (isNamed(name, 'keep-alive') || isNamed(name, 'content-length'))
      kept.push(name, rawHeaders[index + 1]!);
  }
  return kept;
}

function headerIn(rawHeaders: readonly string[] | undefined, wanted: string): string | undefined {
  if (rawHeaders === undefined) return undefined;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (isNamed(rawHeaders[index]!, wanted)) return rawHeaders[index + 1];
  return undefined;
}

function isNamed(written: string, name: string): boolean {
  return written.length === name.length && written.toLowerCase() === name;
}
