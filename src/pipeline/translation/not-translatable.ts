import type { BackendDialect } from '../../api/translation/neutral/dialects.ts';
import { refusedTranslationMessage } from '../../api/translation/refused-translation-message.ts';
import type { Refusal } from '../../api/translation/report.ts';
import { GatewayError } from '../../errors.ts';
import type { Exchange } from '../exchange.ts';

/** A deployment that can't be told a request. */
export interface Untold {
  readonly model: string;
  /** `MODEL/NAME`. */
  readonly deployment: string;
  readonly to: BackendDialect;
  readonly refusals: readonly [Refusal, ...Refusal[]];
}

const mostTold = 16;

/** The error of a request that no deployment of its models can be told; the log has all obstacles. */
export function notTranslatable({ served, summary }: Exchange, untold: readonly Untold[]): GatewayError {
  const first = untold[0];
  if (first === undefined) throw new Error('no deployment was asked');
  const { model, to, refusals } = first;
  const place = { model: summary?.model ?? model, endpoint: served.name, to };
  const message = refusedTranslationMessage(refusals[0], place);
  return new GatewayError('not_translatable', message, {
    param: refusals[0].path,
    reason: untold
      .slice(0, mostTold)
      .map(
        ({ deployment, refusals }) =>
          `${deployment}: ${refusals
            .slice(0, mostTold)
            .map((one) => one.path)
            .join(', ')}`,
      )
      .join('; '),
  });
}
