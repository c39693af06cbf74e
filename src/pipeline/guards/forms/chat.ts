/**
 * A model of the file that judges a text, as Llama Guard does: `safe`, or `unsafe` and the reason. An answer that is
 * neither exactly the passing text, nor begins like a refusing one, is a failure.
 */

import type { GuardForm as FormConfig } from '../../../config/types/guards.ts';
import { isObject } from '../../../lib/json.ts';
import { failed, type GuardForm, passed, refused } from './guard-form.ts';

/** Asks a model with each text by itself. */
export function chat({ model, prompt, refuseIf, passIf }: Extract<FormConfig, { kind: 'chat' }>): GuardForm {
  const [before = '', after = ''] = prompt.split('{text}');
  const refusing = refuseIf.toLowerCase();
  const passing = passIf.toLowerCase();
  return {
    textLength: 20_000,
    callLength: 20_000,
    callTexts: 1,
    contextLength: 0,
    ask([first]) {
      const content = `${before}${first!.text}${after}`;
      return { path: '', body: { model, messages: [{ role: 'user', content }] } };
    },
    read(answer) {
      const said = wordsOf(answer);
      if (said === undefined) return failed('the model gave no whole answer of text');
      const words = said.trim().toLowerCase();
      if (words.startsWith(refusing)) return refused(said.trim(), 0);
      return words === passing ? passed : failed('the model said neither what passes nor what refuses');
    },
  };
}

/** The text of the one choice, where it came to its end. */
function wordsOf(answer: unknown): string | undefined {
  const choices = isObject(answer) ? answer['choices'] : undefined;
  if (!Array.isArray(choices) || choices.length !== 1) return undefined;
  const [choice] = choices as readonly unknown[];
  if (!isObject(choice) || choice['finish_reason'] !== 'stop') return undefined;
  const message = choice['message'];
  const content = isObject(message) ? message['content'] : undefined;
  return typeof content === 'string' ? content : undefined;
}
