/**
 * The output of the configuration's programs while it is served: each runs now and then. New output causes a reload
 * with the outputs known here; after a failure the earlier output holds.
 */
import type { Config } from '../../config/types/gateway.ts';
import {
  type ProgramConfig,
  type ProgramOutcome,
  type ProgramSpec,
  programId,
} from '../../config/types/programs.ts';
import type { Logger } from '../../observe/log/log.ts';
import { Alarm, type AlarmClock, systemAlarmClock } from '../credentials/alarm-clock.ts';

export interface ProgramDeskParts {
  readonly log: Logger;
  /** Runs one. Never rejects. */
  readonly run: (program: ProgramSpec) => Promise<ProgramOutcome>;
  /** A program printed something else than what is served. */
  readonly changed: () => void;
  readonly clock?: AlarmClock;
}

const firstRetryMs = 30_000;

interface Followed {
  readonly alarm: Alarm;
  program: ProgramConfig;
  /** The last output. */
  value: string | undefined;
  failures: number;
}

export class ProgramDesk {
  readonly #parts: ProgramDeskParts;
  readonly #clock: AlarmClock;
  /** By the ids of programs: two of one command are one. */
  readonly #followed = new Map<string, Followed>();

  constructor(parts: ProgramDeskParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemAlarmClock;
  }

  /** The last output of each program, for the reader of the files. */
  get known(): ReadonlyMap<string, string> {
    const known = new Map<string, string>();
    for (const [id, { value }] of this.#followed) if (value !== undefined) known.set(id, value);
    return known;
  }

  /** Runs these from now on, and no others. */
  follow({ programs }: Pick<Config, 'programs'>): void {
    const wanted = new Map([...programs.values()].map((program) => [programId(program), program]));
    for (const [id, { alarm }] of this.#followed) {
      if (wanted.has(id)) continue;
      alarm.clear();
      this.#followed.delete(id);
    }
    for (const [id, program] of wanted) {
      const known = this.#followed.get(id);
      if (known !== undefined && known.program.everyMs === program.everyMs) {
        known.program = program;
        continue;
      }
      known?.alarm.clear();
      const alarm = new Alarm(this.#clock);
      const followed = {
        alarm,
        program,
        value: known?.value ?? program.value,
        failures: known?.failures ?? 0,
      };
      this.#followed.set(id, followed);
      this.#runIn(program.everyMs, followed);
    }
  }

  close(): void {
    for (const { alarm } of this.#followed.values()) alarm.clear();
    this.#followed.clear();
  }

  #runIn(ms: number, followed: Followed): void {
    followed.alarm.set(ms, () => void this.#run(followed));
  }

  async #run(followed: Followed): Promise<void> {
    const { log, run, changed } = this.#parts;
    const { name, everyMs } = followed.program;
    const outcome = await run(followed.program);
    if (this.#followed.get(programId(followed.program)) !== followed) return;
    if (outcome.kind === 'failed') {
      followed.failures += 1;
      if (followed.failures === 1) {
        log.warn({ program: name, reason: outcome.reason }, 'a program gave no secret: the one before stays');
      }
      const afterMs = Math.min(everyMs, firstRetryMs * 2 ** (followed.failures - 1));
      return this.#runIn(afterMs, followed);
    }
    if (followed.failures > 0) log.info({ program: name }, 'a program gives its secret again');
    followed.failures = 0;
    this.#runIn(everyMs, followed);
    if (outcome.value === followed.value) return;
    followed.value = outcome.value;
    log.info({ program: name }, 'a program gave another secret: the files are read again');
    changed();
  }
}
