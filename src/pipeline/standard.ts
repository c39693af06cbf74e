import { estimateFor } from './counted-use.ts';
import { sendText } from './own-answer.ts';
import type { Parts } from './parts.ts';
import { rejoin } from './queue/rejoin-after-reload.ts';
import { tellNames } from './sockets/pin-to-session.ts';
import type { TurnKind } from './sockets/socket-host.ts';
import { compose, type Next, type Stage } from './stage.ts';
import { admit } from './stages/admit.ts';
import { authenticate } from './stages/authenticate.ts';
import { classify } from './stages/classify.ts';
import { forward } from './stages/forward.ts';
import { framing } from './stages/framing.ts';
import { healthPath } from './stages/health-path.ts';
import { keepContents } from './stages/keep-contents.ts';
import { listModels } from './stages/list-models.ts';
import { mirror } from './stages/mirror.ts';
import { notifyObservers } from './stages/notify-observers.ts';
import { open } from './stages/open.ts';
import { quotaStatus } from './stages/quota-status.ts';
import { readBody } from './stages/read-body.ts';
import { resourceMetadata } from './stages/resource-metadata.ts';
import { route } from './stages/route.ts';
import { estimateBatchCost } from './stages/stored-objects/estimate-batch-cost.ts';
import { resolveObjectIds } from './stages/stored-objects/resolve-object-ids.ts';
import { settleBackgroundResponses } from './stages/stored-objects/settle-background-responses.ts';
import { settleBatches } from './stages/stored-objects/settle-batches.ts';
import { trace } from './stages/trace.ts';
import { translate } from './stages/translate.ts';
import { turnAway } from './stages/turn-away.ts';
import { upgrade } from './stages/upgrade.ts';
import { warmUp } from './stages/warm-up.ts';

/** A stage with the name that `check --verbose` shows; undefined if the configuration does not need it. */
export type NamedStage = readonly [name: string, stage: Stage | undefined];

/** The stages of a configuration, in order and by name. Start reading here: this is the life of a request. */
export function standardStages(parts: Parts): readonly NamedStage[] {
  return [
    ['notify observers', parts.observers.length === 0 ? undefined : notifyObservers(parts, parts.observers)], // once it is over: log, metrics, usage
    ['open', open(parts)], // request id and client; every failure below becomes an answer here
    ['trace', parts.tracer && trace(parts.tracer)], // a span for it, and later one for every attempt
    ['health path', parts.healthPath === undefined ? undefined : healthPath(parts.healthPath, parts)], // for balancers, without a key
    ['framing', framing(parts)], // refuses faulty HTTP, and requests that did not come over HTTPS
    ['resource metadata', parts.resources && resourceMetadata(parts.resources)], // the issuers whose tokens are accepted, for clients without one
    ['authenticate', authenticate(parts)], // the caller
    ['quota status', parts.limits && quotaStatus(parts.limits)], // the status of its limits, for the answer
    ['upgrade', upgrade(parts)], // opens a socket, whose turns come through here one by one
    ['tools', parts.tools?.stage], // messages of the Model Context Protocol end here
    ['classify', classify(parts)], // the called endpoint, and the key's right to it
    ['list models', listModels(parts)], // GET /v1/models ends here
    ['turn away', turnAway(parts)], // known refusals, before the body is read
    ['read body', readBody(parts)], // the body, its rules, model and tags
    ['resolve object ids', parts.objects && resolveObjectIds(parts.objects)], // the backend of the named objects, and the key's right to them
    ['route', route(parts)], // the deployments that could answer, best first
    ['inspect', parts.guards?.inspect], // the guards' verdict on the request
    ['translate', parts.deploymentRoutes.translates ? translate(parts) : undefined], // the deployments that can be told in their own dialect
    ['keep contents', parts.contents && keepContents(parts.contents, parts.log)], // copies of request and answer for audit
    ['inspect answers', parts.guards?.inspectAnswers], // the guards' verdict on the answer
    [
      'estimate batch cost',
      parts.limits && parts.objects?.batches && estimateBatchCost(parts.objects.batches, parts.limits),
    ], // the estimated cost of batches
    [
      'admit',
      parts.limits &&
        admit(parts.limits, estimateFor(parts.backends), parts, parts.objects?.background?.sizes),
    ], // the key's limits, right now
    [
      'settle batches',
      parts.objects?.batches && settleBatches(parts.objects.batches, parts.objects, parts.log),
    ], // the usage of batches, once it is reported
    [
      'settle background responses',
      parts.objects?.background && settleBackgroundResponses(parts.objects.background, parts.objects),
    ], // the usage of background responses, once they are done
    ['mirror', parts.mirrors && mirror(parts, parts.mirrors)], // copies for another model, once the answer begins
    ['forward', forward(parts)], // send, judge, pass on
  ];
}

/** The stages of one version of the configuration, assembled for each kind of request. */
export interface Pipelines {
  /** The whole life of a request. */
  readonly whole: Next;
  /**
   * The stages of a request that has waited for slots under another configuration: its key, and all from `route` on.
   */
  readonly rejoined: Next;
  /** The life of a turn on a socket: a request's, or a part of one. */
  readonly turns: Readonly<Record<TurnKind, Next>>;
}

/** Assembled once per version of the configuration. */
export function pipelinesOf(parts: Parts): Pipelines {
  const stages = standardStages(parts);
  const all = stages.map(([, stage]) => stage);
  const some = (names: ReadonlySet<string>) =>
    stages.filter(([name]) => names.has(name)).map(([, stage]) => stage);
  const whole = compose(all);
  return {
    whole,
    rejoined: compose([rejoin(parts), ...all.slice(stages.findIndex(([name]) => name === 'route'))]),
    turns: {
      turn: whole,
      warm_up: compose(stages.map(([name, stage]) => (name === 'forward' ? warmUp(stage!) : stage))),
      admission: compose([...some(admitting), async (exchange) => sendText(exchange, 200, '')]),
      naming: compose([...some(naming), tellNames]),
    },
  };
}

/** The stages that check if the caller may still be here. */
const admitting: ReadonlySet<string> = new Set(['open', 'framing', 'authenticate']);

/** The stages that check if the caller may use the named models. */
const naming: ReadonlySet<string> = new Set([...admitting, 'classify', 'read body', 'route']);
