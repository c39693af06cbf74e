/** Calls as the client knows them: its names of tools, ids that it takes, and inputs of custom tools as they are. */
import { isObject } from '../../../lib/json.ts';
import type { AnswerEvent, CallHead, TakeEvent } from '../neutral/answer-event.ts';
import { callIdFor, newId } from '../shared/call-ids.ts';
import type { AnswerContext } from './answer-codec.ts';
import { invalidAnswer } from './backend-errors.ts';

interface Call {
  /** `as_is`; `unwrap`: the backend knows the custom tool as a function; `wrap`: the client knows no custom tools. */
  readonly input: 'as_is' | 'unwrap' | 'wrap';
  readonly isCustom: boolean;
  /** The text that has to be complete before it is sent, or may turn out to be nothing. */
  held: string;
  hasTold: boolean;
}

type Opened = AnswerEvent & { readonly is: 'open'; readonly kind: 'call' };

export class ClientCalls {
  readonly #context: AnswerContext;
  readonly #next: TakeEvent;
  readonly #calls = new Map<number, Call>();
  readonly #ids = new Set<string>();

  constructor(context: AnswerContext, next: TakeEvent) {
    this.#context = context;
    this.#next = next;
  }

  /** So many characters of inputs wait until they are complete. */
  get keptBytes(): number {
    let kept = 0;
    for (const { held } of this.#calls.values()) kept += held.length;
    return kept;
  }

  take(event: AnswerEvent): void {
    if (event.is === 'open' && event.kind === 'call') return this.#open(event);
    if (event.is === 'delta' || event.is === 'close') {
      const call = this.#calls.size === 0 ? undefined : this.#calls.get(event.block);
      if (call !== undefined) {
        return event.is === 'delta' ? this.#delta(call, event) : this.#close(call, event.block);
      }
    }
    this.#next(event);
  }

  #open({ block, call }: Opened): void {
    const { client, clientNames } = this.#context;
    const known = clientNames.get(call.name);
    const { name, namespace } = known ?? call;
    if (name === '') {
      return this.#next({ is: 'fail', failure: invalidAnswer('a call has no name') });
    }
    const isCustomHere = call.isCustom === true;
    const isCustom = client !== 'messages' && (isCustomHere || known?.isCustom === true);
    const input = isCustom === isCustomHere ? 'as_is' : isCustom ? 'unwrap' : 'wrap';
    this.#calls.set(block, { input, isCustom, held: '', hasTold: false });
    const head: CallHead = {
      id: this.#idFor(call.id),
      name,
      ...(namespace !== undefined && { namespace }),
      ...(isCustom && { isCustom }),
    };
    this.#next({ is: 'open', block, kind: 'call', call: head });
  }

  /** One that the client takes, and no other call has. */
  #idFor(id: string): string {
    const { client } = this.#context;
    const fitting = callIdFor(client, id);
    const own =
      id === '' || this.#ids.has(fitting) ? newId(client === 'messages' ? 'toolu_' : 'call_') : fitting;
    this.#ids.add(own);
    return own;
  }

  #delta(call: Call, event: AnswerEvent & { readonly is: 'delta' }): void {
    if (call.hasTold || (call.isCustom && call.input === 'as_is')) return this.#next(event);
    call.held += event.text;
    // White space and `null` are no arguments, where nothing else comes.
    if (call.input !== 'as_is' || isNothing(call.held)) return;
    call.hasTold = true;
    this.#next({ is: 'delta', block: event.block, text: call.held });
    call.held = '';
  }

  #close(call: Call, block: number): void {
    const text = this.#rest(call);
    if (text !== '') this.#next({ is: 'delta', block, text });
    this.#calls.delete(block);
    this.#next({ is: 'close', block });
  }

  #rest({ input, isCustom, held, hasTold }: Call): string {
    if (input === 'unwrap') return unwrapped(held);
    if (input === 'wrap') return JSON.stringify({ input: held });
    // Clients of messages take no fragment for an empty object.
    return isCustom || hasTold || this.#context.client === 'messages' ? '' : '{}';
  }
}

function isNothing(text: string): boolean {
  return 'null'.startsWith(text.trim());
}

/** The input in the arguments that a custom tool has as a function; what is none is the input itself. */
function unwrapped(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && typeof value['input'] === 'string') return value['input'];
  } catch {
    // It is no JSON, and the client gets what the model said.
  }
  return text;
}
