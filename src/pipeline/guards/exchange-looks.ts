import type { Unseen } from '../../api/text/index.ts';
import type { GuardDirection } from '../../config/types/guards.ts';
import type { GatewayError } from '../../errors.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { Exchange } from '../exchange.ts';
import { hopsSoFar } from '../hops.ts';
import type { LiveGuard, Look, LookTold } from './live-guard.ts';
import { note, unseenError } from './verdicts.ts';

/** The log and the figures of looks. */
export interface LookParts {
  readonly log: Logger;
  readonly told: LookTold;
}

/** The looks of some guards at one request, or at its answer. */
export class ExchangeLooks {
  readonly guards: readonly LiveGuard[];
  readonly #exchange: Exchange;
  readonly #direction: GuardDirection;
  readonly #parts: LookParts;
  /** Content that can't be looked at and has been counted and logged, by guard and kind. */
  readonly #knownUnseen = new Set<string>();
  #giveUps: (() => void)[] = [];

  constructor(exchange: Exchange, direction: GuardDirection, guards: readonly LiveGuard[], parts: LookParts) {
    this.#exchange = exchange;
    this.#direction = direction;
    this.guards = guards;
    this.#parts = parts;
  }

  /** Shows texts to all guards beside each other. @param textsOf The texts for a guard, by its place. */
  at(textsOf: (index: number) => Parameters<LiveGuard['look']>[0]): Promise<readonly Look[]> {
    const exchange = this.#exchange;
    const direction = this.#direction;
    const about = {
      direction,
      key: exchange.key!.id,
      id: exchange.id,
      hops: hopsSoFar(exchange.head.hops),
    };
    this.#giveUps = [];
    return Promise.all(
      this.guards.map(async (guard, index) => {
        const startedMs = performance.now();
        const look = await guard.look(textsOf(index), about, (giveUp) => this.#giveUps.push(giveUp));
        note(exchange, guard.name, direction, look.kind, performance.now() - startedMs);
        return look;
      }),
    );
  }

  /** Nobody waits for the looks in flight. */
  giveUp(): void {
    for (const giveUp of this.#giveUps) giveUp();
  }

  /**
   * The error that content which can't be looked at ends in; undefined where it may go on.
   *
   * @param guards Those that can't look at it.
   */
  errorOfUnseen(unseen: Unseen, guards: readonly LiveGuard[] = this.guards): GatewayError | undefined {
    const { log, told } = this.#parts;
    const { id } = this.#exchange;
    const direction = this.#direction;
    const { kind, at } = unseen;
    for (const { config, name } of guards) {
      const key = `${name} ${kind}`;
      if (this.#knownUnseen.has(key)) continue;
      this.#knownUnseen.add(key);
      note(this.#exchange, name, direction, 'unseen');
      told(name, direction, 'unseen');
      const error = unseenError(config, direction, unseen);
      if (error !== undefined) return error;
      log.info({ id, guard: name, direction, kind, at }, 'a guard could not see all of it, and it passed');
    }
    return undefined;
  }
}
