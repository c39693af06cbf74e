/** The process that looks through files of contents for operators: to unpack a month of them takes its time. */
import { answerQuestions } from '../../process/answer-questions.ts';
import { deleteContents, findContents } from './content-files.ts';
import type { ContentQuestion } from './content-reader.ts';

process.umask(0o077);

answerQuestions<ContentQuestion>({
  async answer(question) {
    switch (question.kind) {
      case 'find': {
        const found = await findContents(question.dir, question.query);
        // A search returns the facts of requests; contents are read one by one.
        return found.map(({ request: _request, answer: _answer, ...facts }) => facts);
      }
      case 'get':
        return (await findContents(question.dir, { ...anything, id: question.id, limit: 1 }))[0];
      case 'delete':
        return await deleteContents(question.dir, question.endUser);
    }
  },
});

const anything = {
  from: undefined,
  to: undefined,
  key: undefined,
  model: undefined,
  endUser: undefined,
  text: undefined,
};
