import type { AnswerEvent } from '../../neutral/answer-event.ts';

type Start = AnswerEvent & { readonly is: 'start' };

/** The head of an answer from its own statements. */
export function startOf(id: unknown, model: unknown, created?: unknown, tier?: unknown): Start {
  return {
    is: 'start',
    ...(isText(id) && { id }),
    ...(isText(model) && { model }),
    ...(typeof created === 'number' && { created: Math.floor(created) }),
    // `auto` is what was asked for, not what it came to.
    ...(isText(tier) && tier !== 'auto' && { tier }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
