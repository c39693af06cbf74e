import { isObject, type JsonObject } from '../../../../../lib/json.ts';
import { converseUsage } from '../../../../dialects/bedrock-converse/bedrock-converse.ts';
import type { FinishReason, TakeEvent } from '../../../neutral/answer-event.ts';
import { finishOf } from '../../../shared/finish.ts';
import type { AnswerNotes } from '../../answer-codec.ts';
import { dataUrl, type Media } from '../media.ts';
import { madeAt } from '../responses/item.ts';
import { ToldTokens } from '../told-tokens.ts';

/** `StopReason` of Amazon Bedrock. What is not here is `stop`, and told. */
const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop_sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'context',
  tool_use: 'calls',
  content_filtered: 'refused',
  guardrail_intervened: 'refused',
  malformed_model_output: 'failed',
  malformed_tool_use: 'failed',
};

type Kind = 'text' | 'reasoning' | 'redacted' | 'call';

interface Block {
  readonly kind: Kind;
  readonly block: number;
}

/** Content that is known, and has a place in no other dialect. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['audio', 'audio'],
  ['video', 'videos'],
  ['document', 'files'],
]);

interface OpenImage {
  format: string;
  readonly pieces: string[];
}

function urlOf({ format, pieces }: OpenImage): string {
  const [first = ''] = pieces;
  const whole =
    pieces.length === 1
      ? first
      : Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).toString('base64');
  return dataUrl(`image/${format}`, whole);
}

/** The state of a Converse answer so far, and its events. Blocks go by their index. */
export class ConverseAnswer {
  readonly #take: TakeEvent;
  readonly #notes: AnswerNotes;
  readonly #tokens = new ToldTokens();
  readonly #open = new Map<unknown, Block>();
  readonly #images = new Map<unknown, OpenImage>();
  #blocks = 0;
  #hasStarted = false;
  #hasCall = false;
  #told: { readonly reason: FinishReason; readonly sequence?: string } | undefined;

  constructor(take: TakeEvent, notes: AnswerNotes) {
    this.#take = take;
    this.#notes = notes;
  }

  get isFinished(): boolean {
    return this.#told !== undefined;
  }

  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#take({ is: 'start' });
  }

  usage(holder: JsonObject): void {
    const tokens = this.#tokens.add(converseUsage(holder));
    if (tokens !== undefined) this.#take({ is: 'usage', tokens });
  }

  /** Calls begin so; what else does is known by its first delta. */
  startCall(index: unknown, { toolUseId: id, name }: JsonObject): void {
    this.start();
    this.#told = undefined;
    this.#hasCall = true;
    this.close(index);
    const block = this.#blocks++;
    this.#open.set(index, { kind: 'call', block });
    const head = { id: typeof id === 'string' ? id : '', name: typeof name === 'string' ? name : '' };
    this.#take({ is: 'open', block, kind: 'call', call: head });
  }

  /** A member of `ContentBlockDelta`, or of a block of a whole answer, that is no call. */
  delta(
    index: unknown,
    { text, reasoningContent: reasoning, toolUse, citation, ...others }: JsonObject,
  ): void {
    if (typeof text === 'string') this.#text(index, 'text', text);
    else if (isObject(toolUse)) this.input(index, toolUse['input']);
    else if (isObject(reasoning)) this.#reasoning(index, reasoning);
    else if (isObject(citation)) this.#notes.lost('citations');
    else for (const [type, value] of Object.entries(others).slice(0, 1)) this.#other(index, type, value);
  }

  /** Begins with its format; its bytes come in pieces. */
  startImage(index: unknown, { format }: JsonObject): void {
    this.#image(index).format = typeof format === 'string' ? format : 'png';
  }

  #image(index: unknown): OpenImage {
    this.start();
    this.#told = undefined;
    return madeAt(this.#images, index, () => ({ format: 'png', pieces: [] }));
  }

  #other(index: unknown, type: string, value: unknown): void {
    if (type === 'image' && isObject(value)) {
      const { format, source } = value;
      const image = this.#image(index);
      if (typeof format === 'string') image.format = format;
      const bytes = isObject(source) ? source['bytes'] : undefined;
      if (typeof bytes === 'string') image.pieces.push(bytes);
      return;
    }
    const kind = kinds.get(type);
    if (kind === undefined) this.#notes.unknown(type);
    this.#media({ kind: kind ?? type });
  }

  #media(media: Media): void {
    this.start();
    this.#told = undefined;
    this.#take({ is: 'media', ...media });
  }

  input(index: unknown, text: unknown): void {
    const open = this.#open.get(index);
    if (open?.kind === 'call' && typeof text === 'string' && text !== '') {
      this.#take({ is: 'delta', block: open.block, text });
    }
  }

  #reasoning(index: unknown, { text, signature, redactedContent: redacted }: JsonObject): void {
    if (typeof text === 'string') this.#text(index, 'reasoning', text);
    if (typeof redacted === 'string') {
      const block = this.#block(index, 'redacted');
      this.#take({
        is: 'seal',
        block,
        seal: { dialect: 'bedrock_converse', data: redacted, isRedacted: true },
      });
    } else if (typeof signature === 'string' && signature !== '') {
      const block = this.#block(index, 'reasoning');
      this.#take({ is: 'seal', block, seal: { dialect: 'bedrock_converse', data: signature } });
    }
  }

  #text(index: unknown, kind: 'text' | 'reasoning', text: string): void {
    if (text !== '') this.#take({ is: 'delta', block: this.#block(index, kind), text });
  }

  #block(index: unknown, kind: Exclude<Kind, 'call'>): number {
    const open = this.#open.get(index);
    if (open?.kind === kind) return open.block;
    this.start();
    this.#told = undefined;
    this.close(index);
    const block = this.#blocks++;
    this.#open.set(index, { kind, block });
    if (kind === 'text') this.#take({ is: 'open', block, kind });
    else
      this.#take({ is: 'open', block, kind: 'reasoning', form: kind === 'redacted' ? 'redacted' : 'full' });
    return block;
  }

  close(index: unknown): void {
    const image = this.#images.get(index);
    if (image !== undefined) {
      this.#images.delete(index);
      this.#media({ kind: 'images', ...(image.pieces.length > 0 && { url: urlOf(image) }) });
    }
    const open = this.#open.get(index);
    if (open === undefined) return;
    this.#open.delete(index);
    this.#take({ is: 'close', block: open.block });
  }

  /** @param holder What has a member `stopReason`. */
  stop({ stopReason: word, additionalModelResponseFields: fields }: JsonObject): void {
    if (typeof word !== 'string') return;
    const sequence = isObject(fields) ? fields['stop_sequence'] : undefined;
    const known = Object.hasOwn(reasons, word) ? reasons[word] : undefined;
    if (known === undefined) this.#notes.changed('finish_reason', word);
    this.#told = {
      reason: known ?? 'stop',
      ...(typeof sequence === 'string' && { sequence }),
    };
  }

  /** The answer is complete: tells what is left of it. */
  end(): void {
    this.start();
    for (const index of [...this.#open.keys(), ...this.#images.keys()]) this.close(index);
    const { reason, ...more } = this.#told ?? { reason: 'stop' as const };
    this.#take({ is: 'finish', reason: finishOf(reason, this.#hasCall), ...more });
    this.#take({ is: 'end' });
  }
}
