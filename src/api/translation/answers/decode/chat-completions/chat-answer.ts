import { isObject, type JsonObject, objectsOf } from '../../../../../lib/json.ts';
import { openaiUsage } from '../../../../dialects/openai/openai-usage.ts';
import type { Raw } from '../../../json/json-node.ts';
import type { FinishReason, TakeEvent } from '../../../neutral/answer-event.ts';
import { finishOf } from '../../../shared/finish.ts';
import type { AnswerNotes } from '../../answer-codec.ts';
import { wordIn } from '../../backend-errors.ts';
import { startOf } from '../answer-head.ts';
import type { Media } from '../media.ts';
import type { Written } from '../raw-at.ts';
import { ToldTokens } from '../told-tokens.ts';
import { ChatCalls } from './chat-calls.ts';
import { ReasoningDetails, textOfDetails } from './reasoning-details.ts';

/** The words of the dialect, and those that servers have beside them: `eos_token` and `stop_sequence` are TGI's. */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['STOP', 'stop'],
  ['eos_token', 'stop'],
  ['stop_sequence', 'stop'],
  ['end_turn', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['tool_calls', 'calls'],
  ['function_call', 'calls'],
  ['content_filter', 'refused'],
  ['error', 'failed'],
  ['insufficient_system_resource', 'failed'],
]);

/** The index of the one call of the old form. */
const oldCallIndex = -1;

type TextKind = 'text' | 'refusal' | 'reasoning';

/** The state of an answer of chat completions so far, and its events. */
export class ChatAnswer {
  hasStarted = false;
  readonly #take: TakeEvent;
  readonly #notes: AnswerNotes;
  readonly #calls: ChatCalls;
  readonly #tokens = new ToldTokens();
  readonly #details = new ReasoningDetails();
  #blocks = 0;
  /** The block that is open, where it is none of a call. */
  #open: { readonly kind: TextKind; readonly block: number } | undefined;
  #told: { readonly reason: FinishReason; readonly sequence: string | undefined } | undefined;
  #hasOtherChoices = false;

  constructor(take: TakeEvent, notes: AnswerNotes) {
    this.#take = take;
    this.#notes = notes;
    this.#calls = new ChatCalls(take, notes, () => {
      this.#closeText();
      return this.#blocks++;
    });
  }

  /** The backend has said why the answer is complete. */
  get isFinished(): boolean {
    return this.#told !== undefined;
  }

  /**
   * Takes a chunk of a stream, or a whole answer.
   *
   * @param said What of a choice holds what it says.
   * @returns Whether it has a choice.
   */
  add(json: JsonObject, said: 'delta' | 'message', written: Written): boolean {
    const choices = Array.isArray(json['choices']) ? (json['choices'] as readonly unknown[]) : [];
    // Some servers say something of the request before the answer begins, which has neither its id nor its model.
    if (choices.length > 0) this.#start(json);
    const tokens = this.#tokens.add(openaiUsage(json));
    if (tokens !== undefined && this.hasStarted) this.#take({ is: 'usage', tokens });
    let hasChoice = false;
    for (let at = 0; at < choices.length; at++) {
      const choice = choices[at];
      if (!isObject(choice)) continue;
      if ((choice['index'] ?? 0) !== 0) {
        if (!this.#hasOtherChoices) this.#notes.lost('choices');
        this.#hasOtherChoices = true;
        continue;
      }
      hasChoice = true;
      // Some servers send a chunk that holds the whole message.
      const place = isObject(choice[said]) ? said : 'message';
      const delta = choice[place];
      if (isObject(delta)) this.#say(delta, choice['logprobs'], written, ['choices', at, place]);
      this.#finishWord(choice);
    }
    return hasChoice;
  }

  #start(json: JsonObject): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    this.#take(startOf(json['id'], json['model'], json['created'], json['service_tier']));
  }

  #say(delta: JsonObject, logprobs: unknown, written: Written, path: readonly (string | number)[]): void {
    const { reasoning_content: first, reasoning: second, reasoning_details: details } = delta;
    // Some servers say it in two places.
    const reasoning = given(first) || given(second) || textOfDetails(details) || thoughtsOf(delta['content']);
    if (reasoning !== '') this.#text('reasoning', reasoning);
    if (details !== undefined) this.#details.add(details);
    const refusal = given(delta['refusal']);
    if (refusal !== '') this.#text('refusal', refusal);
    const content = contentOf(delta['content']);
    if (content !== '') this.#text('text', content, logprobs);
    this.#media(delta);
    if (Array.isArray(delta['annotations'])) this.#cite(delta['annotations']);
    if (Array.isArray(delta['tool_calls'])) this.#addCalls(delta['tool_calls'], written, path);
    const old = delta['function_call'];
    if (isObject(old)) {
      this.#told = undefined;
      this.#calls.add(oldCallIndex, '', old, false, written, [...path, 'function_call']);
    }
  }

  /** Images beside the text (OpenRouter) or among its parts, and what was spoken. */
  #media({ images, content, audio }: JsonObject): void {
    for (const image of [...objectsOf(images), ...objectsOf(content)]) {
      const { image_url: inner } = image;
      const url = isObject(inner) ? inner['url'] : inner;
      if (typeof url === 'string') this.#tellMedia({ kind: 'images', url });
      else if (typeof image['text'] !== 'string' && image['type'] !== 'thinking')
        this.#tellMedia({ kind: wordIn(image['type']) });
    }
    if (isObject(audio)) this.#tellMedia({ kind: 'audio' });
  }

  #tellMedia(media: Media): void {
    this.#told = undefined;
    this.#closeText();
    this.#take({ is: 'media', ...media });
  }

  #addCalls(calls: readonly unknown[], written: Written, path: readonly (string | number)[]): void {
    // In whole answers calls have no index, and are what they are by their place.
    const isWhole = path.at(-1) === 'message';
    for (let at = 0; at < calls.length; at++) {
      const call = calls[at];
      if (!isObject(call)) continue;
      const isCustom = call['type'] === 'custom' || isObject(call['custom']);
      const field = isCustom ? 'custom' : 'function';
      const head = isObject(call[field]) ? call[field] : {};
      const index = typeof call['index'] === 'number' && !isWhole ? call['index'] : isWhole ? at : 0;
      this.#told = undefined;
      this.#calls.add(index, given(call['id']), head, isCustom, written, [...path, 'tool_calls', at, field]);
    }
  }

  #text(kind: TextKind, text: string, logprobs?: unknown): void {
    // Content after a finish reason cancels it.
    this.#told = undefined;
    if (this.#open?.kind !== kind) {
      this.#closeText();
      const block = this.#blocks++;
      this.#open = { kind, block };
      if (kind === 'reasoning') this.#take({ is: 'open', block, kind, form: 'full' });
      else this.#take({ is: 'open', block, kind });
    }
    const { block } = this.#open!;
    const tokens = isObject(logprobs) ? logprobs[kind === 'refusal' ? 'refusal' : 'content'] : undefined;
    if (Array.isArray(tokens) && tokens.length > 0) {
      this.#take({ is: 'logprobs', block, tokens: JSON.stringify(tokens) as Raw });
    }
    this.#take({ is: 'delta', block, text });
  }

  #cite(annotations: readonly unknown[]): void {
    for (const annotation of annotations) {
      const citation = isObject(annotation) ? annotation['url_citation'] : undefined;
      const url = isObject(citation) ? citation['url'] : undefined;
      if (this.#open?.kind !== 'text' || !isObject(citation) || typeof url !== 'string') {
        this.#notes.lost('citations');
        continue;
      }
      const { title, start_index: from, end_index: to } = citation;
      this.#take({
        is: 'cite',
        block: this.#open.block,
        citation: {
          url,
          ...(typeof title === 'string' && { title }),
          ...(typeof from === 'number' && { from }),
          ...(typeof to === 'number' && { to }),
        },
      });
    }
  }

  #closeText(): void {
    const open = this.#open;
    const isReasoning = open?.kind === 'reasoning';
    if (isReasoning) this.#seal(open.block);
    this.#open = undefined;
    if (open !== undefined) this.#take({ is: 'close', block: open.block });
  }

  #seal(block: number): void {
    const data = this.#details.taken();
    if (data !== undefined) this.#take({ is: 'seal', block, seal: { dialect: 'chat_completions', data } });
  }

  #finishWord({ finish_reason: word, stop_reason: met }: JsonObject): void {
    if (typeof word !== 'string' || word === '') return;
    const sequence = word === 'stop' && typeof met === 'string' && met !== '' ? met : undefined;
    const known = reasons.get(word);
    if (known === undefined) this.#notes.changed('finish_reason', word);
    const reason = sequence === undefined ? (known ?? 'stop') : 'stop_sequence';
    if (this.#told === undefined || (this.#told.reason === 'stop' && reason === 'calls')) {
      this.#told = { reason, sequence };
    }
  }

  /** The answer is complete: tells what is left of it. */
  end(): void {
    if (!this.hasStarted) this.#start({});
    const { reason, sequence } = this.#told ?? { reason: 'stop', sequence: undefined };
    this.#closeText();
    // The sealed data that has to return without any reasoning text beside it.
    const data = this.#details.taken();
    if (data !== undefined) this.#sealAlone(data);
    this.#calls.close();
    const finish = finishOf(reason, this.#calls.hasAny);
    this.#take({ is: 'finish', reason: finish, ...(sequence !== undefined && { sequence }) });
    this.#take({ is: 'end' });
  }

  #sealAlone(data: string): void {
    const block = this.#blocks++;
    this.#take({ is: 'open', block, kind: 'reasoning', form: 'full' });
    this.#take({ is: 'seal', block, seal: { dialect: 'chat_completions', data } });
    this.#take({ is: 'close', block });
  }
}

function given(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The thoughts of Mistral's models, among the parts of the content: `type: thinking` with texts of its own. */
function thoughtsOf(content: unknown): string {
  return objectsOf(content)
    .map(({ type, thinking }) => (type === 'thinking' ? contentOf(thinking) : ''))
    .join('');
}

/** A text, or the texts of a list of parts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isObject(part) ? given(part['text']) : given(part))).join('');
}
