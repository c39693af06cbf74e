/**
 * The connection to Redis in the form that limits need. It gives an answer within 50 ms or a fault, and queues nothing
 * for later. After three faults in a row nobody waits any more, until a probe, sent once a second, has been answered.
 */
import { type RedisAccess, type RedisClient, redisClients } from '../../lib/packages/redis-client.ts';
import { StoreFault } from '../limit-store.ts';

const commandTimeoutMs = 50;
const probeEveryMs = 1000;
const maxFaults = 3;
/** Unanswered probes after which a connection is replaced by a new one. */
const maxLostProbes = 3;
/** Milliseconds after which a lost connection is opened again; after that, with every probe. */
const firstReopenMs = 50;

export interface RedisOptions extends RedisAccess {
  /** Called whenever the store becomes unusable (with the reason) or usable again. */
  readonly onChange?: (isUp: boolean, reason: string) => void;
}

/** The fate of a command whose answer came too late. */
export type LateOutcome =
  | { readonly kind: 'answered'; readonly reply: unknown }
  | { readonly kind: 'failed' }
  /** The connection was given up while it was silent: a server that only paused will carry it out. */
  | { readonly kind: 'unknown' };

export type TakeLate = (outcome: LateOutcome) => void;

export interface RedisLink {
  readonly isUp: boolean;
  /** Sends one command. Rejects with a StoreFault; `late` gets the fate of a command without an answer in time. */
  run(command: readonly string[], late?: TakeLate): Promise<unknown>;
  /** Sets a handler that runs when the server is back, before any other question to it. */
  onBack(handler: () => void): void;
  close(): Promise<void>;
}

type Client = RedisClient;

/** Refused credentials are refused tomorrow too: that is a mistake in the file, not a fault. */
const refusedCredentials =
  /^(?:WRONGPASS|NOAUTH|NOPERM)\b|invalid username-password pair|without any password/;

/**
 * Opens the link. If nobody answers, the link is down and goes on trying; it throws if the server refuses the
 * credentials.
 */
export async function openRedisLink(options: RedisOptions): Promise<RedisLink> {
  const newClient = await redisClients(options);
  const link = new Link(options, newClient);
  await link.start();
  return link;
}

class TooLate extends Error {}

class Link implements RedisLink {
  isUp = false;
  readonly #newClient: () => Client;
  readonly #onChange: NonNullable<RedisOptions['onChange']>;
  #client: Client | undefined;
  #isConnecting = false;
  #faults = 0;
  #faultMs = Number.NEGATIVE_INFINITY;
  #lostProbes = 0;
  readonly #givenUp = new WeakSet<Client>();
  #onBack: () => void = () => {};
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ onChange = () => {} }: RedisOptions, newClient: () => Client) {
    this.#newClient = newClient;
    this.#onChange = onChange;
  }

  async start(): Promise<void> {
    const error = await this.#connect();
    if (error !== undefined && refusedCredentials.test(error.message)) {
      await this.close();
      throw new Error(`state.redis: the server refuses the credentials: ${error.message}`, { cause: error });
    }
    this.#timer = setInterval(() => void this.#probe(), probeEveryMs);
    this.#timer.unref();
  }

  run(command: readonly string[], late?: TakeLate): Promise<unknown> {
    const client = this.#client;
    if (!this.isUp || client === undefined) return Promise.reject(new StoreFault('the limit store is down'));
    const sentMs = performance.now();
    return this.#timed(client, command, late).then(
      (reply) => {
        this.#faults = 0;
        return reply;
      },
      (error: Error) => {
        // A script that the server does not know is sent again in full: that is no fault.
        if (!error.message.startsWith('NOSCRIPT')) this.#fault(error, client, sentMs);
        throw new StoreFault(error.message, { cause: error, isPending: error instanceof TooLate });
      },
    );
  }

  onBack(handler: () => void): void {
    this.#onBack = handler;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#drop();
  }

  #timed(client: Client, command: readonly string[], late?: TakeLate): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const giveUp = () => {
        isLate = true;
        reject(new TooLate(`no answer within ${commandTimeoutMs} ms`));
      };
      // If this process was late, the answer is in the socket: that is read before `giveUp` runs.
      const timer = setTimeout(() => setImmediate(giveUp), commandTimeoutMs);
      client.sendCommand(command as string[]).then(
        (reply) => {
          clearTimeout(timer);
          if (isLate) late?.({ kind: 'answered', reply });
          else resolve(reply);
        },
        (error: unknown) => {
          clearTimeout(timer);
          if (isLate) late?.({ kind: this.#givenUp.has(client) ? 'unknown' : 'failed' });
          else reject(error as Error);
        },
      );
    });
  }

  #fault(error: Error, client: Client, sentMs: number): void {
    // A command that was sent on an earlier connection, or before the last fault, brings no news: a single pause of the
    // server fails all commands on their way at once.
    if (!this.isUp || client !== this.#client || sentMs < this.#faultMs) return;
    this.#faultMs = performance.now();
    this.#faults += 1;
    if (this.#faults >= maxFaults) this.#down(error.message);
  }

  #down(reason: string): void {
    if (!this.isUp) return;
    this.isUp = false;
    this.#onChange(false, reason);
  }

  #up(): void {
    this.#faults = 0;
    this.#lostProbes = 0;
    if (this.isUp || this.#isClosed) return;
    this.isUp = true;
    this.#onBack();
    this.#onChange(true, 'it answers');
  }

  async #connect(): Promise<Error | undefined> {
    if (this.#isConnecting || this.#isClosed) return undefined;
    this.#isConnecting = true;
    const client = this.#newClient();
    // The end of a connection is noticed here first; the client rejects the commands on their way.
    client.on('error', (error: Error) => this.#lost(client, error));
    try {
      await client.connect();
      this.#client = client;
      if (this.#isClosed) this.#drop();
      else this.#up();
      return undefined;
    } catch (error) {
      client.destroy();
      return error as Error;
    } finally {
      this.#isConnecting = false;
    }
  }

  #lost(client: Client, error: Error): void {
    if (client !== this.#client) return;
    this.#drop();
    this.#down(error.message);
    setTimeout(() => void this.#connect(), firstReopenMs).unref();
  }

  async #probe(): Promise<void> {
    if (this.isUp || this.#isConnecting) return;
    const client = this.#client;
    if (client === undefined) return void (await this.#connect());
    try {
      await this.#timed(client, ['PING']);
      if (client === this.#client) this.#up();
    } catch {
      this.#lostProbes += 1;
      if (this.#lostProbes < maxLostProbes || client !== this.#client) return;
      this.#lostProbes = 0;
      this.#givenUp.add(client);
      this.#drop();
      await this.#connect();
    }
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client?.isOpen === true) client.destroy();
  }
}
