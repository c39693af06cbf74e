import { isObject, type JsonObject, objectsOf } from '../../../../../lib/json.ts';
import { responsesUsage } from '../../../../dialects/responses/responses-usage.ts';
import type { AnswerEvent, FinishReason, TakeEvent } from '../../../neutral/answer-event.ts';
import { finishOf } from '../../../shared/finish.ts';
import type { AnswerNotes } from '../../answer-codec.ts';
import { invalidAnswer, reportedFailure, wordIn } from '../../backend-errors.ts';
import { startOf } from '../answer-head.ts';
import { ToldTokens } from '../told-tokens.ts';
import { CallItem } from './call-item.ts';
import { ImageItem } from './image-generation-call.ts';
import type { ItemTeller } from './item.ts';
import { MessageItem } from './message-item.ts';
import { ReasoningItem } from './reasoning-item.ts';

const incompleteReasons: ReadonlyMap<string, FinishReason> = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'refused'],
  ['max_messages', 'paused'],
  ['steered', 'paused'],
]);

interface Item {
  readonly type: string;
  readonly id: unknown;
  /** Undefined for those that are left out. */
  readonly held: MessageItem | ReasoningItem | CallItem | ImageItem | undefined;
  /** It is in the output of the response too. */
  isMatched: boolean;
}

/** The state of a response so far, and its events. */
export class ResponseAnswer implements ItemTeller {
  readonly #take: TakeEvent;
  readonly #notes: AnswerNotes;
  readonly #tokens = new ToldTokens();
  /** By `output_index`, by id where a server gives none. */
  readonly #items = new Map<unknown, Item>();
  #blocks = 0;
  #hasCall = false;
  #hasStarted = false;
  /** An item is complete, so that a mark of the end is one. */
  hasDoneItem = false;

  /** So many characters have been told; items remember them, to tell what their last events say beyond. */
  saidBytes = 0;

  constructor(take: TakeEvent, notes: AnswerNotes) {
    this.#take = take;
    this.#notes = notes;
  }

  take(event: AnswerEvent): void {
    if (event.is === 'delta') this.saidBytes += event.text.length;
    this.#take(event);
  }

  nextBlock(): number {
    return this.#blocks++;
  }

  differs(): void {
    this.#notes.lost('what differs from its deltas');
  }

  start(response: JsonObject): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const { id, model, created_at: created, service_tier: tier } = response;
    this.take(startOf(id, model, created, tier));
  }

  /** The item that an event is of. Some servers give no index. */
  keyOf({ output_index: index, item_id: itemId, item }: JsonObject): unknown {
    if (index !== undefined) return index;
    const id = itemId ?? (isObject(item) ? item['id'] : undefined);
    for (const [key, known] of this.#items) if (id !== undefined && known.id === id) return key;
    return id;
  }

  added(key: unknown, item: JsonObject): void {
    const { held } = this.#item(key, item);
    if (held instanceof CallItem) held.added(item);
  }

  /** The item that is at a key, taken for one of this type where it was not added before. */
  #item(key: unknown, item: JsonObject): Item {
    const known = this.#items.get(key);
    if (known !== undefined) return known;
    this.start({});
    const type = wordIn(item['type']);
    const made: Item = { type, id: item['id'], held: this.#heldFor(type), isMatched: false };
    this.#items.set(key, made);
    return made;
  }

  #heldFor(type: string): Item['held'] {
    switch (type) {
      case 'message':
        return new MessageItem(this, () => this.#notes.lost('citations'));
      case 'reasoning':
        return new ReasoningItem(this);
      case 'function_call':
      case 'custom_tool_call':
        this.#hasCall = true;
        return new CallItem(this, type === 'custom_tool_call');
      case 'image_generation_call':
        return new ImageItem(this);
      default:
        this.#notes.unknown(type);
        this.take({ is: 'media', kind: type });
        return undefined;
    }
  }

  message(key: unknown): MessageItem | undefined {
    const { held } = this.#item(key, { type: 'message' });
    return held instanceof MessageItem ? held : undefined;
  }

  reasoning(key: unknown): ReasoningItem | undefined {
    const { held } = this.#item(key, { type: 'reasoning' });
    return held instanceof ReasoningItem ? held : undefined;
  }

  call(key: unknown): CallItem | undefined {
    const held = this.#items.get(key)?.held;
    return held instanceof CallItem ? held : undefined;
  }

  done(key: unknown, item: JsonObject): void {
    this.hasDoneItem = true;
    this.#item(key, item).held?.itemDone(item);
  }

  /** The response is complete: tells what has not been told of it, or that it failed. */
  end(response: JsonObject): void {
    const { status, output } = response;
    if (status === 'failed' || status === 'cancelled') {
      const words = isObject(response['error']) ? response : { message: `the response was ${status}` };
      return this.take({ is: 'fail', failure: reportedFailure(words) });
    }
    if (status === 'queued' || status === 'in_progress') {
      return this.take({
        is: 'fail',
        failure: invalidAnswer(`the response is ${status}, and has no answer yet`),
      });
    }
    this.start(response);
    const items = objectsOf(output);
    const ids = new Set(items.map((item) => item['id']));
    for (const item of items) {
      // One that never came as an event is told now.
      const known = this.#matching(item, ids) ?? this.#item(Symbol('an item of its own'), item);
      known.isMatched = true;
      known.held?.itemDone(item);
    }
    for (const { held } of this.#items.values()) held?.itemDone(undefined);
    const tokens = this.#tokens.add(responsesUsage(response));
    if (tokens !== undefined) this.take({ is: 'usage', tokens });
    this.take({ is: 'finish', reason: this.#reason(response) });
    this.take({ is: 'end' });
  }

  /**
   * The item that came as an event: of the same id, else the next one of its type, where ids differ between events and
   * response.
   */
  #matching({ type, id }: JsonObject, ids: ReadonlySet<unknown>): Item | undefined {
    const open = [...this.#items.values()].filter((item) => item.type === type && !item.isMatched);
    const same = open.find((item) => id !== undefined && item.id === id);
    return same ?? open.find((item) => item.id === undefined || !ids.has(item.id));
  }

  #reason({ status, incomplete_details: details }: JsonObject): FinishReason {
    if (status === 'incomplete') {
      const reason = isObject(details) ? wordIn(details['reason']) : '';
      const known = incompleteReasons.get(reason);
      if (known === undefined) this.#notes.changed('finish_reason', reason);
      return known ?? 'length';
    }
    const isRefusal = [...this.#items.values()].some(
      ({ held }) => held instanceof MessageItem && held.hasRefusal,
    );
    return isRefusal && !this.#hasCall ? 'refused' : finishOf('stop', this.#hasCall);
  }
}
