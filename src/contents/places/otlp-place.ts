/** Logs for a collector of OpenTelemetry, through the official encoding. */
import { JsonLogsSerializer } from '@opentelemetry/otlp-transformer';
import { type EndpointName, operationOf } from '../../api/endpoints/index.ts';
import type { ContentPlace } from '../../config/types/contents.ts';
import { genAi, genAiEvent, general, own } from '../../observe/semantic-names.ts';
import { packageVersion } from '../../process/package-paths.ts';
import type { FramedContent } from '../content-frames.ts';
import { readableValue } from '../content-line.ts';
import type { Redaction } from '../redaction.ts';
import { saidMessages } from './genai-messages.ts';
import { RefusedContents } from './place.ts';
import { send } from './send-request.ts';

type CollectorConfig = Extract<ContentPlace, { kind: 'otlp' }>;
type LogRecord = Parameters<typeof JsonLogsSerializer.serializeRequest>[0][number];
type Attributes = LogRecord['attributes'];

/** The facts about a request, in the words of a line. */
interface Facts {
  readonly id: string;
  readonly key: string;
  readonly end_user?: string;
  readonly endpoint: EndpointName;
  readonly model?: string;
  readonly deployment?: string;
  readonly backend?: string;
  readonly upstream_model?: string;
  readonly stream: boolean;
  readonly status: number;
}

/** The statuses after which a collector may be tried again (OpenTelemetry protocol, "Retryable Response Codes"). */
const passing: readonly number[] = [408, 429, 502, 503, 504];
/** Its own faults and ours of credentials pass as well, once somebody has seen to them. */
const mended = (status: number) =>
  passing.includes(status) || status >= 500 || status === 401 || status === 403;
const information = 9;

const name = 'gateway';
const attributes = { [general.serviceName]: name, [general.serviceVersion]: packageVersion() };
const resource: LogRecord['resource'] = {
  attributes,
  merge: (other) => other ?? resource,
  getRawAttributes: () => Object.entries(attributes),
};
const scope = { name, version: packageVersion() };

/** A collector, which gets an event for each request. */
export class OtlpPlace {
  readonly #config: CollectorConfig;
  readonly #redact: Redaction | undefined;

  constructor(config: CollectorConfig, redact: Redaction | undefined) {
    this.#config = config;
    this.#redact = redact;
  }

  async put(contents: readonly FramedContent[]): Promise<void> {
    const url = new URL(this.#config.url);
    const bytes = JsonLogsSerializer.serializeRequest(contents.map((content) => this.#event(content)));
    if (bytes === undefined) throw new RefusedContents('they can not be written in the form of OTLP');
    const headers = { ...this.#config.headers, 'content-type': 'application/json' };
    const { status } = await send('POST', url, headers, Buffer.from(bytes));
    if (status >= 200 && status < 300) return;
    const message = `the collector at ${url.host} answered ${status}`;
    throw mended(status) ? new Error(message) : new RefusedContents(message);
  }

  #event(content: FramedContent): LogRecord {
    const { at } = content;
    const facts = JSON.parse(content.facts.toString()) as Facts;
    const time: [number, number] = [Math.floor(at / 1000), (at % 1000) * 1_000_000];
    const request = readableValue(content.request, this.#redact);
    const answer = readableValue(content.answer, this.#redact);
    const said = saidMessages(facts.endpoint, request, answer);
    return {
      hrTime: time,
      hrTimeObserved: time,
      severityNumber: information,
      eventName: genAiEvent.name,
      // Contents other than a conversation stay as they were.
      ...(said === undefined && {
        body: { request: request ?? null, answer: answer ?? null } as LogRecord['body'],
      }),
      attributes: attributesOf(facts, said, request, answer),
      droppedAttributesCount: 0,
      resource,
      instrumentationScope: scope,
    } as LogRecord;
  }
}

function attributesOf(
  facts: Facts,
  said: ReturnType<typeof saidMessages>,
  request: unknown,
  answer: unknown,
): Attributes {
  const { endpoint } = facts;
  const all: Record<string, unknown> = {
    [genAi.operation]: operationOf(endpoint),
    [genAi.provider]: facts.backend ?? name,
    [genAi.requestModel]: facts.model,
    [genAi.stream]: facts.stream,
    [genAiEvent.responseId]: textAt(answer, 'id'),
    [genAiEvent.responseModel]: textAt(answer, 'model') ?? facts.upstream_model,
    [general.errorType]: facts.status >= 400 ? String(facts.status) : undefined,
    [own.requestId]: facts.id,
    [own.key]: facts.key,
    [own.endUser]: facts.end_user,
    [own.deployment]: facts.deployment,
  };
  if (said !== undefined) {
    all[genAiEvent.inputMessages] = said.input;
    all[genAiEvent.outputMessages] = said.output;
    if (said.system.length > 0) all[genAiEvent.system] = said.system;
    const tools = (request as { readonly tools?: unknown } | undefined)?.tools;
    if (Array.isArray(tools)) all[genAiEvent.tools] = tools;
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Attributes;
}

function textAt(value: unknown, field: string): string | undefined {
  const text = (value as Readonly<Record<string, unknown>> | undefined | null)?.[field];
  return typeof text === 'string' ? text : undefined;
}
