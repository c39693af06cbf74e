import type { AnswerEvent, AnswerTokens, FinishReason } from '../../neutral/answer-event.ts';
import { laterTokens } from '../../shared/answer-tokens.ts';
import { answerId } from '../../shared/call-ids.ts';
import type { AnswerContext } from '../answer-codec.ts';

/** The parts of an answer beside its blocks that all clients get. */
export class AnswerSoFar {
  /** In the client's form. */
  id = '';
  model: string;
  created: number;
  tier: string | undefined;
  tokens: AnswerTokens | undefined;
  reason: FinishReason = 'stop';
  sequence: string | undefined;
  explanation: string | undefined;
  hasStarted = false;
  hasRefusal = false;
  readonly #context: AnswerContext;

  constructor(context: AnswerContext) {
    this.#context = context;
    this.model = context.model;
    this.created = context.receivedAt;
  }

  start({ id, model, created, tier }: AnswerEvent & { readonly is: 'start' }): void {
    this.hasStarted = true;
    this.id = answerId(this.#context.client, id);
    if (model !== undefined) this.model = model;
    if (created !== undefined) this.created = created;
    this.tier = tier;
  }

  usage({ tokens }: AnswerEvent & { readonly is: 'usage' }): void {
    this.tokens = this.tokens === undefined ? tokens : laterTokens(this.tokens, tokens);
  }

  finish({ reason, sequence, explanation }: AnswerEvent & { readonly is: 'finish' }): void {
    this.reason = reason;
    this.sequence = sequence;
    this.explanation = explanation;
  }
}
