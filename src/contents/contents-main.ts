/** The process that keeps contents for one worker: what hangs or fails in here holds up no request. */
import { answerQuestions, say } from '../process/answer-questions.ts';
import type { FromKeeper, ToKeeper } from './content-messages.ts';
import { KeptBatches } from './kept-batches.ts';

/** Nobody else has had it: numbers of processes come again, and not with the same moment. */
const writer = `${process.pid}-${Date.now().toString(36)}`;
let kept: KeptBatches | undefined;

process.umask(0o077);

answerQuestions<never, ToKeeper>({
  answer: () => undefined,
  told({ config, batches }) {
    kept ??= new KeptBatches(config, writer, (word: FromKeeper) => say(word));
    kept.add(batches);
  },
  end: () => kept?.end(),
});
