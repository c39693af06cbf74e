import type { TakeEvent } from '../neutral/answer-event.ts';
import type { AnswerContext, AnswerEncoder } from './answer-codec.ts';
import { ClientMedia } from './client-media.ts';
import { ClientReasoning } from './reasoning-for-client.ts';
import { ClientRefusal } from './refusal-for-client.ts';
import { Sequencer } from './sequencer.ts';
import { ClientCalls } from './tool-calls-for-client.ts';

/**
 * Makes of a backend's events those that the client is to see, in an order that it can be told them in: its calls, its
 * reasoning, refusals.
 */
export class ClientView {
  /** Undefined where the client's dialect takes blocks side by side. */
  readonly sequencer: Sequencer | undefined;
  readonly #media: ClientMedia;
  readonly #reasoning: ClientReasoning;
  readonly #calls: ClientCalls;

  constructor(
    context: AnswerContext,
    { isSequential, takesMedia }: Pick<AnswerEncoder, 'isSequential' | 'takesMedia'>,
    next: TakeEvent,
  ) {
    // Messages have a place for it beside what they say.
    const refusal = context.client === 'messages' ? undefined : new ClientRefusal(next);
    const calls = new ClientCalls(context, refusal === undefined ? next : (event) => refusal.take(event));
    const reasoning = new ClientReasoning(context, (event) => calls.take(event));
    // Before both: which call is complete is told by what the backend said.
    const sequencer = isSequential ? new Sequencer((event) => reasoning.take(event)) : undefined;
    const first = sequencer ?? reasoning;
    this.#media = new ClientMedia(context, takesMedia, (event) => first.take(event));
    this.#reasoning = reasoning;
    this.#calls = calls;
    this.sequencer = sequencer;
  }

  readonly take: TakeEvent = (event) => this.#media.take(event);

  /** The client gets something of the answer. */
  get hasBegun(): boolean {
    return this.#media.hasBegun;
  }

  /** So many characters are kept here of what came, beside those that wait in the sequencer. */
  get rememberedBytes(): number {
    return (this.sequencer?.inputBytes ?? 0) + this.#reasoning.keptBytes + this.#calls.keptBytes;
  }
}
