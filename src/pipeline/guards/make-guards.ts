import { looksAt } from '../../config/derived/guards.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { GuardConfig } from '../../config/types/guards.ts';
import type { Backend } from '../../http/client/backend.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { Parts } from '../parts.ts';
import type { ByteBudget } from '../relay/held-bytes.ts';
import { inspect } from '../stages/guards/inspect.ts';
import { inspectAnswers } from '../stages/guards/inspect-answers.ts';
import { countRefusal } from './counted-refusal.ts';
import { formOf } from './forms/index.ts';
import { type GuardCaller, ServerCaller } from './guard-caller.ts';
import type { GuardStages } from './guard-stages.ts';
import { GuardsOf } from './guards-of.ts';
import { GuardState, LiveGuard, type LookTold } from './live-guard.ts';
import { ModelCaller } from './model-caller.ts';

/** The state of guards that outlives versions of a configuration, by all that the file says of each guard. */
export class GuardStates {
  #states = new Map<string, GuardState>();

  /** The state of a guard. That of others stays until `retain`. */
  of(config: GuardConfig): GuardState {
    const key = keyOf(config);
    const known = this.#states.get(key) ?? new GuardState(config);
    this.#states.set(key, known);
    return known;
  }

  /** Removes the state of guards that a configuration does not have. */
  retain(guards: Config['guards']): void {
    const kept = new Set([...guards.values()].map(keyOf));
    this.#states = new Map([...this.#states].filter(([key]) => kept.has(key)));
  }
}

/** The settings of a guard as a text, without its place in the file. */
function keyOf(config: GuardConfig): string {
  return JSON.stringify({ ...config, at: undefined, server: { ...config.server, at: undefined } });
}

interface Making {
  /** Those of the guards, by their names. */
  readonly servers: ReadonlyMap<string, Backend>;
  readonly states: GuardStates;
  readonly log: Logger;
  readonly told: LookTold;
  readonly budget: ByteBudget;
  readonly heartbeatMs: number | undefined;
}

/** The guards of a configuration. */
export interface Guards {
  readonly stages: GuardStages;
  /** All of them, as they are at the moment. */
  readonly live: readonly Pick<LiveGuard, 'name' | 'isDown'>[];
  /** From now on the parts of this configuration are used: limits, and models that are guards. */
  begin(parts: Parts): void;
}

/** Makes the guards of a configuration and their stages. */
export function makeGuards(
  { guards: configs, routing }: Pick<Config, 'guards' | 'routing'>,
  { servers, states, log, told, budget, heartbeatMs }: Making,
): Guards {
  let parts: Parts | undefined;
  const callers: ModelCaller[] = [];
  const callerOf = (config: GuardConfig): GuardCaller => {
    const { form, server, basePath, name } = config;
    if (form.kind !== 'chat') return new ServerCaller(servers.get(server!.name)!, basePath);
    const caller = new ModelCaller(name, form.model, config.concurrency, config.totalMs);
    callers.push(caller);
    return caller;
  };
  const live = [...configs.values()].map(
    (config) =>
      new LiveGuard(config, {
        form: formOf(config.form),
        caller: callerOf(config),
        state: states.of(config),
        circuit: routing.circuit,
        told,
        log,
      }),
  );
  const guards = new GuardsOf(live);
  return {
    stages: {
      inspect: inspect({ guards, log, told, counted: (exchange) => countRefusal(exchange, parts?.limits) }),
      inspectAnswers: live.some(({ config }) => looksAt(config, 'answers'))
        ? inspectAnswers({ log, told, budget, heartbeatMs })
        : undefined,
      looksAtAnswers: (exchange) => guards.of(exchange)?.answers !== undefined,
    },
    live,
    begin(served) {
      parts = served;
      for (const caller of callers) caller.begin(served);
    },
  };
}
