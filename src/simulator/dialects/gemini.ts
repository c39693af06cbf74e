import { modelOf, numberOf, stopsOf } from '../asked-fields.ts';
import { asList, asObject, asText, type JsonObject } from '../json-values.ts';
import { mannersOf } from '../manners.ts';
import { promptOfMessages } from '../prompt.ts';
import { type Answer, type Asked, isCut, type Part, type Reply, type Tool, toolsToCall } from '../reply.ts';
import { seal } from '../seals.ts';
import { type Dialect, frame, sse } from '../simulated-dialect.ts';
import type { Failure } from '../simulator-refusal.ts';
import { checkGemini } from '../strictness/gemini.ts';
import { likelihood } from '../tokens.ts';

/** The place of the model's name, and of the wish for a stream. */
export const geminiPath = /^\/v1(?:beta)?\/models\/([^/]+):(generateContent|streamGenerateContent)$/;

/** `generateContent` and `streamGenerateContent?alt=sse`, after Google's reference of the Gemini API. */
export const gemini: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent: (failure) => crlf(error(failure)),
  read(body, path) {
    const [, named = '', method] = geminiPath.exec(path) ?? [];
    const model = modelOf({ model: decodeURIComponent(named) });
    checkGemini(body);
    const config = asObject(body['generationConfig']);
    const prompt = promptOfMessages(messagesOf(body), asObject(body['systemInstruction'])['parts']);
    const { mode, allowedFunctionNames } = asObject(asObject(body['toolConfig'])['functionCallingConfig']);
    const allowed = asList(allowedFunctionNames);
    const tools = toolsOf(body).filter(({ name }) => allowed.length === 0 || allowed.includes(name));
    return {
      model,
      stream: method === 'streamGenerateContent',
      prompts: [prompt],
      copies: numberOf(config, 'candidateCount', 1, 8) ?? 1,
      maxTokens: numberOf(config, 'maxOutputTokens', 1, Number.MAX_SAFE_INTEGER),
      stop: stopsOf(config['stopSequences']),
      calls: toolsToCall(tools, prompt, {
        model,
        choice: mode === 'ANY' ? 'required' : mode === 'NONE' ? 'none' : 'auto',
        inParallel: true,
      }),
      thinks:
        asObject(config['thinkingConfig'])['includeThoughts'] === true || mannersOf(model).has('thinks'),
      format:
        config['responseMimeType'] === 'application/json'
          ? (config['responseJsonSchema'] ?? config['responseSchema'] ?? { properties: { answer: {} } })
          : undefined,
      topLogprobs:
        config['responseLogprobs'] === true ? (numberOf(config, 'logprobs', 0, 20) ?? 0) : undefined,
    };
  },
  whole: (asked, answer) => ({
    candidates: answer.replies.map((reply, index) => ({
      content: { role: 'model', parts: partsOf(asked, answer, reply) },
      finishReason: reasonOf(reply),
      index,
      ...(asked.topLogprobs !== undefined && { logprobsResult: logprobs(reply.tokens) }),
    })),
    ...common(asked, answer, true),
  }),
  frames(asked, answer) {
    const event = (index: number, parts: object[], more: object = {}, isLast = false): string =>
      crlf({
        candidates: [{ content: { role: 'model', parts }, ...more, index }],
        ...common(asked, answer, isLast),
      });
    return answer.replies.flatMap((reply, index) => {
      const isLast = index === answer.replies.length - 1;
      const said = reply.parts.filter(({ kind }) => kind !== 'call');
      const calls = callParts(asked, answer, reply);
      return [
        ...said.flatMap(({ kind, tokens }) =>
          tokens.map((token) => frame('content', event(index, [spoken(kind, token)]), 1)),
        ),
        ...(calls.length > 0 ? [frame('content', event(index, calls), tokensOfCalls(reply))] : []),
        frame('finish', event(index, [{ text: '' }], { finishReason: reasonOf(reply) }, isLast)),
      ];
    });
  },
};

function tokensOfCalls({ parts }: Reply): number {
  return parts.reduce((sum, { kind, tokens }) => sum + (kind === 'call' ? tokens.length : 0), 0);
}

/** Google ends lines with CRLF. */
function crlf(data: object): string {
  return sse(data).replaceAll('\n', '\r\n');
}

const words: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

function error({ status, message }: Failure): object {
  const word = words[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT');
  return { error: { code: status, message, status: word } };
}

/** The conversation in words that the prompt is read in. */
function messagesOf(body: JsonObject): object[] {
  return asList(body['contents'])
    .map(asObject)
    .map(({ role, parts }) => ({
      role: role === 'model' ? 'assistant' : 'user',
      content: asList(parts).flatMap((part) => contentOf(asObject(part))),
    }));
}

function contentOf(part: JsonObject): object[] {
  if (typeof part['text'] === 'string') return [{ type: 'text', text: part['text'] }];
  if (part['functionResponse'] !== undefined) {
    const { response } = asObject(part['functionResponse']);
    return [{ type: 'tool_result', content: JSON.stringify(response) }];
  }
  const { mimeType } = asObject(part['inlineData'] ?? part['fileData']);
  if (typeof mimeType !== 'string') return [];
  if (mimeType.startsWith('image/')) return [{ type: 'image' }];
  return [{ type: mimeType.startsWith('audio/') ? 'input_audio' : 'document' }];
}

function toolsOf(body: JsonObject): Tool[] {
  return asList(body['tools'])
    .flatMap((tool) => asList(asObject(tool)['functionDeclarations']))
    .map(asObject)
    .map(({ name, parametersJsonSchema, parameters }) => ({
      name: asText(name) ?? '',
      parameters: parametersJsonSchema ?? parameters ?? { type: 'object' },
    }));
}

function spoken(kind: Part['kind'], text: string): object {
  return kind === 'thought' ? { text, thought: true } : { text };
}

/** Calls are signed under this name. */
export const callSeal = 'gemini';

/** The calls of a reply. The first of them has a signature, as newer models give one. What was cut off is not there. */
function callParts(asked: Asked, answer: Answer, reply: Reply): object[] {
  const manners = mannersOf(asked.model);
  return reply.parts
    .filter((part) => part.kind === 'call' && !isCut(reply, part))
    .map(({ text, tool }, index) => ({
      functionCall: {
        ...(!manners.has('ids-none') && { id: `call_${answer.id}${index === 0 ? '' : `_${index}`}` }),
        name: tool?.name,
        args: JSON.parse(text),
      },
      ...(index === 0 && !manners.has('no-signature') && { thoughtSignature: seal(callSeal, answer.id) }),
    }));
}

function partsOf(asked: Asked, answer: Answer, reply: Reply): object[] {
  const said = reply.parts.filter(({ kind }) => kind !== 'call');
  return [...said.map(({ kind, text }) => spoken(kind, text)), ...callParts(asked, answer, reply)];
}

function reasonOf({ ending }: Reply): string {
  return ending === 'length' ? 'MAX_TOKENS' : 'STOP';
}

/** The common part of every event: usage too, the output in the last alone. */
function common(asked: Asked, answer: Answer, isLast: boolean): object {
  const { inputTokens, cachedTokens, outputTokens, thoughtTokens } = answer;
  return {
    usageMetadata: {
      promptTokenCount: inputTokens,
      ...(cachedTokens > 0 && { cachedContentTokenCount: cachedTokens }),
      ...(isLast && {
        candidatesTokenCount: outputTokens - thoughtTokens,
        ...(thoughtTokens > 0 && { thoughtsTokenCount: thoughtTokens }),
      }),
      totalTokenCount: inputTokens + (isLast ? outputTokens : 0),
    },
    modelVersion: asked.model,
    responseId: answer.id,
  };
}

function logprobs(tokens: readonly string[]): object {
  return {
    chosenCandidates: tokens
      .map(likelihood)
      .map(({ token, logprob }) => ({ token, logProbability: logprob })),
  };
}
