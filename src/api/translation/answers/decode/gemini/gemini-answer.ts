import { isObject, type JsonObject, objectsOf } from '../../../../../lib/json.ts';
import { geminiUsage } from '../../../../dialects/gemini/gemini.ts';
import type { Raw } from '../../../json/json-node.ts';
import type { Citation, FinishReason, TakeEvent } from '../../../neutral/answer-event.ts';
import type { Seal } from '../../../neutral/seal.ts';
import { finishOf } from '../../../shared/finish.ts';
import type { AnswerNotes } from '../../answer-codec.ts';
import { startOf } from '../answer-head.ts';
import { mediaOf } from '../media.ts';
import { rawAt, type Written } from '../raw-at.ts';
import { ToldTokens } from '../told-tokens.ts';
import { characterAt } from './character-at.ts';

/** `FinishReason` of the Gemini API. What is not here is `stop`, and told. */
const reasons: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  OTHER: 'stop',
  MAX_TOKENS: 'length',
  CONTINUATION: 'paused',
  ...all('refused', [
    'SAFETY',
    'RECITATION',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'MODEL_ARMOR',
    'LANGUAGE',
    'IMAGE_SAFETY',
    'IMAGE_RECITATION',
    'IMAGE_PROHIBITED_CONTENT',
  ]),
  ...all('failed', [
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
    'MALFORMED_RESPONSE',
    'NO_IMAGE',
    'IMAGE_OTHER',
  ]),
};

function all(reason: FinishReason, words: readonly string[]): Readonly<Record<string, FinishReason>> {
  return Object.fromEntries(words.map((word) => [word, reason]));
}

/** Parts that hold no text, no call and no data, and can't be of any use without the tools that they are of. */
const otherParts = ['executableCode', 'codeExecutionResult', 'functionResponse'];

/** The state of an answer of the Gemini API so far, and its events. */
export class GeminiAnswer {
  readonly #take: TakeEvent;
  readonly #notes: AnswerNotes;
  readonly #tokens = new ToldTokens();
  #hasStarted = false;
  #blocks = 0;
  #open: { readonly kind: 'text' | 'reasoning'; readonly block: number; text: string } | undefined;
  #hasText = false;
  #hasCall = false;
  #told: { readonly reason: FinishReason; readonly explanation?: string } | undefined;

  constructor(take: TakeEvent, notes: AnswerNotes) {
    this.#take = take;
    this.#notes = notes;
  }

  get isFinished(): boolean {
    return this.#told !== undefined;
  }

  /**
   * Takes a `GenerateContentResponse`, whole or one of a stream.
   *
   * @returns Whether it has a candidate, or says why there is none.
   */
  add(json: JsonObject, written: Written): boolean {
    this.#start(json);
    const tokens = this.#tokens.add(geminiUsage(json));
    if (tokens !== undefined) this.#take({ is: 'usage', tokens });
    const candidates = Array.isArray(json['candidates']) ? (json['candidates'] as readonly unknown[]) : [];
    for (const [at, candidate] of candidates.entries()) {
      if (!isObject(candidate)) continue;
      if ((candidate['index'] ?? 0) !== 0) this.#notes.lost('candidates');
      else this.#candidate(candidate, at, written);
    }
    if (candidates.length > 0) return true;
    const feedback = json['promptFeedback'];
    const blocked = isObject(feedback) ? feedback['blockReason'] : undefined;
    if (typeof blocked === 'string') this.#told = { reason: 'refused', explanation: `blocked: ${blocked}` };
    return blocked !== undefined;
  }

  #start({ responseId, modelVersion, createTime }: JsonObject): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const created = typeof createTime === 'string' ? Date.parse(createTime) / 1000 : Number.NaN;
    this.#take(startOf(responseId, modelVersion, Number.isNaN(created) ? undefined : created));
  }

  #candidate(candidate: JsonObject, at: number, written: Written): void {
    const { content, finishReason, finishMessage, logprobsResult, groundingMetadata } = candidate;
    const parts = isObject(content) && Array.isArray(content['parts']) ? content['parts'] : [];
    this.#logprobs(logprobsResult, parts);
    for (const [place, part] of parts.entries()) {
      if (isObject(part)) this.#part(part, written, ['candidates', at, 'content', 'parts', place]);
    }
    if (isObject(groundingMetadata)) this.#cite(groundingMetadata);
    if (isObject(candidate['citationMetadata'])) this.#notes.lost('citations');
    if (typeof finishReason === 'string' && finishReason !== 'FINISH_REASON_UNSPECIFIED') {
      this.#finishWord(finishReason, finishMessage);
    }
  }

  #finishWord(word: string, message: unknown): void {
    const isEmptyOther = word === 'OTHER' && !this.#hasText && !this.#hasCall;
    const known = Object.hasOwn(reasons, word) ? reasons[word] : undefined;
    if (known === undefined) this.#notes.changed('finish_reason', word);
    this.#told = {
      reason: isEmptyOther ? 'failed' : (known ?? 'stop'),
      ...(typeof message === 'string' && message !== '' && { explanation: message }),
    };
  }

  #part(part: JsonObject, written: Written, path: readonly (string | number)[]): void {
    const { text, thought, thoughtSignature: signature, functionCall: call } = part;
    if (isObject(call)) this.#call(call, signature, written, [...path, 'functionCall', 'args']);
    else if (typeof text === 'string') {
      const kind = thought === true ? 'reasoning' : 'text';
      if (text !== '') this.#text(kind, text);
      // Of texts they are optional.
      if (kind === 'reasoning' && typeof signature === 'string')
        this.#seal({ dialect: 'gemini', data: signature });
    } else if (isObject(part['inlineData'])) this.#media(mediaOf(part['inlineData']));
    else if (isObject(part['fileData'])) this.#media({ kind: 'files' });
    else {
      const type = otherParts.find((name) => part[name] !== undefined) ?? Object.keys(part)[0];
      if (type === undefined || type === 'thoughtSignature') return;
      this.#notes.unknown(type);
      this.#media({ kind: type });
    }
  }

  #media(media: { readonly kind: string; readonly url?: string }): void {
    this.#told = undefined;
    this.#hasText = true;
    this.#close();
    this.#take({ is: 'media', ...media });
  }

  #text(kind: 'text' | 'reasoning', text: string): void {
    this.#told = undefined;
    if (kind === 'text') this.#hasText = true;
    if (this.#open?.kind !== kind) {
      this.#close();
      const block = this.#blocks++;
      this.#open = { kind, block, text: '' };
      if (kind === 'text') this.#take({ is: 'open', block, kind });
      else this.#take({ is: 'open', block, kind, form: 'summary' });
    }
    if (kind === 'text') this.#open!.text += text;
    this.#take({ is: 'delta', block: this.#open!.block, text });
  }

  /** A signature of the thought that is open, or of one without a word. */
  #seal(seal: Seal): void {
    if (this.#open?.kind !== 'reasoning') {
      this.#close();
      const block = this.#blocks++;
      this.#open = { kind: 'reasoning', block, text: '' };
      this.#take({ is: 'open', block, kind: 'reasoning', form: 'summary' });
    }
    this.#take({ is: 'seal', block: this.#open!.block, seal });
    this.#close();
  }

  #call(call: JsonObject, signature: unknown, written: Written, args: readonly (string | number)[]): void {
    this.#told = undefined;
    this.#hasCall = true;
    this.#close();
    if (typeof signature === 'string') this.#seal({ dialect: 'gemini', data: signature, isOfCall: true });
    const block = this.#blocks++;
    const { id, name } = call;
    const head = { id: typeof id === 'string' ? id : '', name: typeof name === 'string' ? name : '' };
    this.#take({ is: 'open', block, kind: 'call', call: head });
    if (isObject(call['args'])) this.#take({ is: 'delta', block, text: rawAt(written, args) });
    this.#take({ is: 'close', block });
  }

  #logprobs(result: unknown, parts: readonly unknown[]): void {
    const chosen = isObject(result) ? objectsOf(result['chosenCandidates']) : [];
    const hasText = parts.some(
      (part) => isObject(part) && typeof part['text'] === 'string' && part['text'] !== '',
    );
    if (chosen.length === 0 || !hasText) return;
    const tops = isObject(result) ? objectsOf(result['topCandidates']) : [];
    const token = ({ token: text, logProbability }: JsonObject) => ({
      token: text,
      logprob: logProbability,
      bytes: null,
    });
    const tokens = chosen.map((one, at) => ({
      ...token(one),
      top_logprobs: objectsOf(tops[at]?.['candidates']).map(token),
    }));
    if (this.#open?.kind === 'text') {
      this.#take({ is: 'logprobs', block: this.#open.block, tokens: JSON.stringify(tokens) as Raw });
    } else this.#notes.lost('logprobs');
  }

  /** Sources of a text: offsets are of its bytes. */
  #cite({ groundingChunks, groundingSupports }: JsonObject): void {
    const sources = objectsOf(groundingChunks).map(({ web }) => (isObject(web) ? web : {}));
    const open = this.#open?.kind === 'text' ? this.#open : undefined;
    for (const { segment, groundingChunkIndices: indices } of objectsOf(groundingSupports)) {
      for (const index of Array.isArray(indices) ? (indices as readonly unknown[]) : []) {
        const { uri, title } = sources[Number(index)] ?? {};
        if (open === undefined || typeof uri !== 'string') {
          this.#notes.lost('citations');
          continue;
        }
        const { startIndex: from = 0, endIndex: to } = isObject(segment) ? segment : {};
        const citation: Citation = {
          url: uri,
          ...(typeof title === 'string' && { title }),
          ...(typeof from === 'number' && { from: characterAt(open.text, from) }),
          ...(typeof to === 'number' && { to: characterAt(open.text, to) }),
        };
        this.#take({ is: 'cite', block: open.block, citation });
      }
    }
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) this.#take({ is: 'close', block: open.block });
  }

  /** The answer is complete: tells what is left of it. */
  end(): void {
    this.#close();
    const { reason, ...more } = this.#told ?? { reason: 'stop' as const };
    this.#take({ is: 'finish', reason: finishOf(reason, this.#hasCall), ...more });
    this.#take({ is: 'end' });
  }
}
