/** One request, as the deployments get it that serve its endpoint through another dialect. */
import type { Translation } from '../../config/translation-settings.ts';
import type { AnswerContext } from './answers/answer-codec.ts';
import { type JsonNode, parseJson } from './json/json-node.ts';
import { LiftedTexts } from './json/lifted-texts.ts';
import { unshared } from './json/literal.ts';
import type { ClientDialect } from './neutral/dialects.ts';
import type { TurnRequest } from './neutral/turn-request.ts';
import { DropList, type Refusal, TranslationReport } from './report.ts';
import { decoders } from './requests/decode/index.ts';
import { encoders } from './requests/encode/index.ts';
import { UndecodableRequest } from './requests/request-codec.ts';
import { ToolNames } from './shared/tool-names.ts';

/** What an answer has to know that is known before it comes. */
export type AnswerFacts = Omit<AnswerContext, 'receivedAt' | 'requestId' | 'notes'>;

/** A request said for one target. */
export interface SaidRequest {
  /** Why the deployment can't have it; where there is any, the body counts for nothing. */
  readonly refused: readonly Refusal[];
  /** Paths without indices, sorted. */
  readonly dropped: readonly string[];
  readonly changed: readonly string[];
  /** JSON text, in which marks may stand for long data: what is sent goes through `TranslatedRequest.restored`. */
  readonly body: Buffer;
  readonly answer: AnswerFacts;
}

/** A request taken apart once, and said for every target that somebody asks for. */
export class TranslatedRequest {
  readonly #request: TurnRequest;
  readonly #lifted: LiftedTexts;
  /** A chain has a handful of targets, most often one. */
  readonly #made: { readonly settings: Translation; readonly model: string; readonly said: SaidRequest }[] =
    [];

  private constructor(request: TurnRequest, lifted: LiftedTexts) {
    this.#request = request;
    this.#lifted = lifted;
  }

  /**
   * @param bytes A JSON object that was scanned before.
   * @throws {UndecodableRequest} It is not what the dialect says.
   */
  static read(client: ClientDialect, bytes: Buffer): TranslatedRequest {
    const lifted = LiftedTexts.outOf(bytes);
    return new TranslatedRequest(decoders[client](rootOf(lifted.text)), lifted);
  }

  /**
   * @param model The backend's name of it.
   * @returns The same bytes each time that it is asked for the same.
   */
  said(settings: Translation, model: string): SaidRequest {
    const known = this.#made.find((made) => made.settings === settings && made.model === model);
    if (known !== undefined) return known.said;
    const said = this.#say(settings, model);
    this.#made.push({ settings, model, said });
    return said;
  }

  /** The pieces of a body that was said, with long data in the place of its marks. */
  restored(body: Buffer): Buffer[] {
    return this.#lifted.restored(body);
  }

  /** What is held beside the client's own bytes. */
  get heldBytes(): number {
    return this.#made.reduce((sum, { said }) => sum + said.body.length, 0);
  }

  #say(settings: Translation, model: string): SaidRequest {
    const request = this.#request;
    const report = new TranslationReport(new DropList(settings.drop, settings.unknownFields === 'drop'));
    const names = new ToolNames(settings.to, request, report);
    const body = Buffer.from(encoders[settings.to](request, { settings, model, names, report }));
    return {
      refused: report.refused,
      dropped: report.dropped,
      changed: report.changed,
      body,
      answer: answerFacts(request, settings, model, names),
    };
  }
}

function rootOf(text: string): JsonNode & { readonly kind: 'object' } {
  let root: JsonNode;
  try {
    root = parseJson(text, true);
  } catch {
    throw new UndecodableRequest('', 'The body is nested too deep to be translated.');
  }
  if (root.kind !== 'object') throw new UndecodableRequest('', 'The body is no JSON object.');
  return root;
}

/** Nothing of it keeps the request's text in memory. */
function answerFacts(
  request: TurnRequest,
  settings: Translation,
  model: string,
  names: ToolNames,
): AnswerFacts {
  const { client, usageInStream, shows, wantsSeals, echo } = request;
  return {
    client,
    from: settings.to,
    usageInStream,
    model,
    shows:
      client === 'messages' && settings.showReasoning === 'always' && shows === 'nothing' ? 'text' : shows,
    wantsSeals,
    reasoningField: settings.reasoningField,
    clientNames: names.clientNames,
    echo: Object.fromEntries(Object.entries(echo).map(([name, raw]) => [name, unshared(raw)])),
  };
}
