import type { Unseen } from '../../../api/text/index.ts';
import type { GatewayError } from '../../../errors.ts';
import type { Logger } from '../../../observe/log/log.ts';
import type { Exchange } from '../../exchange.ts';
import { hopsSoFar } from '../../hops.ts';
import type { LiveGuard, Look, LookTold } from '../live-guard.ts';
import { errorOf, note, unseenError } from '../verdicts.ts';

/** The log and the figures of looks. */
export interface LookParts {
  readonly log: Logger;
  readonly told: LookTold;
}

/** The looks of all its guards at one answer, and the errors that they end in. */
export class AnswerLooks {
  readonly guards: readonly LiveGuard[];
  readonly #exchange: Exchange;
  readonly #parts: LookParts;
  /** Content that can't be looked at and has been told, by guard and kind. */
  readonly #toldUnseen = new Set<string>();
  #giveUps: (() => void)[] = [];

  constructor(exchange: Exchange, guards: readonly LiveGuard[], parts: LookParts) {
    this.#exchange = exchange;
    this.guards = guards;
    this.#parts = parts;
  }

  /** Shows texts to all guards beside each other. @param textsOf The texts that a guard is shown, by its place. */
  at(textsOf: (index: number) => Parameters<LiveGuard['look']>[0]): Promise<readonly Look[]> {
    const exchange = this.#exchange;
    const about = {
      direction: 'answers',
      key: exchange.key!.id,
      id: exchange.id,
      hops: hopsSoFar(exchange.head.hops),
    } as const;
    this.#giveUps = [];
    return Promise.all(
      this.guards.map(async (guard, index) => {
        const startedMs = performance.now();
        const look = await guard.look(textsOf(index), about, (giveUp) => this.#giveUps.push(giveUp));
        note(exchange, guard.name, 'answers', look.kind, performance.now() - startedMs);
        return look;
      }),
    );
  }

  /** Nobody waits for the looks under way. */
  giveUp(): void {
    for (const giveUp of this.#giveUps) giveUp();
  }

  /** The error that some looks end in; undefined where what was shown may go on. */
  errorIn(looks: readonly Look[]): GatewayError | undefined {
    const { log } = this.#parts;
    const errors = looks.flatMap((look, index) => {
      if (look.kind === 'passed') return [];
      // What a guard would change of an answer is refused: its model may have signed it.
      const judged =
        look.kind === 'masked' ? ({ kind: 'refused', reason: undefined, place: undefined } as const) : look;
      const { config } = this.guards[index]!;
      return errorOf(this.#exchange, config, judged, 'answers', { at: () => undefined, log }) ?? [];
    });
    return errors.find(({ code }) => code === 'guard_refused') ?? errors[0];
  }

  /** The error that content which can't be looked at ends in; undefined where it may go on. */
  errorOfUnseen(unseen: Unseen): GatewayError | undefined {
    const { log, told } = this.#parts;
    for (const { config } of this.guards) {
      const key = `${config.name} ${unseen.kind}`;
      if (this.#toldUnseen.has(key)) continue;
      this.#toldUnseen.add(key);
      const { id } = this.#exchange;
      note(this.#exchange, config.name, 'answers', 'unseen');
      told(config.name, 'answers', 'unseen');
      const error = unseenError(config, 'answers', unseen);
      if (error !== undefined) return error;
      const about = { id, guard: config.name, direction: 'answers', kind: unseen.kind, at: unseen.at };
      log.info(about, 'a guard could not see all of it, and it passed');
    }
    return undefined;
  }
}
