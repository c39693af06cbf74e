/** Looks for what operators are to be told of, now and then, and at once where files were read again. */
import type { NotifyEvent } from '../../config/types/telemetry.ts';
import type { Logger } from '../../observe/log/log.ts';
import { newKeys } from '../../process/config-transfer.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { Matter } from '../../supervisor/messages/message.ts';
import { deploymentStates } from '../live/deployment-states.ts';
import { guardStates } from '../live/guard-states.ts';
import { toolServers } from '../live/tool-server-states.ts';
import { Budgets } from './budget-thresholds.ts';

const lookEveryMs = 10_000;
const soonMs = 14 * 86_400_000;

export interface WatchOptions {
  readonly everyMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

type Looks = Readonly<
  Record<NotifyEvent, () => readonly Matter[] | undefined | Promise<readonly Matter[] | undefined>>
>;

export class Watch {
  readonly #view: GatewayView;
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #now: () => number;
  readonly #budgets: Budgets;
  readonly #stops: readonly (() => void)[];
  #timer: NodeJS.Timeout | undefined;
  #transfer: GatewayView['transfer'];
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(view: GatewayView, log: Logger, { everyMs = lookEveryMs, now = Date.now }: WatchOptions = {}) {
    this.#view = view;
    this.#log = log;
    this.#everyMs = everyMs;
    this.#now = now;
    this.#budgets = new Budgets(view);
    this.#transfer = view.transfer;
    this.#stops = [view.onServed(() => this.#served()), view.reloads.watch(() => void this.look())];
    this.#follow();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const stop of this.#stops) stop();
  }

  /** Looks at all that somebody is told of. One look at a time; never rejects. */
  look(): Promise<void> {
    return this.#inTurn(async () => {
      const wanted = this.#wanted;
      if (wanted === undefined) return;
      const looks = this.#looks();
      const looked = new Map<NotifyEvent, readonly Matter[] | undefined>();
      for (const event of Object.keys(looks) as NotifyEvent[]) {
        // Of what nobody is told any more nothing is open.
        looked.set(event, wanted.has(event) ? await looks[event]() : []);
      }
      this.#view.messages.look(looked);
    });
  }

  /** The events that hooks ask for; undefined where there is no hook. */
  get #wanted(): ReadonlySet<NotifyEvent> | undefined {
    const { notify } = this.#view.config;
    return notify && new Set(notify.hooks.flatMap(({ on }) => on));
  }

  #served(): void {
    const before = this.#transfer;
    const after = this.#view.transfer;
    this.#transfer = after;
    this.#follow();
    if (this.#wanted?.has('key_created') !== true) return;
    void this.#inTurn(async () => {
      const keys = await newKeys(before, after);
      this.#view.messages.happened(
        keys.map((id) => ({ event: 'key_created', about: `key ${id}`, text: `The key ${id} is new.` })),
      );
    });
  }

  #follow(): void {
    if (this.#view.config.notify === undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setInterval(() => void this.look(), this.#everyMs).unref();
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      if (this.#isClosed) return;
      try {
        await act();
      } catch (err) {
        this.#log.error({ err }, 'looking for messages to operators');
      }
    });
    return this.#last;
  }

  #looks(): Looks {
    const view = this.#view;
    // Both are read at once.
    let budgets: ReturnType<Budgets['look']> | undefined;
    const spent = () => {
      budgets ??= this.#budgets.look(this.#now());
      return budgets;
    };
    return {
      budget_80: async () => (await spent()).nearly,
      budget_100: async () => (await spent()).spent,
      credential_lost: () =>
        view.credentials.states
          .filter(({ state, error }) => state === 'out' || (state === 'starting' && error !== undefined))
          .map(({ name }) => ({
            event: 'credential_lost',
            about: `credential of ${name}`,
            text: `The credential of the backend ${name} has run out or never came: its deployments are out. \`gateway credentials\` says why.`,
          })),
      circuit_open: () => this.#openCircuits(),
      guard_down: () => this.#downGuards(),
      tool_server_down: () => this.#downToolServers(),
      tools_held_back: () => this.#heldTools(),
      certificate_14d: () =>
        [...view.certificateEnds]
          .filter(([, endsMs]) => endsMs - this.#now() < soonMs)
          .map(([listener, endsMs]) => ({
            event: 'certificate_14d',
            about: `certificate of the ${listener} listener`,
            text: `The certificate of the ${listener} listener ends at ${new Date(endsMs).toISOString()}.`,
          })),
      reload_rejected: () =>
        view.reloads.last?.outcome === 'rejected'
          ? [
              {
                event: 'reload_rejected',
                about: 'the configuration',
                text: 'A reload was rejected: what was served before is served on. The log and `gateway status` say why.',
              },
            ]
          : [],
      key_created: () => [], // told as it happens
    };
  }

  /** Of a deployment that some worker leaves out. */
  async #openCircuits(): Promise<readonly Matter[]> {
    const open = [...deploymentStates(await this.#view.metrics())].filter(
      ([, state]) => state.workers_out > 0,
    );
    return open.map(([deployment]) => ({
      event: 'circuit_open',
      about: `deployment ${deployment}`,
      text: `The circuit of the deployment ${deployment} is open: it gets no requests but those that try whether it is well.`,
    }));
  }

  /** Guards that some worker leaves alone. */
  async #downGuards(): Promise<readonly Matter[]> {
    const states = guardStates(this.#view, await this.#view.metrics());
    return states
      .filter(({ standing }) => standing !== 'well')
      .map(({ guard }) => ({
        event: 'guard_down',
        about: `guard ${guard}`,
        text: `The guard ${guard} is down: what it should look at ${this.#view.config.guards.get(guard)?.onFailure === 'allow' ? 'passes, as `on_failure: allow` says' : 'is refused with 503'}.`,
      }));
  }

  /** Servers with `pin: lock` that offer something else than `tools.lock` has. */
  async #heldTools(): Promise<readonly Matter[]> {
    return (await toolServers(this.#view)).flatMap(({ server, held_back: held }): readonly Matter[] => {
      if (held === null || held.new + held.changed === 0) return [];
      return [
        {
          event: 'tools_held_back',
          about: `tools of ${server}`,
          text: `The tool server ${server} offers what tools.lock does not have as it is now: ${held.changed} changed, ${held.new} new. Clients do not get it; \`gateway tools lock --check\` names it.`,
        },
      ];
    });
  }

  /** Servers of `mcp` that some worker sends no requests, but for those that an operator took out. */
  async #downToolServers(): Promise<readonly Matter[]> {
    const servers = await toolServers(this.#view);
    return servers
      .filter(({ standing }) => standing === 'down' || standing === 'partly')
      .map(({ server, out }) => ({
        event: 'tool_server_down',
        about: `tool server ${server}`,
        text: `The tool server ${server} is down: ${out}. Its tools are in no list, and calls get 503.`,
      }));
  }
}
