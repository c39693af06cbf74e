/**
 * ApplyGuardrail of Amazon Bedrock (API reference, "ApplyGuardrail"). An answer that says it intervened is a hit, whatever
 * its assessments tell: they can be empty.
 */
import { isObject } from '../../../lib/json.ts';
import { failed, type GuardForm, passed, refused, type Verdict } from './guard-form.ts';

/** Amazon's quota for one request is 25 text units of 1000 characters. */
const callLength = 20_000;

/** Asks one guardrail, by its id or ARN. */
export function bedrock(guardrail: string, version: string): GuardForm {
  const path = `/guardrail/${encodeURIComponent(guardrail)}/version/${encodeURIComponent(version)}/apply`;
  return {
    textLength: callLength,
    callLength,
    callTexts: 20,
    contextLength: 0,
    ask(texts, direction) {
      return {
        path,
        body: {
          source: direction === 'requests' ? 'INPUT' : 'OUTPUT',
          content: texts.map(({ text }) => ({ text: { text } })),
        },
      };
    },
    read(answer, texts) {
      if (!isObject(answer)) return failed('the answer is no object');
      switch (answer['action']) {
        case 'NONE':
          return coveragesIn(answer).every(isAllGuarded)
            ? passed
            : failed('not all of the text was looked at');
        case 'GUARDRAIL_INTERVENED':
          return intervention(answer, texts.length);
        default:
          return failed('`action` is neither NONE nor GUARDRAIL_INTERVENED');
      }
    },
  };
}

/** `guardrailCoverage` of all, and of each assessment that has one. */
function coveragesIn({
  guardrailCoverage,
  assessments,
}: Readonly<Record<string, unknown>>): readonly unknown[] {
  const each = Array.isArray(assessments)
    ? assessments.map((one: unknown) => {
        const metrics = isObject(one) ? one['invocationMetrics'] : undefined;
        return isObject(metrics) ? metrics['guardrailCoverage'] : undefined;
      })
    : [];
  return [guardrailCoverage, ...each];
}

function isAllGuarded(coverage: unknown): boolean {
  const characters = isObject(coverage) ? coverage['textCharacters'] : undefined;
  return !isObject(characters) || characters['guarded'] === characters['total'];
}

/** A mask only where every action that was taken is one, and each text has come back. */
function intervention(answer: Readonly<Record<string, unknown>>, count: number): Verdict {
  const { assessments, outputs } = answer;
  const actions = new Set(actionsIn(assessments));
  if (!actions.has('ANONYMIZED') || actions.has('BLOCKED')) return refused(answer['actionReason']);
  const texts = Array.isArray(outputs)
    ? outputs.map((output: unknown) => (isObject(output) ? output['text'] : undefined))
    : [];
  return texts.length === count && texts.every((text) => typeof text === 'string')
    ? { kind: 'masked', texts: texts as readonly string[] }
    : refused(answer['actionReason']);
}

function* actionsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* actionsIn(one);
  else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      if (name === 'action' && typeof one === 'string') yield one;
      else yield* actionsIn(one);
    }
  }
}
