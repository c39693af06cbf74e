import { isObject, type JsonObject, reportsError } from '../../../../../lib/json.ts';
import type { TakeEvent } from '../../../neutral/answer-event.ts';
import type { AnswerDecoder, AnswerNotes } from '../../answer-codec.ts';
import { invalidAnswer, reportedFailure } from '../../backend-errors.ts';
import { BackendStream, type EventReader } from '../backend-stream.ts';
import { ResponseAnswer } from './response-answer.ts';

/** Events that say nothing of the answer: of the life of a response, and of items that are left out. */
const silent =
  /^(?:response\.(?:in_progress|queued|content_part\.added|reasoning_summary_part\.(?:added|done)|[a-z_]+_call(?:_[a-z]+)?\.[a-z_]+)|keepalive|ping)$/;

class ResponseEvents implements EventReader {
  readonly #answer: ResponseAnswer;
  readonly #notes: AnswerNotes;

  constructor(take: TakeEvent, notes: AnswerNotes) {
    this.#answer = new ResponseAnswer(take, notes);
    this.#notes = notes;
  }

  get rememberedBytes(): number {
    return this.#answer.saidBytes;
  }

  event(name: string, json: JsonObject): boolean {
    const answer = this.#answer;
    const type = typeof json['type'] === 'string' ? json['type'] : name;
    const { response } = json;
    switch (type) {
      case 'response.created':
        if (isObject(response)) answer.start(response);
        return false;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.done':
      case 'response.failed': {
        const status = type === 'response.done' ? 'completed' : type.slice('response.'.length);
        answer.end({ status, ...(isObject(response) ? response : {}) });
        return true;
      }
      default:
        this.#inItem(type, json);
        return false;
    }
  }

  #inItem(type: string, json: JsonObject): void {
    const answer = this.#answer;
    const key = answer.keyOf(json);
    const { item, delta, text, logprobs } = json;
    switch (type) {
      case 'response.output_text.delta':
        return answer.message(key)?.delta(place(json), 'text', delta, logprobs);
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return answer.call(key)?.delta(delta);
      case 'response.reasoning_summary_text.delta':
        return answer.reasoning(key)?.delta('summary', place(json), delta);
      case 'response.reasoning_text.delta':
        return answer.reasoning(key)?.delta('full', place(json), delta);
      case 'response.refusal.delta':
        return answer.message(key)?.delta(place(json), 'refusal', delta);
      case 'response.output_item.added':
        return isObject(item) ? answer.added(key, item) : undefined;
      case 'response.output_item.done':
        return isObject(item) ? answer.done(key, item) : undefined;
      case 'response.content_part.done':
        return this.#partDone(key, json);
      case 'response.output_text.done':
        return answer.message(key)?.done(place(json), 'text', text);
      case 'response.refusal.done':
        return answer.message(key)?.done(place(json), 'refusal', json['refusal']);
      case 'response.reasoning_summary_text.done':
        return answer.reasoning(key)?.done('summary', place(json), text);
      case 'response.reasoning_text.done':
        return answer.reasoning(key)?.done('full', place(json), text);
      case 'response.function_call_arguments.done':
        return answer.call(key)?.done(json['arguments']);
      case 'response.custom_tool_call_input.done':
        return answer.call(key)?.done(json['input']);
      case 'response.output_text.annotation.added':
        return answer.message(key)?.cite(place(json), json['annotation']);
      default:
        if (!silent.test(type)) this.#notes.unknown(type);
    }
  }

  /** Parts of reasoning are done with their texts. */
  #partDone(key: unknown, json: JsonObject): void {
    const { part } = json;
    const type = isObject(part) ? part['type'] : undefined;
    if (type === 'output_text' || type === 'refusal') this.#answer.message(key)?.partDone(place(json), part);
  }

  mark(data: string): boolean {
    const isEnd = data === '[DONE]' && this.#answer.hasDoneItem;
    if (isEnd) this.#answer.end({});
    return isEnd;
  }

  /** Without its last event a response is not complete, whatever it has said. */
  end(): void {}
}

/** Of a part in its item. */
function place({ content_index: content, summary_index: summary }: JsonObject): number {
  const index = content ?? summary;
  return typeof index === 'number' ? index : 0;
}

export const responsesAnswers: AnswerDecoder = {
  stream: (take, notes) => new BackendStream(take, new ResponseEvents(take, notes)),
  whole(answer, take, notes) {
    const json = JSON.parse(answer.raw) as JsonObject;
    if (reportsError(json)) return take({ is: 'fail', failure: reportedFailure(json) });
    if (!Array.isArray(json['output'])) {
      return take({ is: 'fail', failure: invalidAnswer('the answer has no output') });
    }
    new ResponseAnswer(take, notes).end(json);
  },
};
