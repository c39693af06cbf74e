import { deploymentName } from '../../config/derived/model-names.ts';
import type { MirrorConfig } from '../../config/types/models.ts';
import { catalog, publicCode } from '../../errors.ts';
import { requestIdFrom } from '../../http/server/request-id.ts';
import { type MirroredRequest, mirrorKey, type RequestEvent } from '../../observe/request-event.ts';
import { mirrorPlan } from '../../routing/mirror-routes.ts';
import type { PlannedModel } from '../../routing/routing-table.ts';
import { requestEvent } from '../describe-request.ts';
import { Exchange } from '../exchange.ts';
import { mayBeCopied } from '../mirrors/may-be-copied.ts';
import { BeginningSink, CopiedRequest, NobodysSink } from '../mirrors/mirror-ends.ts';
import type { Expendable, MirrorRoom } from '../mirrors/mirror-room.ts';
import { asGatewayError } from '../own-answer.ts';
import type { Parts } from '../parts.ts';
import { compose, type Stage } from '../stage.ts';
import { forward } from './forward.ts';
import { translate } from './translate.ts';

/** A copy is tried once. */
const noRetries: Parts['retries'] = { earn() {}, spend: () => false };

/**
 * Sends copies of some requests to the mirror of the answering model, once the client's own answer has begun. Only a
 * report of a copy comes back: no limit of a key counts it, and it ends first if room or connections are short.
 */
export function mirror(parts: Parts, room: MirrorRoom, random: () => number = Math.random): Stage {
  const { routes, observers, clientIp, log } = parts;
  const described = { routes, clientIp };
  const sending = { ...parts, limits: undefined, keepsUsage: true, maxAttempts: 1, retries: noRetries };
  const forwardCopy = forward(sending);

  return async function mirror(exchange, next) {
    if (!exchange.plan.some(({ model }) => model.mirror !== undefined) || !mayBeCopied(exchange))
      return next(exchange);
    let copy: Promise<Copy | undefined> | undefined;
    const sink = new BeginningSink(exchange.answer, (status) => {
      if (status < 400) copy ??= begun(exchange);
    });
    exchange.answer = sink;
    try {
      await next(exchange);
    } finally {
      if (copy !== undefined) tellWhenOver(exchange, sink.bytes, copy);
    }
  };

  /** The copy that is in flight from now on; undefined for none. It never rejects. */
  function begun(exchange: Exchange): Promise<Copy | undefined> | undefined {
    const config = exchange.plan.find(({ model }) => model.id === exchange.relayed.model)?.model.mirror;
    if (config === undefined || random() >= config.share) return undefined;
    const planned = plannedFor(exchange, config);
    if (planned === undefined) return undefined;
    const bytes = exchange.summary!.bytes;
    if (!room.take(bytes)) {
      room.counts.dropped += 1;
      return undefined;
    }
    return sent(exchange, planned, bytes);
  }

  /** The deployments that are not short of connections. */
  function plannedFor({ served, tags }: Exchange, config: MirrorConfig): PlannedModel | undefined {
    const planned = mirrorPlan(routes, config, served.name, tags);
    const eligible = planned?.eligible.filter(
      ({ deployment }) => !deployment.disabled && parts.backends.get(deployment.backend)?.isShort === false,
    );
    if (planned === undefined || eligible === undefined) return undefined;
    // While requests wait for slots none is taken from them.
    if (eligible.length > 0 && parts.limits?.waiting?.rooms.isAnyWanted !== true)
      return { ...planned, eligible };
    room.counts.dropped += 1;
    return undefined;
  }

  /** Undefined if it was given up before it was sent. */
  async function sent(exchange: Exchange, planned: PlannedModel, bytes: number): Promise<Copy | undefined> {
    let held = bytes;
    const letGo = () => {
      if (held > 0) room.free(held);
      held = 0;
    };
    const sink = new NobodysSink(letGo);
    const copy = copyOf(exchange, planned, sink);
    let failed: number | undefined;
    const translated = translate({
      body: {
        budget: {
          take(_holder, more) {
            if (!room.take(more)) throw new Error('no room for what a copy is translated to');
            held += more;
          },
        },
      },
    });
    const expendable: Expendable = {
      get backend() {
        return copy.relayed.backend;
      },
      holds: () => held > 0,
      giveUp() {
        room.leave(expendable);
        letGo();
        room.counts.dropped += 1;
        sink.leave();
      },
    };
    room.enter(expendable);
    // The client's own answer goes first.
    await new Promise((resolve) => setImmediate(resolve));
    if (copy.gone) return undefined;
    room.counts.sent += 1;
    try {
      const isTranslated = planned.eligible.some(({ translation }) => translation !== undefined);
      await compose([isTranslated ? translated : undefined, forwardCopy])(copy);
    } catch (error) {
      // A mirror that can't be asked counts as one that did not answer.
      const known = asGatewayError(error);
      copy.errorCode = publicCode(known.code);
      copy.errorReason = known.reason ?? known.message;
      failed = catalog[known.code].status;
    } finally {
      room.leave(expendable);
      letGo();
      copy.endedMs = performance.now();
    }
    return { exchange: copy, failed, bytes: sink.bytes };
  }

  /** Reports both together, when both are over: one line has all that is compared. */
  function tellWhenOver(exchange: Exchange, length: number, copying: Promise<Copy | undefined>): void {
    const ms = performance.now() - exchange.startedMs;
    const { client, id, startedMs, gone } = exchange;
    const { counted, model = '', deployment = '' } = exchange.relayed;
    const tell = (made: Copy | undefined) => {
      if (made === undefined) return;
      const { exchange: copy, failed, bytes } = made;
      const event = requestEvent(copy, Date.now() - performance.now(), described);
      const original: MirroredRequest = {
        of: id,
        deployment: deploymentName(model, deployment),
        status: gone ? 499 : client.status,
        ms,
        firstByteMs: client.begunMs === undefined ? undefined : client.begunMs - startedMs,
        inputTokens: counted?.usage.input,
        outputTokens: counted?.usage.output,
        length,
        ownLength: bytes,
      };
      const told: RequestEvent = { ...event, ...nobodys, status: failed ?? event.status, mirror: original };
      for (const observe of observers) observe(told, copy);
    };
    copying.then(tell).catch((err: unknown) => log.error({ err, id }, 'reporting a request'));
  }
}

/** A copy that is over. */
interface Copy {
  readonly exchange: Exchange;
  /** The status of the gateway's own error. */
  readonly failed: number | undefined;
  /** Bytes of its answer. */
  readonly bytes: number;
}

/** It has no caller, and counts for none. */
const nobodys = {
  key: mirrorKey,
  group: undefined,
  issuer: undefined,
  subject: undefined,
  endUser: undefined,
} as const;

/** The request as it was read, with its own plan and end. */
function copyOf(exchange: Exchange, planned: PlannedModel, sink: NobodysSink): Exchange {
  const { request, head, path, query, clientAddress, key, endpoint, summary, body, tags, needs } = exchange;
  const copy = new Exchange(new CopiedRequest(request), sink);
  const about = { head: { ...head, forward: [...head.forward] }, id: requestIdFrom(undefined, 0) };
  return Object.assign(copy, about, {
    path,
    query,
    clientAddress,
    key,
    endpoint,
    summary,
    body,
    tags,
    needs,
    plan: [planned],
  });
}
