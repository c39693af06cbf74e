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
import type { Exchange } from '../../exchange.ts';
import { ExchangeLooks, type LookParts } from '../../guards/exchange-looks.ts';
import type { GuardsOf } from '../../guards/guards-of.ts';
import type { LiveGuard } from '../../guards/live-guard.ts';
import { applyMasks, type Mask } from '../../guards/request-masks.ts';
import { shownTo } from '../../guards/shown-texts.ts';
import { stopOrThrow } from '../../guards/stopped-answer.ts';
import { errorOf, worstOf } from '../../guards/verdicts.ts';
import { ClientGone } from '../../request-body.ts';
import type { Next, Stage } from '../../stage.ts';

interface InspectParts extends LookParts {
  readonly guards: GuardsOf;
  /** Counts a refused request as an ordinary one. */
  readonly counted: (exchange: Exchange) => Promise<void> | undefined;
}

/**
 * Shows the client's texts to all guards of the request at the same time. No slot, no place in a queue and no
 * reservation is held meanwhile. A request that a guard refuses, or can't look at, goes nowhere.
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
      return stopOrThrow(exchange, error);
    }
    return next(exchange);
  }

  async function lookFirst(exchange: Exchange, looking: readonly LiveGuard[]): Promise<void> {
    const found = await textsOf(exchange, looking);
    const shown = looking.map(({ config }) => shownTo(config, found));
    const looks = new ExchangeLooks(exchange, 'requests', looking, { log, told });
    const errors = shown.flatMap(({ unseen: [first] }, index) =>
      first === undefined ? [] : (looks.errorOfUnseen(first, [looking[index]!]) ?? []),
    );
    // A request that is refused anyhow is shown to nobody.
    if (errors.length > 0) return refuse(exchange, errors[0]!);
    exchange.whenGone(() => looks.giveUp());
    const looked = await looks.at((index) => shown[index]!.texts);
    exchange.whenGone(undefined);
    if (exchange.gone) throw new ClientGone('the client left while its request was looked at');
    const masks: Mask[] = [];
    for (const [index, { config }] of looking.entries()) {
      const look = looked[index]!;
      if (look.kind === 'passed') continue;
      const { texts } = shown[index]!;
      const at = (place: number) => placeIn(found, texts[place]!.of);
      if (look.kind === 'masked' && config.onMask === 'apply' && config.onHit === 'refuse') {
        masks.push({ guard: config.name, shown: texts, texts: look.texts });
        continue;
      }
      const error = errorOf(exchange, config, look, 'requests', { at, log });
      if (error !== undefined) errors.push(error);
    }
    const worst = worstOf(errors);
    if (worst !== undefined) return refuse(exchange, worst);
    if (masks.length > 0) exchange.masked = applyMasks(exchange, found, masks);
  }

  async function refuse(exchange: Exchange, error: GatewayError): Promise<never> {
    await counted(exchange);
    throw error;
  }
}

const nothing: FoundTexts = { texts: [], unseen: [], lastSigned: undefined };

/** The content of a session comes later, and most of it as sound; with a secret it goes past this gateway. */
const session: Unseen = { kind: 'sound', at: '', isNew: true };

/** The texts of a request, in its body and in its URL. */
function textsOf(exchange: Exchange, looking: readonly LiveGuard[]): FoundTexts | Promise<FoundTexts> {
  const { query, served } = exchange;
  // Ids of stored objects were signed here.
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

/** The texts of a tool call, its parameters; of an answer to a request of a server, all of it. */
async function toolTexts({ served, asked }: Exchange, bounds: TextBounds): Promise<FoundTexts> {
  const { paramsText, outcomeText } = asked!.message!;
  const text = outcomeText === undefined ? (paramsText ?? '{}') : `{${outcomeText}}`;
  const found = await walked(requestTexts(served, Buffer.from(text), bounds));
  // The URI of a resource only names the answer, which is looked at later.
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

/** The place of a text in words; that of the first part if it is made of several. */
function placeIn({ texts }: FoundTexts, of: readonly number[]): string | undefined {
  return texts[of[0]!]?.at;
}
