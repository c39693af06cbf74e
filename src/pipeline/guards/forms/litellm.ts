/**
 * The generic guardrail API of LiteLLM: `POST /beta/litellm_basic_guardrail_api`. LiteLLM takes an answer without an
 * `action` for a pass; here `action: NONE` has to be there.
 */
import { isObject } from '../../../lib/json.ts';
import { failed, type GuardForm, passed, refused, type ShownText, type Verdict } from './guard-form.ts';

/** Asks with a list of texts. */
export const litellm: GuardForm = {
  textLength: 100_000,
  callLength: 200_000,
  callTexts: 256,
  contextLength: 0,
  ask(texts, direction) {
    return {
      path: '/beta/litellm_basic_guardrail_api',
      body: {
        input_type: direction === 'requests' ? 'request' : 'response',
        texts: texts.map(({ text }) => text),
        request_data: {},
        additional_provider_specific_params: {},
      },
    };
  },
  read(answer, texts) {
    if (!isObject(answer)) return failed('the answer is no object');
    switch (answer['action']) {
      case 'NONE':
        return readPass(answer, texts);
      case 'BLOCKED':
        return refused(answer['blocked_reason']);
      case 'GUARDRAIL_INTERVENED': {
        const changed = answer['texts'];
        if (!areTexts(changed) || changed.length !== texts.length) {
          return failed('a change has not as many `texts` as were sent');
        }
        return { kind: 'masked', texts: changed };
      }
      default:
        return failed('`action` is none of NONE, BLOCKED and GUARDRAIL_INTERVENED');
    }
  },
};

function readPass(answer: Readonly<Record<string, unknown>>, texts: readonly ShownText[]): Verdict {
  const { texts: back, stream_holdback_chars: held } = answer;
  const isSame =
    back === undefined ||
    back === null ||
    (areTexts(back) &&
      back.length === texts.length &&
      back.every((text, index) => text === texts[index]!.text));
  if (!isSame) return failed('`action` is NONE, and `texts` are changed');
  if (held === undefined || held === null) return passed;
  // A number, or one for each text.
  const numbers = Array.isArray(held) ? held : [held];
  if (!numbers.every((one) => typeof one === 'number' && one >= 0)) {
    return failed('`stream_holdback_chars` is no number');
  }
  const holdBack = Math.max(0, ...(numbers as readonly number[]));
  return holdBack === 0 ? passed : { kind: 'passed', holdBack };
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
