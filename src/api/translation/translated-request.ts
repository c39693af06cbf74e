/** One request, as the deployments get it that serve its endpoint through another dialect. */
import type { Accepts, Translation } from '../../config/translation-settings.ts';
import type { AnswerContext } from './answers/answer-codec.ts';
import { type JsonNode, parseJson } from './json/json-node.ts';
import { LiftedTexts } from './json/lifted-texts.ts';
import { unshared } from './json/literal.ts';
import type { ClientDialect } from './neutral/dialects.ts';
import type { TurnRequest } from './neutral/turn-request.ts';
import { DropList, type Refusal, TranslationReport, withoutIndices } from './report.ts';
import { adaptToModel } from './requests/adapt-to-model.ts';
import { decoders } from './requests/decode/index.ts';
import { encoders } from './requests/encode/index.ts';
import { UndecodableRequest } from './requests/request-codec.ts';
import { ToolNames } from './shared/tool-names.ts';

/** The facts for an answer that are known before it comes. */
export type AnswerFacts = Omit<AnswerContext, 'receivedAt' | 'requestId' | 'notes'>;

/** A request said for one target. */
export interface SaidRequest {
  /** Why the deployment can't have it; where there is any, the body counts for nothing. */
  readonly refused: readonly Refusal[];
  /** Paths without indices, sorted. */
  readonly dropped: readonly string[];
  readonly changed: readonly string[];
  /**
   * JSON text, in which marks may stand for long data: what is sent goes through `TranslatedRequest.restored`. Its bytes
   * are made when they are asked for.
   */
  readonly body: Buffer;
  readonly answer: AnswerFacts;
}

/** The encoded request for a target. Making the bytes of a body costs more than encoding it. */
class Said implements SaidRequest {
  readonly refused: readonly Refusal[];
  readonly dropped: readonly string[];
  readonly changed: readonly string[];
  readonly answer: AnswerFacts;
  /** Characters. */
  readonly length: number;
  readonly #bytes: MadeBytes;
  readonly #write: () => string;
  /** Put together of pieces of the request, which are in memory anyway; until its bytes are made. */
  #text: string | undefined;

  /** @param write Says it once more. */
  constructor(
    text: string,
    { refused, dropped, changed }: TranslationReport,
    answer: AnswerFacts,
    bytes: MadeBytes,
    write: () => string,
  ) {
    this.#text = text;
    this.length = text.length;
    this.refused = refused;
    this.dropped = dropped;
    this.changed = changed;
    this.answer = answer;
    this.#bytes = bytes;
    this.#write = write;
  }

  get body(): Buffer {
    return this.#bytes.of(this);
  }

  /** The text, which is not kept. */
  take(): string {
    const text = this.#text ?? this.#write();
    this.#text = undefined;
    return text;
  }
}

/** The bytes of what was asked for last: of a chain one deployment is tried at a time. */
class MadeBytes {
  #said: Said | undefined;
  #bytes: Buffer | undefined;

  of(said: Said): Buffer {
    if (this.#bytes === undefined || this.#said !== said) this.#bytes = Buffer.from(said.take());
    this.#said = said;
    return this.#bytes;
  }
}

/** The settings for an encoder, as one text: a backend's address does not matter to it. */
const keys = new WeakMap<Translation, string>();

function keyOf(settings: Translation): string {
  const known = keys.get(settings);
  if (known !== undefined) return known;
  const key = JSON.stringify({ ...settings, path: '', streamPath: '' });
  keys.set(settings, key);
  return key;
}

/** A request taken apart once, and said for every target that somebody asks for. */
export class TranslatedRequest {
  readonly #request: TurnRequest;
  readonly #lifted: LiftedTexts;
  /** A chain has a handful of targets, most often one. */
  readonly #made: { readonly settings: Translation; readonly model: string; readonly said: Said }[] = [];
  readonly #bytes = new MadeBytes();

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
    const known = this.#made.find(
      (made) =>
        made.model === model && (made.settings === settings || keyOf(made.settings) === keyOf(settings)),
    );
    if (known !== undefined) return known.said;
    const said = this.#say(settings, model);
    this.#made.push({ settings, model, said });
    return said;
  }

  /** The fields that a model of the client's own dialect would refuse, by paths without indices. */
  unaccepted(accepts: Accepts): readonly string[] {
    const report = new TranslationReport(new DropList([], false));
    adaptToModel(this.#request, accepts, { to: this.#request.client, reasoning: 'budget' }, report);
    const refused = report.refused.map(({ path }) => withoutIndices(path));
    return [...report.dropped, ...report.changed, ...refused].sort();
  }

  /** The pieces of a body that was said, with long data in the place of its marks. */
  restored(body: Buffer): Buffer[] {
    return this.#lifted.restored(body);
  }

  /**
   * The most held bytes beside the client's own: one body, which may have as many bytes a character as the client's.
   */
  get heldBytes(): number {
    const longest = this.#made.reduce((most, { said }) => Math.max(most, said.length), 0);
    const { text } = this.#lifted;
    return longest === 0 ? 0 : Math.ceil((longest * Buffer.byteLength(text)) / text.length);
  }

  #say(settings: Translation, model: string): Said {
    const report = reportFor(settings);
    const request = acceptedBy(this.#request, settings, report);
    const names = new ToolNames(settings.to, request, report);
    const text = encoders[settings.to](request, { settings, model, names, report });
    const answer = answerFacts(request, settings, model, names);
    return new Said(text, report, answer, this.#bytes, () => this.#saidAgain(settings, model));
  }

  #saidAgain(settings: Translation, model: string): string {
    const report = reportFor(settings);
    const request = acceptedBy(this.#request, settings, report);
    const names = new ToolNames(settings.to, request, report);
    return encoders[settings.to](request, { settings, model, names, report });
  }
}

/** The request as the deployment's model takes it. */
function acceptedBy(request: TurnRequest, settings: Translation, report: TranslationReport): TurnRequest {
  const { accepts } = settings;
  return accepts === undefined ? request : adaptToModel(request, accepts, settings, report);
}

function reportFor({ drop, unknownFields }: Translation): TranslationReport {
  return new TranslationReport(new DropList(drop, unknownFields === 'drop'));
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
