/** OpenAI's `POST /v1/moderations`: one result for each text, `flagged` or not. */
import { isObject } from '../../../lib/json.ts';
import { failed, type GuardForm, passed, refused } from './guard-form.ts';

/** @param model The model that is asked; undefined for OpenAI's own choice. */
export function openaiModeration(model: string | undefined): GuardForm {
  return {
    textLength: 20_000,
    callLength: 60_000,
    callTexts: 16,
    contextLength: 0,
    ask(texts) {
      const input = texts.map(({ text }) => text);
      return { path: '/v1/moderations', body: model === undefined ? { input } : { input, model } };
    },
    read(answer, texts) {
      const results = isObject(answer) ? answer['results'] : undefined;
      if (!Array.isArray(results) || results.length !== texts.length) {
        return failed('there are not as many `results` as texts');
      }
      for (const [place, result] of results.entries()) {
        const flagged: unknown = isObject(result) ? result['flagged'] : undefined;
        if (flagged === true) return refused(categoriesOf(result), place);
        if (flagged !== false) return failed('a result is neither flagged nor not');
      }
      return passed;
    },
  };
}

/** The names of what was found, as the reason. */
function categoriesOf(result: unknown): string | undefined {
  const categories = isObject(result) ? result['categories'] : undefined;
  if (!isObject(categories)) return undefined;
  return Object.keys(categories)
    .filter((name) => categories[name] === true)
    .join(', ');
}
