import { type JsonObject, reportsError } from '../../../../../lib/json.ts';
import type { AnswerDecoder } from '../../answer-codec.ts';
import { invalidAnswer, reportedFailure } from '../../backend-errors.ts';
import { BackendStream, type EventReader } from '../backend-stream.ts';
import { GeminiAnswer } from './gemini-answer.ts';

class GeminiEvents implements EventReader {
  readonly #answer: GeminiAnswer;

  constructor(answer: GeminiAnswer) {
    this.#answer = answer;
  }

  event(_type: string, json: JsonObject, data: string): boolean {
    this.#answer.add(json, data);
    return false;
  }

  /** There is no mark of the end: without a finish reason it is none. */
  end(): void {
    if (this.#answer.isFinished) this.#answer.end();
  }
}

export const geminiAnswers: AnswerDecoder = {
  stream: (take, notes) => new BackendStream(take, new GeminiEvents(new GeminiAnswer(take, notes))),
  whole(answer, take, notes) {
    const json = JSON.parse(answer.raw) as JsonObject;
    if (reportsError(json)) return take({ is: 'fail', failure: reportedFailure(json) });
    const decoded = new GeminiAnswer(take, notes);
    if (decoded.add(json, answer)) decoded.end();
    else take({ is: 'fail', failure: invalidAnswer('the answer has no candidate') });
  },
};
