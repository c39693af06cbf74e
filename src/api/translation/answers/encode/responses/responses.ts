import type { Raw } from '../../../json/json-node.ts';
import type { AnswerEvent, Failure } from '../../../neutral/answer-event.ts';
import type { AnswerContext, AnswerEncoder, StreamEncoder, WholeEncoder } from '../../answer-codec.ts';
import { responsesErrorOf } from '../../errors-for-client.ts';
import { AnswerSoFar } from '../answer-so-far.ts';
import { imageIn } from './image-generation-call.ts';
import type { ResponseTeller } from './items.ts';
import { echoOf, endOf, type ResponseEnd, responseBody } from './response-body.ts';
import { ResponseOutput } from './response-output.ts';

const begun: ResponseEnd = { status: 'in_progress' };

/** The receiver for callers that want only the items. */
const nobody: ResponseTeller = { event: () => undefined, delta: () => undefined };

/** Events of responses, numbered from 0; the last one holds the whole response, whose output is the items that were done. */
class ResponsesStreamEncoder implements StreamEncoder, ResponseTeller {
  readonly heartbeat = ': the backend is still working\n\n';
  isOver = false;
  readonly #answer: AnswerSoFar;
  readonly #echo: string;
  readonly #output: ResponseOutput;
  #out = '';
  #number = 0;
  /** Of the texts in the output. */
  rememberedBytes = 0;

  constructor(context: AnswerContext) {
    this.#answer = new AnswerSoFar(context);
    this.#echo = echoOf(context.echo);
    this.#output = new ResponseOutput(context, this);
  }

  take(event: AnswerEvent): void {
    if (this.isOver) return;
    switch (event.is) {
      case 'start':
        this.#answer.start(event);
        this.#writeResponse('response.created', begun);
        return this.#writeResponse('response.in_progress', begun);
      case 'usage':
        return this.#answer.usage(event);
      case 'finish':
        return this.#answer.finish(event);
      case 'end':
        return this.#end();
      case 'fail':
        return this.#fail(responsesErrorOf(event.failure));
      default:
        if (event.is === 'delta') this.rememberedBytes += event.text.length;
        else if (event.is === 'logprobs') this.rememberedBytes += event.tokens.length;
        else if (event.is === 'seal')
          this.rememberedBytes += event.seal.data.length + (event.seal.text?.length ?? 0);
        else if (event.is === 'media') this.rememberedBytes += event.url?.length ?? 0;
        this.#output.take(event);
    }
  }

  written(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  cut(message: string): string {
    this.#fail({ code: 'upstream_interrupted', message });
    return this.written();
  }

  event(type: string, members: object): void {
    this.#write(type, JSON.stringify(members).slice(1, -1));
  }

  delta(head: string, text: string, tail = ''): void {
    this.#out += `${head}${JSON.stringify(text)}${tail},"sequence_number":${this.#number++}}\n\n`;
  }

  #write(type: string, members: string): void {
    this.#out += `event: ${type}\ndata: {"type":"${type}",${members},"sequence_number":${this.#number++}}\n\n`;
  }

  #writeResponse(type: string, end: ResponseEnd): void {
    const output = end === begun ? [] : this.#output.items;
    this.#write(type, `"response":${responseBody(this.#answer, this.#echo, output, end)}`);
  }

  #end(): void {
    this.isOver = true;
    const end = endOf(this.#answer);
    this.#output.finish(end.status === 'incomplete' ? 'incomplete' : 'completed');
    this.#writeResponse(`response.${end.status}`, end);
  }

  #fail(error: { code: string; message: string }): void {
    this.isOver = true;
    if (!this.#answer.hasStarted) this.#answer.start({ is: 'start' });
    this.#writeResponse('response.failed', { status: 'failed', error });
  }
}

class ResponsesWholeEncoder implements WholeEncoder {
  readonly #context: AnswerContext;
  readonly #answer: AnswerSoFar;
  readonly #output: ResponseOutput;
  #failure: Failure | undefined;

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#answer = new AnswerSoFar(context);
    this.#output = new ResponseOutput(context, nobody);
  }

  take(event: AnswerEvent): void {
    switch (event.is) {
      case 'start':
        return this.#answer.start(event);
      case 'usage':
        return this.#answer.usage(event);
      case 'finish':
        return this.#answer.finish(event);
      case 'end':
        return;
      case 'fail':
        this.#failure = event.failure;
        return;
      default:
        this.#output.take(event);
    }
  }

  body(): Raw | Failure {
    if (this.#failure !== undefined) return this.#failure;
    const end = endOf(this.#answer);
    this.#output.finish(end.status === 'incomplete' ? 'incomplete' : 'completed');
    return responseBody(this.#answer, echoOf(this.#context.echo), this.#output.items, end);
  }
}

export const responsesEncoder: AnswerEncoder = {
  isSequential: true,
  takesMedia: ({ kind, url }) => kind === 'images' && imageIn(url) !== undefined,
  stream: (context) => new ResponsesStreamEncoder(context),
  whole: (context) => new ResponsesWholeEncoder(context),
};
