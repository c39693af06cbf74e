import {
  addressTexts,
  type FoundTexts,
  formTexts,
  requestTexts,
  type TextBounds,
  type Unseen,
  walked,
} from '../../../api/text/index.ts';
import type { GatewayError } from '../../../errors.ts';
import type { Logger } from '../../../observe/log/log.ts';
import type { Exchange } from '../../exchange.ts';
import { GuardRefusal } from '../../guards/guard-refusal.ts';
import type { GuardsOf } from '../../guards/guards-of.ts';
import type { LiveGuard, Look, LookTold } from '../../guards/live-guard.ts';
import { applyMasks, type Mask } from '../../guards/request-masks.ts';
import { type ShownTexts, shownTo } from '../../guards/shown-texts.ts';
import { canStop, sendStopped } from '../../guards/stopped-answer.ts';
import { errorOf, note, unseenError } from '../../guards/verdicts.ts';
import { hopsSoFar } from '../../hops.ts';
import { ClientGone } from '../../request-body.ts';
import type { Next, Stage } from '../../stage.ts';

interface InspectParts {
  readonly guards: GuardsOf;
  readonly log: Logger;
  readonly told: LookTold;
  /** Counts a request that is refused, as one that was made. */
  readonly counted: (exchange: Exchange) => Promise<void> | undefined;
}

/**
 * Shows what the client said to the guards that the request has, beside each other. No slot, no place in a queue and no
 * reservation is held meanwhile. What a guard refuses, or can't look at, goes nowhere.
 */
export function inspect({ guards, log, told, counted }: InspectParts): Stage {
  return function inspect(exchange, next) {
    const applying = guards.of(exchange);
    exchange.answerGuards = applying?.answers;
    const looking = applying?.requests;
    return looking === undefined ? next(exchange) : lookThenGoOn(exchange, looking, next);
  };

  async function lookThenGoOn(exchange: Exchange, looking: readonly LiveGuard[], next: Next): Promise<void> {
    try {
      await lookFirst(exchange, looking);
    } catch (error) {
      if (!(error instanceof GuardRefusal && error.isStop && canStop(exchange))) throw error;
      sendStopped(exchange, error);
      return;
    }
    return next(exchange);
  }

  async function lookFirst(exchange: Exchange, looking: readonly LiveGuard[]): Promise<void> {
    const found = await textsOf(exchange, looking);
    const shown = looking.map(({ config }) => shownTo(config, found));
    const errors: GatewayError[] = [];
    for (const [index, { config }] of looking.entries()) {
      const [first] = shown[index]!.unseen;
      if (first === undefined) continue;
      note(exchange, config.name, 'requests', 'unseen');
      told(config.name, 'requests', 'unseen');
      const error = unseenError(config, 'requests', first);
      if (error !== undefined) errors.push(error);
      else tellUnseen(exchange, config.name, first);
    }
    // What is refused anyhow is shown to nobody.
    if (errors.length > 0) return refuse(exchange, errors[0]!);
    const looks = await looksOf(exchange, looking, shown);
    if (exchange.gone) throw new ClientGone('the client left while its request was looked at');
    const masks: Mask[] = [];
    for (const [index, { config }] of looking.entries()) {
      const look = looks[index]!;
      if (look.kind === 'passed') continue;
      const { texts } = shown[index]!;
      const at = (place: number) => placeIn(found, texts[place]!.of);
      if (look.kind === 'masked' && config.onMask === 'apply' && config.onHit === 'refuse') {
        masks.push({ guard: config.name, shown: texts, texts: look.texts });
        continue;
      }
      const [firstMasked] = look.kind === 'masked' ? look.texts.keys() : [];
      const judged =
        look.kind === 'masked' ? ({ kind: 'refused', reason: undefined, place: firstMasked } as const) : look;
      const error = errorOf(exchange, config, judged, 'requests', { at, log });
      if (error !== undefined) errors.push(error);
    }
    // A refusal says more than that somebody could not look.
    const worst = errors.find(({ code }) => code === 'guard_refused') ?? errors[0];
    if (worst !== undefined) return refuse(exchange, worst);
    if (masks.length > 0) exchange.masked = applyMasks(exchange, found, masks);
  }

  async function refuse(exchange: Exchange, error: GatewayError): Promise<never> {
    await counted(exchange);
    throw error;
  }

  function tellUnseen(
    { id }: Exchange,
    guard: string,
    { kind, at }: { readonly kind: string; readonly at: string },
  ): void {
    log.info(
      { id, guard, direction: 'requests', kind, at },
      'a guard could not see all of it, and it passed',
    );
  }
}

async function looksOf(
  exchange: Exchange,
  looking: readonly LiveGuard[],
  shown: readonly ShownTexts[],
): Promise<readonly Look[]> {
  const about = {
    direction: 'requests',
    key: exchange.key!.id,
    id: exchange.id,
    hops: hopsSoFar(exchange.head.hops),
  } as const;
  const giveUps: (() => void)[] = [];
  exchange.whenGone(() => {
    for (const giveUp of giveUps) giveUp();
  });
  const looks = await Promise.all(
    looking.map(async (guard, index) => {
      const startedMs = performance.now();
      const look = await guard.look(shown[index]!.texts, about, (giveUp) => giveUps.push(giveUp));
      note(exchange, guard.name, 'requests', look.kind, performance.now() - startedMs);
      return look;
    }),
  );
  exchange.whenGone(undefined);
  return looks;
}

const nothing: FoundTexts = { texts: [], unseen: [], lastSigned: undefined };

/** What is said in a session comes later, and most of it as sound; with a secret it goes past all of us. */
const session: Unseen = { kind: 'sound', at: '', isNew: true };

/** What the request says, in its body and in its address. */
function textsOf(exchange: Exchange, looking: readonly LiveGuard[]): FoundTexts | Promise<FoundTexts> {
  const { query, served } = exchange;
  // Ids of what backends keep were signed here.
  const ids = served.model === undefined ? [] : exchange.objectIds;
  const isSession = served.socket === 'session' || served.answersSecrets === true;
  const bounds = { maxText: Math.max(...looking.map(({ config }) => config.maxTextBytes)) };
  const said = bodyTexts(exchange, bounds);
  if (query.length < 2 && ids.length === 0 && !isSession) return said;
  const { texts, unseen } = addressTexts(query, ids, bounds);
  const all = (found: FoundTexts): FoundTexts => ({
    texts: [...texts, ...found.texts],
    unseen: [...(isSession ? [session] : []), ...unseen, ...found.unseen],
    lastSigned: found.lastSigned,
  });
  return said instanceof Promise ? said.then(all) : all(said);
}

/** What a call of a tool says are its parameters. */
async function toolTexts({ served, asked }: Exchange, bounds: TextBounds): Promise<FoundTexts> {
  const found = await walked(requestTexts(served, Buffer.from(asked!.message!.paramsText ?? '{}'), bounds));
  // The URI of a resource only names what comes back, and is looked at then.
  return { ...found, unseen: found.unseen.filter(({ kind, at }) => kind !== 'urls' || at !== 'uri') };
}

function bodyTexts(exchange: Exchange, bounds: TextBounds): FoundTexts | Promise<FoundTexts> {
  const { body, served, asked } = exchange;
  if (asked !== undefined) return toolTexts(exchange, bounds);
  switch (body?.kind) {
    case 'json':
    case 'object':
      return walked(requestTexts(served, body.bytes, bounds));
    case 'multipart':
      return formTexts(body.bytes, body.parts, bounds);
    case 'streamed':
      return { ...nothing, unseen: [{ kind: 'files', at: '', isNew: true }] };
    default:
      return nothing;
  }
}

/** Where a text stands: of one that is made of several, where the first does. */
function placeIn({ texts }: FoundTexts, of: readonly number[]): string | undefined {
  return texts[of[0]!]?.at;
}
