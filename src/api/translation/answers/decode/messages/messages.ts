import { isObject, type JsonObject, reportsError } from '../../../../../lib/json.ts';
import type { AnswerDecoder, AnswerNotes } from '../../answer-codec.ts';
import { invalidAnswer, reportedFailure } from '../../backend-errors.ts';
import { BackendStream, type EventReader } from '../backend-stream.ts';
import { MessageAnswer } from './message-answer.ts';

class MessageEvents implements EventReader {
  readonly #answer: MessageAnswer;
  readonly #notes: AnswerNotes;

  constructor(answer: MessageAnswer, notes: AnswerNotes) {
    this.#answer = answer;
    this.#notes = notes;
  }

  event(name: string, json: JsonObject, data: string): boolean {
    const answer = this.#answer;
    const { index, message, content_block: start, delta } = json;
    // The name of an event and its type may differ: the type counts.
    const type = typeof json['type'] === 'string' ? json['type'] : name;
    switch (type) {
      case 'content_block_delta':
        if (isObject(delta)) answer.delta(index, delta);
        return false;
      case 'content_block_start':
        if (isObject(start)) answer.open(index, start, { written: data, path: ['content_block'] });
        return false;
      case 'content_block_stop':
        answer.close(index);
        return false;
      case 'message_start':
        answer.start(isObject(message) ? message : {});
        return false;
      case 'message_delta':
        answer.usage(json);
        if (isObject(delta)) answer.stop(delta);
        return false;
      case 'message_stop':
        answer.end();
        return true;
      case 'ping':
        return false;
      default:
        this.#notes.unknown(type);
        return false;
    }
  }

  end(): void {
    if (this.#answer.isFinished) this.#answer.end();
  }
}

export const messagesAnswers: AnswerDecoder = {
  stream: (take, notes) => new BackendStream(take, new MessageEvents(new MessageAnswer(take, notes), notes)),
  whole(answer, take, notes) {
    const json = JSON.parse(answer.raw) as JsonObject;
    if (reportsError(json)) return take({ is: 'fail', failure: reportedFailure(json) });
    const content: unknown = json['content'];
    if (!Array.isArray(content)) {
      return take({ is: 'fail', failure: invalidAnswer('the answer has no content') });
    }
    const decoded = new MessageAnswer(take, notes);
    decoded.start(json);
    for (const [at, block] of content.entries()) {
      if (!isObject(block)) continue;
      decoded.open(at, block, { written: answer, path: ['content', at] });
      decoded.close(at);
    }
    decoded.stop(json);
    decoded.end();
  },
};
