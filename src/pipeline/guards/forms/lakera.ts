/**
 * Lakera's `POST /v2/guard`. It screens the last interaction of a conversation: so each text is a call of its own, last in
 * the conversation that it stands in.
 */
import { isObject } from '../../../lib/json.ts';
import { failed, type GuardForm, passed, refused, roleName } from './guard-form.ts';

/** @param project The project with the policy; undefined for the organization's. */
export function lakera(project: string | undefined): GuardForm {
  return {
    textLength: 20_000,
    callLength: 20_000,
    callTexts: 1,
    contextLength: 8000,
    ask(texts, _direction, before) {
      const messages = [...before, ...texts].map((one) => ({ role: roleName(one), content: one.text }));
      return {
        path: '/v2/guard',
        body: { messages, breakdown: true, ...(project !== undefined && { project_id: project }) },
      };
    },
    read(answer) {
      const flagged = isObject(answer) ? answer['flagged'] : undefined;
      if (flagged === false) return passed;
      if (flagged !== true) return failed('`flagged` is neither true nor false');
      return refused(detectorsOf((answer as Readonly<Record<string, unknown>>)['breakdown']), 0);
    },
  };
}

/** The kinds of what was found, as the reason. */
function detectorsOf(breakdown: unknown): string | undefined {
  if (!Array.isArray(breakdown)) return undefined;
  const found = breakdown.flatMap((one: unknown) =>
    isObject(one) && one['detected'] === true && typeof one['detector_type'] === 'string'
      ? [one['detector_type']]
      : [],
  );
  return [...new Set(found)].join(', ');
}
