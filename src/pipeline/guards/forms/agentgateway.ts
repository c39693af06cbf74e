/**
 * The webhook of agentgateway: `POST /request` and `/response` (its `crates/agentgateway/src/llm/policy/webhook.rs`). Its
 * own parser takes any object for a pass, since it tries the actions one after the other and a pass needs nothing. Here a
 * pass is an action with nothing but a reason.
 */
import { isObject } from '../../../lib/json.ts';
import { failed, type GuardForm, hasOnly, passed, refused, roleName, type Verdict } from './guard-form.ts';

/** Asks with the texts as messages, or as choices where they are an answer's. */
export const agentgateway: GuardForm = {
  textLength: 100_000,
  callLength: 200_000,
  callTexts: 256,
  contextLength: 0,
  ask(texts, direction) {
    const messages = texts.map((one) => ({ role: roleName(one), content: one.text }));
    return direction === 'requests'
      ? { path: '/request', body: { body: { messages } } }
      : { path: '/response', body: { body: { choices: messages.map((message) => ({ message })) } } };
  },
  read(answer, texts, direction) {
    if (!isObject(answer) || !hasOnly(answer, ['action'])) return failed('the answer is no `action` alone');
    const { action } = answer;
    if (!isObject(action)) return failed('`action` is no object');
    const reason = action['reason'] ?? undefined;
    if (reason !== undefined && typeof reason !== 'string') return failed('`action.reason` is no text');
    if (hasOnly(action, ['reason'])) return passed;
    if (hasOnly(action, ['body', 'status_code', 'reason']) && typeof action['status_code'] === 'number') {
      return typeof action['body'] === 'string'
        ? refused(reason ?? action['body'])
        : failed('`action.body` of a rejection is no text');
    }
    if (!hasOnly(action, ['body', 'reason']) || !isObject(action['body'])) {
      return failed('`action` is neither a pass, a mask nor a rejection');
    }
    const { body } = action;
    return masked(direction === 'requests' ? body['messages'] : choicesOf(body['choices']), texts.length);
  },
};

function choicesOf(choices: unknown): unknown {
  return Array.isArray(choices)
    ? choices.map((choice: unknown) => (isObject(choice) ? choice['message'] : undefined))
    : undefined;
}

/** All messages have to be there, in their order: what is deleted has an empty text. */
function masked(messages: unknown, count: number): Verdict {
  if (!Array.isArray(messages) || messages.length !== count) {
    return failed('a mask has not as many messages as were sent');
  }
  const texts = messages.map((message: unknown) => (isObject(message) ? message['content'] : undefined));
  return texts.every((text) => typeof text === 'string')
    ? { kind: 'masked', texts: texts as readonly string[] }
    : failed('a message of a mask has no text');
}
