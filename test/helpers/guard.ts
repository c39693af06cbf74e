import type { ServerResponse } from 'node:http';
import { type Seen, startBackend, type TestBackend } from './backend.ts';
import type { Owner } from './serve.ts';

/** What a guard of the tests finds in a text. */
export const forbidden = /forbidden/i;
const masked = /maskme/gi;

export interface TestGuard extends TestBackend {
  /** What it answers in place of its own judgement; undefined for that. */
  instead: ((seen: Seen, response: ServerResponse) => void) | undefined;
  /** The texts of each question, in order. */
  readonly asked: string[][];
}

/** A service that speaks agentgateway's webhook, LiteLLM's generic API, OpenAI's moderations and Lakera's guard, and judges by words. */
export async function startGuard(owner: Owner): Promise<TestGuard> {
  const asked: string[][] = [];
  const backend = await startBackend(owner, (seen, response) => {
    const body = JSON.parse(seen.body.toString() || '{}');
    const texts = textsOf(seen.url, body);
    asked.push(texts);
    if (guard.instead !== undefined) return guard.instead(seen, response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(verdictOn(seen.url, body, texts)));
  });
  const guard: TestGuard = Object.assign(backend, { instead: undefined, asked });
  return guard;
}

/** A question or an answer of any form. */
// biome-ignore lint/suspicious/noExplicitAny: questions of every form are read
type Told = any;

function textsOf(url: string, body: Told): string[] {
  if (url.endsWith('/beta/litellm_basic_guardrail_api')) return body.texts;
  if (url.endsWith('/v1/moderations')) return body.input;
  // It screens what stands last.
  if (url.endsWith('/v2/guard')) return [body.messages.at(-1).content];
  if (url.endsWith('/response')) return body.body.choices.map(({ message }: Told) => message.content);
  return (body.body?.messages ?? []).map(({ content }: Told) => content);
}

function verdictOn(url: string, body: Told, texts: readonly string[]): unknown {
  const isHit = texts.some((text) => forbidden.test(text));
  const isMask = texts.some((text) => text.search(masked) !== -1);
  const changed = texts.map((text) => text.replace(masked, '***'));
  if (url.endsWith('/beta/litellm_basic_guardrail_api')) {
    if (isHit) return { action: 'BLOCKED', blocked_reason: 'a word that is not allowed' };
    return isMask ? { action: 'GUARDRAIL_INTERVENED', texts: changed } : { action: 'NONE' };
  }
  if (url.endsWith('/v1/moderations')) {
    const results = texts.map((text) => ({
      flagged: forbidden.test(text),
      categories: { harassment: forbidden.test(text) },
      category_scores: { harassment: 0.5 },
    }));
    return { id: 'modr-1', model: 'omni-moderation-latest', results };
  }
  if (url.endsWith('/v2/guard')) {
    const breakdown = [{ detector_type: 'moderated_content/crime', detected: isHit, message_id: 0 }];
    return { payload: [], flagged: isHit, metadata: { request_uuid: 'u' }, breakdown };
  }
  if (isHit) return { action: { body: 'blocked', status_code: 403, reason: 'a word that is not allowed' } };
  if (!isMask) return { action: { reason: null } };
  const messages = changed.map((content, index) => ({
    role: body.body.messages?.[index]?.role ?? 'assistant',
    content,
  }));
  return {
    action: {
      body: url.endsWith('/response') ? { choices: messages.map((message) => ({ message })) } : { messages },
    },
  };
}
