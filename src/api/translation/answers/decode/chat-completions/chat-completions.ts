import { type JsonObject, reportsError } from '../../../../../lib/json.ts';
import type { AnswerDecoder } from '../../answer-codec.ts';
import { invalidAnswer, reportedFailure } from '../../backend-errors.ts';
import { BackendStream, type EventReader } from '../backend-stream.ts';
import { ChatAnswer } from './chat-answer.ts';

class ChatEvents implements EventReader {
  readonly #answer: ChatAnswer;

  constructor(answer: ChatAnswer) {
    this.#answer = answer;
  }

  event(_type: string, json: JsonObject, data: string): boolean {
    this.#answer.add(json, 'delta', data);
    return false;
  }

  mark(data: string): boolean {
    const isEnd = data === '[DONE]';
    if (isEnd) this.#answer.end();
    return isEnd;
  }

  end(): void {
    if (this.#answer.isFinished) this.#answer.end();
  }
}

export const chatCompletionsAnswers: AnswerDecoder = {
  stream: (take, notes) => new BackendStream(take, new ChatEvents(new ChatAnswer(take, notes))),
  whole(answer, take, notes) {
    const json = JSON.parse(answer.raw) as JsonObject;
    if (reportsError(json)) return take({ is: 'fail', failure: reportedFailure(json) });
    const decoded = new ChatAnswer(take, notes);
    if (decoded.add(json, 'message', answer)) decoded.end();
    else take({ is: 'fail', failure: invalidAnswer('the answer has no choice') });
  },
};
