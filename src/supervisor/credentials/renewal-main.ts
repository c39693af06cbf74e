/** Renews credentials in a process of its own. It writes nothing: what it has to say are secrets, or goes to who asked. */
import { setMaxListeners } from 'node:events';
import { runSecretProgram } from '../../credentials/sources/exec/secret-program.ts';
import { renewOnce } from '../../credentials/sources/renew-once.ts';
import { answerQuestions } from '../../process/answer-questions.ts';
import type { EndRenewals, RenewalQuestion } from './renewal-process.ts';

const stop = new AbortController();
// One for each source that is renewed at the moment.
setMaxListeners(0, stop.signal);
const under = new Set<Promise<unknown>>();

answerQuestions<RenewalQuestion, EndRenewals>({
  answer: (question) => {
    const answer: Promise<unknown> = answerTo(question).finally(() => under.delete(answer));
    under.add(answer);
    return answer;
  },
  told: () => stop.abort(),
  // The supervising process may be gone while programs run.
  async end() {
    stop.abort();
    await Promise.all(under);
  },
});

function answerTo(question: RenewalQuestion): Promise<unknown> {
  return 'program' in question
    ? runSecretProgram(question.program, process.env, stop.signal)
    : renewOnce(question.source, stop.signal);
}
