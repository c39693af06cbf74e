/** Reads the events of a realtime session; all of them pass unchanged. */
import { bodyLimits } from '../../api/body/body-limits.ts';
import { nestedModels } from '../../api/body/nested-models.ts';
import { type Scan, scanObject } from '../../api/body/scan-json.ts';
import type { NestedModel } from '../../api/endpoints/nested-models.ts';
import { realtime } from '../../api/endpoints/realtime/realtime.ts';
import { type ByteEdit, edited, withinQuotes } from '../../api/signed-ids/edit-bytes.ts';
import { GatewayError } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { WholeAnswer } from './turn-sink.ts';

const read = ['type', 'event_id', 'session', 'response'] as const;

/** An event of a client. */
export class RealtimeEvent {
  readonly #bytes: Buffer;
  readonly #scan: Scan;

  /**
   * Throws `invalid_json` for anything but a JSON object, and `invalid_value` for one that others could read
   * differently.
   */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#scan = scanObject(bytes, { wanted: read, guarded: read, ...bodyLimits });
    const { duplicates, impostor } = this.#scan;
    const [twice] = duplicates;
    if (twice !== undefined) throw invalid(twice, `"${twice}" occurs twice in this event; send it once.`);
    if (impostor !== undefined)
      throw invalid(impostor, `A field of this event is "${impostor}" but for its case; name it so.`);
  }

  /** The event as it came. */
  get text(): string {
    return this.#bytes.toString();
  }

  get type(): unknown {
    return this.#scan.parsed['type'];
  }

  /** The client's name for it, so that an error can refer to it. */
  get id(): string | undefined {
    const id = this.#scan.parsed['event_id'];
    return typeof id === 'string' ? id : undefined;
  }

  /** The most tokens of responses; undefined if it does not name them. */
  get maxOutputTokens(): number | undefined {
    const { response, session } = this.#scan.parsed;
    const told = isObject(response) ? response : isObject(session) ? session : {};
    const most = told['max_output_tokens'] ?? told['max_response_output_tokens'];
    return typeof most === 'number' && most >= 0 ? most : undefined;
  }

  /** The models that it gives the session. */
  models(): readonly NestedModel[] {
    return nestedModels(this.#bytes, this.#scan.parsed, realtime.nests)?.named ?? [];
  }

  /** Throws if a single response names a model of its own, which no vendor's interface has. */
  refuseModelOfResponse(): void {
    const { response } = this.#scan.parsed;
    if (!isObject(response)) return;
    if (Object.keys(response).some((name) => name.toLowerCase() === 'model'))
      throw invalid('response.model', 'A response has the model of its session; leave `model` out.');
  }

  /** The event with other names of some models. */
  renamed(models: readonly NestedModel[], names: JsonObject): string {
    const edits: ByteEdit[] = [];
    for (const { model, from, to } of models) {
      const name = names[model];
      if (typeof name === 'string' && name !== model) edits.push({ from, to, text: withinQuotes(name) });
    }
    return edited(
      this.#bytes,
      edits.sort((a, b) => a.from - b.from),
    ).toString();
  }
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', message, { param });
}

/** The session of a body that names some models and nothing else. */
export function sessionNaming(models: readonly NestedModel[]): JsonObject {
  const session: Record<string, unknown> = {};
  for (const { place, model } of models) {
    const way = place.at.slice(1);
    const last = way.pop()!;
    let within = session;
    for (const name of way) {
      within[name] ??= {};
      within = within[name] as Record<string, unknown>;
    }
    within[last] = model;
  }
  return session;
}

/** True for the model that transcribes the input, and not for the one that answers. */
export function isTranscriber({ place }: NestedModel): boolean {
  return place.at.length > 2;
}

/**
 * The usage of a response or a transcription, in the gateway's fields: vendors count cached audio and images twice, as
 * such and as cached (`RealtimeResponseUsage` and `TranscriptTextUsageTokens` of OpenAI's SDK).
 */
export function useIn(usage: JsonObject): JsonObject {
  const input = objectIn(usage, 'input_token_details');
  const cached = objectIn(input, 'cached_tokens_details');
  const output = objectIn(usage, 'output_token_details');
  const fresh = (name: string) => less(input[name], cached[name]);
  return {
    input_tokens: usage['input_tokens'],
    output_tokens: usage['output_tokens'],
    cached_tokens: input['cached_tokens'],
    audio_input_tokens: fresh('audio_tokens'),
    image_input_tokens: fresh('image_tokens'),
    audio_output_tokens: output['audio_tokens'],
    seconds: usage['seconds'],
  };
}

const empty: JsonObject = {};

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : empty;
}

function less(all: unknown, part: unknown): unknown {
  return typeof all === 'number' && typeof part === 'number' ? Math.max(0, all - part) : all;
}

/** A refusal as an event of a realtime session (`RealtimeErrorEvent` of OpenAI's SDKs). */
export function realtimeError({ status, body }: WholeAnswer, requestId: string, eventId?: string): string {
  const error = isObject(body?.['error']) ? body['error'] : empty;
  const { type, code, message, param } = error;
  return JSON.stringify({
    type: 'error',
    event_id: `event_${requestId}`,
    error: {
      type: type ?? 'api_error',
      code: code ?? null,
      message: message ?? `The backend answered with status ${status}.`,
      param: param ?? null,
      event_id: eventId ?? null,
    },
  });
}
