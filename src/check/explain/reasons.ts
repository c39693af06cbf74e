import { translationAt } from '../../config/derived/endpoint-translation.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import type { ChainStep, Question } from '../../routing/chain.ts';
import {
  describeFailure,
  scopedInstead,
  servedEndpoints,
  type TagFailure,
  tagFailure,
} from '../../routing/eligibility.ts';
import type { HealthState } from '../../routing/health.ts';
import { deploymentKey, type RoutingTable } from '../../routing/routing-table.ts';
import { listed, quoted } from '../../routing/wording.ts';
import type { Reason } from './explanation.ts';
import { isTold, type RequestTranslation, untoldText } from './request-translation.ts';

/** The parts of a question that can exclude a deployment. */
export interface Inquired {
  readonly table: RoutingTable;
  /** All wanted tags: of the request, of its key, and with `infer: require` of its body. */
  readonly asked: Question;
  /** The tags that the key adds to every request. */
  readonly keyTags: readonly string[];
  /** Id of the key that calls. */
  readonly key: string | undefined;
  readonly keyRefusal: { readonly message: string } | undefined;
  readonly bodyRefusal: { readonly message: string } | undefined;
  readonly requestTranslation: RequestTranslation | undefined;
  readonly isDown: (deployment: DeploymentConfig) => boolean;
  readonly live:
    | {
        healthState(key: string): HealthState;
        isProbedDown?(key: string): boolean;
        lacksCredential?(key: string): boolean;
      }
    | undefined;
}

/** All reasons against one deployment of the chain; there may be several. */
export function reasonsAgainst(
  inquired: Inquired,
  step: ChainStep,
  deployment: DeploymentConfig,
): readonly Reason[] {
  const { table, asked, keyRefusal, bodyRefusal, isDown, live } = inquired;
  const reasons: Reason[] = [];
  if (keyRefusal !== undefined) reasons.push({ kind: 'key', text: keyRefusal.message.replace(/\.$/, '') });
  if (bodyRefusal !== undefined) {
    reasons.push({ kind: 'endpoint', text: bodyRefusal.message.replace(/\.$/, '') });
  }
  if (step.kind === 'not_allowed') {
    reasons.push({ kind: 'key', text: `key ${quoted(inquired.key ?? '')} may not use ${quoted(step.id)}` });
  }
  if (deployment.endpoints[asked.endpoint] === undefined) {
    const served = listed(servedEndpoints(deployment).map(quoted), 'and');
    reasons.push({ kind: 'endpoint', text: `does not serve ${quoted(asked.endpoint)} (serves ${served})` });
  } else {
    for (const tag of new Set(asked.tags)) {
      const failure = tagFailure(deployment, asked.endpoint, table.genericTags, tag, table);
      if (failure !== undefined) reasons.push(tagReason(failure, inquired));
    }
    reasons.push(...translationReasons(inquired, deployment));
  }
  const healthState = live?.healthState(deploymentKey(deployment));
  if (deployment.disabled) reasons.push({ kind: 'down', text: 'disabled' });
  else if (healthState === 'drained')
    reasons.push({ kind: 'down', text: 'drained (`gateway resume` undoes that)' });
  else if (isDown(deployment)) reasons.push({ kind: 'down', text: 'down' });
  else if (healthState === 'out') {
    reasons.push({ kind: 'down', text: `out of service ${whyOut(live, deploymentKey(deployment))}` });
  }
  return reasons;
}

function translationReasons(
  { asked, requestTranslation }: Inquired,
  deployment: DeploymentConfig,
): readonly Reason[] {
  const translation = translationAt(deployment, asked.endpoint);
  const said = translation && requestTranslation?.(translation, deployment);
  if (said === undefined || isTold(said)) return [];
  return [{ kind: 'translation', refused: said.refused, text: untoldText(said, translation!) }];
}

function whyOut(live: Inquired['live'], key: string): string {
  if (live?.lacksCredential?.(key) === true) return 'as there is no credential for its backend at the moment';
  if (live?.isProbedDown?.(key) === true) return 'as its backend is not well when asked (`health`)';
  return 'after failures';
}

function tagReason(failure: TagFailure, { asked, key, keyTags, table }: Inquired): Reason {
  const instead = scopedInstead(failure, asked.endpoint, table.endpoints);
  const hint = instead === undefined ? '' : ` (${quoted(instead)} holds)`;
  const who = keyTags.includes(failure.tag) ? `, which key ${quoted(key ?? '')} always asks for` : '';
  return { kind: 'tag', failure, text: describeFailure(failure) + hint + who };
}
