import type { AnswerChoice, AnswerKind } from '../endpoints/endpoint.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';
import type { NestedModels } from '../endpoints/nested-models.ts';
import type { RequestUnits } from './billable-units.ts';

/** What routing, limits and the log need of a request's body. It holds none of the bytes, and stays when they go. */
export interface BodySummary {
  readonly endpoint: ServedEndpoint;
  /** What it names, or else what the configuration has for requests that name none. */
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
  /** How many answers it asks for, at least 1, */
  readonly answers: number;
  /** and what the tokens of one are taken times. */
  readonly copies: number;
  /** Whether a stream is to tell its usage; undefined where the request leaves it unset. */
  readonly includeUsage: boolean | undefined;
  /** Its answer only says that it will be made: what it uses is not known before somebody asks for it. */
  readonly isBackground?: boolean;
  /** The models that it names beside its own; left out where it names none. */
  readonly nested?: NestedModels;
  /** What the client calls the prompt that it wants cached: requests with the same one belong together. */
  readonly cacheKey: string | undefined;
  /** Length of the body. */
  readonly bytes: number;
  /** How many files it holds inside its text (data URLs, base64), and how many of its bytes are theirs. */
  readonly blocks: number;
  readonly blockBytes: number;
  /** What it asks for beside tokens; undefined where its endpoint counts nothing else. */
  readonly units: RequestUnits | undefined;
}

const streamed: readonly AnswerChoice[] = [{ kind: 'events', field: 'stream', values: [true] }];
const nothingToChoose: readonly AnswerChoice[] = [];

/** How requests of an endpoint ask for one of its kinds of answers. */
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
