import type { ClientDialect } from '../../api/translation/neutral/dialects.ts';
import { withoutIndices } from '../../api/translation/report.ts';
import { UndecodableRequest } from '../../api/translation/requests/request-codec.ts';
import { TranslatedRequest } from '../../api/translation/translated-request.ts';
import { deploymentName } from '../../config/derived/model-names.ts';
import { GatewayError } from '../../errors.ts';
import type { Candidate, PlannedModel } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';
import { notTranslatable, type Untold } from '../translation/not-translatable.ts';

/**
 * Translates requests for deployments that serve an endpoint through another dialect. Deployments in whose dialect the
 * request can't be said are not asked. No attempt is spent on finding that out, and the bytes of a body are made when a
 * deployment is tried. A request for native deployments only is not read.
 */
export function translate({
  body: { budget },
}: {
  readonly body: { readonly budget: Pick<Parts['body']['budget'], 'take'> };
}): Stage {
  return function translate(exchange, next) {
    if (exchange.plan.some(({ eligible }) => eligible.some(isTranslated))) {
      exchange.plan = translatable(exchange);
      const held = exchange.translated?.heldBytes ?? 0;
      if (held > 0) budget.take(exchange, held);
    }
    return next(exchange);
  };
}

function isTranslated({ translation }: Candidate): boolean {
  return translation !== undefined;
}

/** @throws GatewayError No deployment is left. */
function translatable(exchange: Exchange): readonly PlannedModel[] {
  const { plan } = exchange;
  const request = read(exchange);
  exchange.translated = request;
  const untold: Untold[] = [];
  const left: PlannedModel[] = [];
  for (const planned of plan) {
    const eligible = planned.eligible.filter(({ translation, deployment }) => {
      if (translation === undefined) return true;
      const said = request?.said(translation, deployment.upstreamModel);
      if (said === undefined) return false;
      const [first, ...others] = said.refused;
      if (first === undefined) return true;
      const name = deploymentName(deployment.model, deployment.name);
      untold.push({
        model: deployment.model,
        deployment: name,
        to: translation.to,
        refusals: [first, ...others],
      });
      return false;
    });
    if (eligible.length > 0) left.push({ ...planned, eligible });
  }
  if (left.length === 0) {
    exchange.untranslatable = withoutIndices(untold[0]!.refusals[0].path);
    throw notTranslatable(exchange, untold);
  }
  return left;
}

/** A body that can't be read in its dialect is left to the native deployments, if there are any. */
function read({ served, body, plan }: Exchange): TranslatedRequest | undefined {
  if (body?.kind !== 'json') return undefined;
  try {
    return TranslatedRequest.read(served.name as ClientDialect, body.bytes);
  } catch (error) {
    if (!(error instanceof UndecodableRequest)) throw error;
    const isNative = plan.some(({ eligible }) => !eligible.every(isTranslated));
    if (isNative) return undefined;
    throw new GatewayError(error.code, error.message, { param: error.path });
  }
}
