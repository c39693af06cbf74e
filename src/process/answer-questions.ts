/** The other end of a `ChildService`: what its process does. */
import './ignored-signals.ts';
import type { FromService, ToService } from './child-service-messages.ts';

/** The abilities of a process that answers questions. */
export interface Answering<Question, Message> {
  /** Its errors go to the asker, as the text of the error. */
  answer(question: Question): unknown;
  /** Takes what needs no answer. */
  told?(message: Message): void;
  /** It is to end: what has to be put in order is. Then, or where this is absent at once, the process exits. */
  end?(): void | Promise<void>;
}

/** Answers until the process that asks says that it is enough, or is gone. */
export function answerQuestions<Question, Message = never>(answering: Answering<Question, Message>): void {
  const under = new Set<Promise<void>>();
  const end = async () => {
    await answering.end?.();
    await sent;
    process.exit(0);
  };
  process.on('message', (message: ToService) => {
    switch (message.kind) {
      case 'ask': {
        const answered = answerOne(answering, message.number, message.question as Question).finally(() =>
          under.delete(answered),
        );
        under.add(answered);
        return;
      }
      case 'tell':
        return answering.told?.(message.message as Message);
      case 'end':
        return void Promise.all(under).then(end);
    }
  });
  process.on('disconnect', end);
  // It may have gone while the modules of this process were loaded, when nobody listened yet.
  if (!process.connected) void end();
}

/** Says something without having been asked. */
export function say(message: unknown): void {
  send({ kind: 'told', message });
}

async function answerOne<Question>(
  { answer }: Pick<Answering<Question, never>, 'answer'>,
  number: number,
  question: Question,
): Promise<void> {
  try {
    send({ kind: 'answer', number, answer: await answer(question) });
  } catch (error) {
    send({ kind: 'failed', number, reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Resolves when the last of what was said has left: a process that exits takes the rest with it. */
let sent: Promise<void> = Promise.resolve();

function send(message: FromService): void {
  if (!process.connected) return;
  sent = new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
