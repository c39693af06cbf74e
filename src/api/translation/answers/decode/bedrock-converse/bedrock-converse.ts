import { isObject, type JsonObject, objectsOf, reportsError } from '../../../../../lib/json.ts';
import type { AnswerDecoder, AnswerNotes } from '../../answer-codec.ts';
import { invalidAnswer, reportedFailure } from '../../backend-errors.ts';
import { BackendStream, type EventReader } from '../backend-stream.ts';
import { rawAt } from '../raw-at.ts';
import { ConverseAnswer } from './converse-answer.ts';

/** The events that its wire makes of frames, by the frames' names. */
class ConverseEvents implements EventReader {
  readonly #answer: ConverseAnswer;
  readonly #notes: AnswerNotes;

  constructor(answer: ConverseAnswer, notes: AnswerNotes) {
    this.#answer = answer;
    this.#notes = notes;
  }

  event(type: string, json: JsonObject): boolean {
    const answer = this.#answer;
    const { contentBlockIndex: index, delta, start } = json;
    switch (type) {
      case 'contentBlockDelta':
        if (isObject(delta)) answer.delta(index, delta);
        return false;
      case 'contentBlockStart':
        if (isObject(start) && isObject(start['toolUse'])) answer.startCall(index, start['toolUse']);
        else if (isObject(start) && isObject(start['image'])) answer.startImage(index, start['image']);
        return false;
      case 'contentBlockStop':
        answer.close(index);
        return false;
      case 'messageStart':
        answer.start();
        return false;
      case 'messageStop':
        answer.stop(json);
        return false;
      case 'metadata':
        answer.usage(json);
        answer.end();
        return true;
      default:
        this.#notes.unknown(type);
        return false;
    }
  }

  end(): void {
    if (this.#answer.isFinished) this.#answer.end();
  }
}

export const bedrockConverseAnswers: AnswerDecoder = {
  stream: (take, notes) =>
    new BackendStream(take, new ConverseEvents(new ConverseAnswer(take, notes), notes)),
  whole(answer, take, notes) {
    const json = JSON.parse(answer.raw) as JsonObject;
    if (reportsError(json)) return take({ is: 'fail', failure: reportedFailure(json) });
    const output = json['output'];
    const message = isObject(output) ? output['message'] : undefined;
    const content: unknown = isObject(message) ? message['content'] : undefined;
    if (!Array.isArray(content)) {
      return take({ is: 'fail', failure: invalidAnswer('the answer has no message') });
    }
    const decoded = new ConverseAnswer(take, notes);
    decoded.start();
    decoded.usage(json);
    for (const [at, block] of content.entries()) {
      if (!isObject(block)) continue;
      const { toolUse, reasoningContent: reasoning } = block;
      if (isObject(toolUse)) {
        decoded.startCall(at, toolUse);
        const path = ['output', 'message', 'content', at, 'toolUse', 'input'];
        if (toolUse['input'] !== undefined) decoded.input(at, rawAt(answer, path));
      } else if (isObject(reasoning) && isObject(reasoning['reasoningText'])) {
        decoded.delta(at, { reasoningContent: reasoning['reasoningText'] });
      } else if (isObject(block['citationsContent'])) {
        for (const { text } of objectsOf(block['citationsContent']['content'])) decoded.delta(at, { text });
        notes.lost('citations');
      } else decoded.delta(at, block);
      decoded.close(at);
    }
    decoded.stop(json);
    decoded.end();
  },
};
