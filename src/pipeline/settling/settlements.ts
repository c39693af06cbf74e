/** Corrects, once, the early count of an object when its usage is known. */
import type { CountedUse } from '../../api/answer-usage.ts';
import type { PriceConfig } from '../../config/types/prices.ts';
import type { Correction } from '../../limits/correction.ts';
import type { LimitStore } from '../../limits/limit-store.ts';
import { metersOf } from '../../limits/rules.ts';
import type { SettledIds } from '../../limits/settled-object-ids.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { UseCorrection } from '../../observe/request-event.ts';
import { correctionOf, type ObjectPlace, type PendingUse, pendingIn, rememberedAs } from './pending-use.ts';

export interface SettlementParts {
  readonly settled: SettledIds;
  /** A deployment's price; undefined if it has none, and if the file no longer has it. */
  readonly priceOf: (model: string, deployment: string) => PriceConfig | undefined;
  /** Undefined if nothing has a limit. */
  readonly store: LimitStore | undefined;
  readonly log: Logger;
}

export class Settlements {
  readonly #parts: SettlementParts;

  constructor(parts: SettlementParts) {
    this.#parts = parts;
  }

  /**
   * Counts an object's usage in place of the earlier count. Undefined if nothing of it is pending, and if it was
   * settled before.
   *
   * @param requestId The request that revealed it.
   */
  async settle(
    { kind, backend, id }: ObjectPlace,
    counted: CountedUse,
    requestId: string,
  ): Promise<UseCorrection | undefined> {
    const { settled, priceOf, log } = this.#parts;
    const remembered = rememberedAs(kind, backend, id);
    const pending = pendingIn(await settled.noted(remembered));
    if (pending === undefined || !(await settled.first(remembered))) return undefined;
    const { model, deployment } = pending;
    const price = model === undefined || deployment === undefined ? undefined : priceOf(model, deployment);
    const correction = correctionOf(pending, counted, price);
    this.#correct(pending, counted, correction.costNanoUsd);
    const { tokens, costNanoUsd, key } = correction;
    const difference = { input: tokens.input, output: tokens.output, cost_usd: costNanoUsd / 1e9 };
    const about = { id: requestId, key, model, deployment, ...difference };
    if (kind === 'batch') log.info(about, 'a batch is done: its counted usage is corrected');
    else log.info(about, 'a response in the background is done: its counted usage is corrected');
    return correction;
  }

  #correct(
    { limits, at: wallMs, input, output }: PendingUse,
    { usage }: CountedUse,
    costNanoUsd: number,
  ): void {
    const tokens = Math.ceil(usage.input + usage.output) - Math.ceil(input + output);
    for (const { account, meters, at } of limits) {
      const correction: Correction = { meters: metersOf(account, meters), at, wallMs, tokens, costNanoUsd };
      this.#parts.store?.correct(correction);
    }
  }
}
