/** The words for effort that a model takes, by its name: each vendor refuses the others of its own. */
import { refuse } from './refuse.ts';

interface Efforts {
  readonly param: string;
  /** Of models that nobody knows: all words of the dialect. */
  readonly all: readonly string[];
  /** The first that fits counts. */
  readonly byName: readonly (readonly [name: RegExp, words: readonly string[]])[];
}

const three = ['low', 'medium', 'high'];

/** `ReasoningEffort` of OpenAI's API reference. */
export const openaiEfforts: Efforts = {
  param: 'reasoning_effort',
  all: ['none', 'minimal', ...three, 'xhigh', 'max'],
  byName: [
    [/^o[134](?:-|$)/, three],
    [/^gpt-5(?:-(?:mini|nano))?(?:-\d{4}|$)/, ['minimal', ...three]],
    [/^gpt-5\.1(?:-\d{4}|$)/, ['none', ...three]],
  ],
};

/** `output_config.effort` of Anthropic's ("Effort"). */
export const claudeEfforts: Efforts = {
  param: 'output_config.effort',
  all: [...three, 'xhigh', 'max'],
  byName: [
    [/claude-opus-4-5/, three],
    [/claude-(?:opus|sonnet)-4-6/, [...three, 'max']],
  ],
};

/** Throws a refusal where the vendor would. */
export function checkEffort(effort: string | undefined, model = '', { param, all, byName }: Efforts): void {
  if (effort === undefined) return;
  const words = byName.find(([name]) => name.test(model))?.[1] ?? all;
  if (words.includes(effort)) return;
  refuse(
    `Unsupported value: '${effort}' is not supported with this model. Supported values are: ${words.join(', ')}.`,
    {
      param,
    },
  );
}
