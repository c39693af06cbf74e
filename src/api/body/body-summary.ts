import type { AnswerChoice, AnswerKind } from '../endpoints/endpoint.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';
import type { NestedModels } from '../endpoints/nested-models.ts';
import type { RequestUnits } from './billable-units.ts';

/**
 * The parts of a request's body that routing, limits and the log need. It holds none of the bytes, and stays when they
 * go.
 */
export interface BodySummary {
  readonly endpoint: ServedEndpoint;
  /** The named model, or else the configured one for requests without any. */
  readonly model: string | undefined;
  /** Empty when absent. */
  readonly models: readonly string[];
  /** undefined when absent or null; an empty list counts as given. */
  readonly tags: readonly string[] | undefined;
  /** The kind of answer that it asks for, */
  readonly answer: AnswerKind;
  /** and whether that is events. */
  readonly stream: boolean;
  /** One finish reason ends the answer: the request asks for a single choice. */
  readonly isOneAnswer: boolean;
  /** The largest of the bounds to an answer's tokens that the endpoint knows. */
  readonly maxTokens: number | undefined;
  /** The number of answers, at least 1, */
  readonly answers: number;
  /** and what the tokens of one are taken times. */
  readonly copies: number;
  /** True if a stream reports its usage; undefined if the request leaves it unset. */
  readonly includeUsage: boolean | undefined;
  /** Its answer only says that it will be made: what it uses is not known before somebody asks for it. */
  readonly isBackground?: boolean;
  /** The models that it names beside its own; left out where it names none. */
  readonly nested?: NestedModels;
  /** The client's name for the cached prompt: requests with the same one belong together. */
  readonly cacheKey: string | undefined;
  /** Length of the body. */
  readonly bytes: number;
  /** The number of files inside its text (data URLs, base64), and their bytes. */
  readonly blocks: number;
  readonly blockBytes: number;
  /** The units beside tokens; undefined if its endpoint counts nothing else. */
  readonly units: RequestUnits | undefined;
}

const streamed: readonly AnswerChoice[] = [{ kind: 'events', field: 'stream', values: [true] }];
const nothingToChoose: readonly AnswerChoice[] = [];

/** The ways in which requests of an endpoint choose a kind of answer. */
function answerChoices({ answer, answerChoices: own }: ServedEndpoint): readonly AnswerChoice[] {
  return own ?? (answer.includes('events') ? streamed : nothingToChoose);
}

/**
 * The kind of answer that a request asks for.
 *
 * @param fieldOf What it has in a field.
 */
export function askedAnswer(endpoint: ServedEndpoint, fieldOf: (field: string) => unknown): AnswerKind {
  for (const { kind, field, values } of answerChoices(endpoint)) {
    if ((values as readonly unknown[]).includes(fieldOf(field))) return kind;
  }
  return endpoint.answer[0]!;
}
