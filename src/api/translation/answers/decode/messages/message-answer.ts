import { isObject, type JsonObject } from '../../../../../lib/json.ts';
import { messagesUsage } from '../../../../dialects/messages/messages-usage.ts';
import type { FinishReason, TakeEvent } from '../../../neutral/answer-event.ts';
import { finishOf } from '../../../shared/finish.ts';
import type { AnswerNotes } from '../../answer-codec.ts';
import { wordIn } from '../../backend-errors.ts';
import { startOf } from '../answer-head.ts';
import { ToldTokens } from '../told-tokens.ts';
import { MessageBlock, type Place } from './message-block.ts';

const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop_sequence'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'context'],
  ['tool_use', 'calls'],
  ['refusal', 'refused'],
  ['pause_turn', 'paused'],
]);

interface Told {
  readonly reason: FinishReason;
  readonly sequence?: string;
  readonly explanation?: string;
}

/** The state of a message so far, and its events. */
export class MessageAnswer {
  readonly #take: TakeEvent;
  readonly #notes: AnswerNotes;
  readonly #tokens = new ToldTokens();
  /** By index; undefined for a block of a type that is left out. */
  readonly #byIndex = new Map<unknown, MessageBlock | undefined>();
  #blocks = 0;
  #hasCall = false;
  #hasStarted = false;
  #told: Told | undefined;

  constructor(take: TakeEvent, notes: AnswerNotes) {
    this.#take = take;
    this.#notes = notes;
  }

  /** The backend has said why the answer is complete. */
  get isFinished(): boolean {
    return this.#told !== undefined;
  }

  /** @param message What is known of it before its blocks. */
  start(message: JsonObject): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const { id, model, usage } = message;
    this.#take(startOf(id, model, undefined, isObject(usage) ? usage['service_tier'] : undefined));
    this.usage(message);
  }

  /** @param holder What has a member `usage`. */
  usage(holder: JsonObject): void {
    const tokens = this.#tokens.add(messagesUsage(holder));
    if (tokens !== undefined) this.#take({ is: 'usage', tokens });
  }

  open(index: unknown, start: JsonObject, place: Place): void {
    this.start({});
    // Content after a stop reason cancels it.
    this.#told = undefined;
    this.#byIndex.get(index)?.close();
    this.#byIndex.set(index, this.#blockFor(start, place));
  }

  #blockFor(start: JsonObject, place: Place): MessageBlock | undefined {
    const { type } = start;
    if (type === 'redacted_thinking') {
      this.#redacted(start['data']);
      return undefined;
    }
    if (type !== 'text' && type !== 'thinking' && type !== 'tool_use') {
      this.#notes.unknown(wordIn(type));
      this.#take({ is: 'media', kind: type === 'container_upload' ? 'files' : wordIn(type) });
      return undefined;
    }
    if (type === 'tool_use') this.#hasCall = true;
    return new MessageBlock(this.#take, this.#notes, () => this.#blocks++, type, start, place);
  }

  #redacted(data: unknown): void {
    if (typeof data !== 'string') return;
    const block = this.#blocks++;
    this.#take({ is: 'open', block, kind: 'reasoning', form: 'redacted' });
    this.#take({ is: 'seal', block, seal: { dialect: 'messages', data, isRedacted: true } });
    this.#take({ is: 'close', block });
  }

  delta(index: unknown, delta: JsonObject): void {
    this.#byIndex.get(index)?.delta(delta);
  }

  close(index: unknown): void {
    this.#byIndex.get(index)?.close();
  }

  /** @param delta What has a member `stop_reason`, perhaps null. */
  stop({ stop_reason: word, stop_sequence: sequence, stop_details: details }: JsonObject): void {
    if (typeof word !== 'string' || word === '') return;
    const explanation = isObject(details) ? details['explanation'] : undefined;
    const known = reasons.get(word);
    if (known === undefined) this.#notes.changed('finish_reason', word);
    this.#told = {
      reason: known ?? 'stop',
      ...(typeof sequence === 'string' && { sequence }),
      ...(typeof explanation === 'string' && { explanation }),
    };
  }

  /** The answer is complete: tells what is left of it. */
  end(): void {
    this.start({});
    for (const block of this.#byIndex.values()) block?.close();
    const { reason, ...more } = this.#told ?? { reason: 'stop' as const };
    this.#take({ is: 'finish', reason: finishOf(reason, this.#hasCall), ...more });
    this.#take({ is: 'end' });
  }
}
