import { isObject, type JsonObject, objectsOf } from '../../../lib/json.ts';
import { type Gatherer, type Growing, grownAt, indexOf, longer } from './gatherer.ts';

/** A completion of its chunks: the texts of each choice, one after the other. */
export class GatheredCompletion implements Gatherer {
  #completion: Growing | undefined;
  readonly #choices: Growing[] = [];

  event(_type: string, _data: string, json: JsonObject | undefined): void {
    if (json === undefined) return;
    const { choices, ...rest } = json;
    this.#completion = Object.assign(this.#completion ?? {}, rest);
    for (const { text, index: place, logprobs, finish_reason: finish, ...other } of objectsOf(choices)) {
      const index = indexOf(place);
      if (index === undefined) continue;
      const choice = grownAt(this.#choices, index);
      Object.assign(choice, other, { index, text: longer(choice['text'], text) });
      choice['finish_reason'] = finish ?? choice['finish_reason'] ?? null;
      choice['logprobs'] = isObject(logprobs)
        ? joined(choice['logprobs'], logprobs)
        : (choice['logprobs'] ?? null);
    }
  }

  answer(): unknown {
    if (this.#completion === undefined) return undefined;
    return { ...this.#completion, choices: this.#choices.filter((choice) => choice !== undefined) };
  }
}

/** Lists of tokens and of their probabilities, each longer by what came. */
function joined(known: unknown, more: JsonObject): JsonObject {
  if (!isObject(known)) return more;
  const names = Object.entries(more).map(([name, value]) => {
    const before = known[name];
    return [name, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value];
  });
  return Object.fromEntries(names);
}
