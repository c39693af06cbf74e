import { isObject, type JsonObject, objectsOf, reportsError } from '../../../lib/json.ts';
import { tokenCount, type UsageReport } from '../../answer-usage.ts';
import type { Dialect, StreamDialect } from '../dialect.ts';

/** `generateContent` of the Gemini API: backends are asked in it by translation alone. */
export const gemini: Dialect = {
  usageOnRequest: false,
  stream: stream(),
  held: /"(?:text"\s*:\s*"|args"\s*:\s*\{)/g,
  usage: geminiUsage,
  usageMembers: ['usageMetadata'],
  isError: reportsError,
  readNeeds() {},
};

/** Each event is a whole `GenerateContentResponse`; there is no mark of the end but the reason that an answer finished for. */
function stream(): StreamDialect {
  return {
    prefilter: /"(?:finishReason|usageMetadata|blockReason|error)"\s*:/g,
    held: /"(?:text"\s*:\s*"|args"\s*:\s*\{)/g,
    read(_event, _data, json) {
      const candidates = objectsOf(json?.['candidates']);
      const feedback = json?.['promptFeedback'];
      const isBlocked = isObject(feedback) && typeof feedback['blockReason'] === 'string';
      const content = candidates.some(
        ({ content }) => isObject(content) && objectsOf(content['parts']).length > 0,
      );
      return {
        terminal: false,
        opening: candidates.length === 0 && !isBlocked,
        content,
        finished: isBlocked || candidates.some(({ finishReason }) => typeof finishReason === 'string'),
        failed: json !== undefined && reportsError(json),
        usage: json && geminiUsage(json),
        responseId: undefined,
        usageOnly: false,
      };
    },
    // Nobody calls an endpoint in it: clients are told in their own dialect.
    cut: () => '',
  };
}

/** `usageMetadata`: what was thought, and what tools of the vendor's read, is beside the other two figures. */
export function geminiUsage(json: JsonObject): UsageReport | undefined {
  const usage = json['usageMetadata'];
  if (!isObject(usage)) return undefined;
  const prompt = tokenCount(usage['promptTokenCount']);
  const candidates = tokenCount(usage['candidatesTokenCount']);
  const thoughts = tokenCount(usage['thoughtsTokenCount']);
  const cached = tokenCount(usage['cachedContentTokenCount']);
  if (prompt === undefined && candidates === undefined && thoughts === undefined) return undefined;
  const input =
    prompt === undefined ? undefined : prompt + (tokenCount(usage['toolUsePromptTokenCount']) ?? 0);
  const total = tokenCount(usage['totalTokenCount']);
  return {
    ...(input !== undefined && { input }),
    ...((candidates !== undefined || thoughts !== undefined) && {
      output: outputOf({ candidates: candidates ?? 0, thoughts: thoughts ?? 0 }, input, total),
    }),
    ...(cached !== undefined && { cachedInput: cached }),
    ...(thoughts !== undefined && { reasoning: thoughts }),
  };
}

/**
 * Thoughts stand beside the candidates in Google's own answers, and within them in those of some servers that speak its
 * form: the total says which.
 */
function outputOf(
  { candidates, thoughts }: { readonly candidates: number; readonly thoughts: number },
  input: number | undefined,
  total: number | undefined,
): number {
  const both = candidates + thoughts;
  if (input === undefined || total === undefined || total < input + candidates) return both;
  return Math.min(both, total - input);
}
