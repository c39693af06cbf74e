import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { BackendAnswer } from '../../http/client/backend-call.ts';
import type { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import { GatheredBytes } from '../../lib/bytes/gathered-bytes.ts';
import type { GuardQuestion } from './forms/guard-form.ts';
import type { LookTime } from './look-time.ts';

/** A guard gave no answer that can be read. The message is for the log. */
export class GuardFailure extends Error {
  override readonly name = 'GuardFailure';
  /** The guard has answered, and its answer is the failure. */
  readonly isAnswer: boolean;

  constructor(message: string, isAnswer = false) {
    super(message);
    this.isAnswer = isAnswer;
  }
}

/** Asks a guard. Rejects with a GuardFailure alone. */
export interface GuardCaller {
  /** The reason why it need not be asked; undefined where it may answer. */
  readonly isDown: string | undefined;
  ask(question: GuardQuestion, time: LookTime, about: AskedAbout): Promise<unknown>;
}

/** The request that a guard is asked about. */
export interface AskedAbout {
  readonly id: string;
  /** Gateways that it came through before this one: a guard can be one, and through a slip this very one. */
  readonly hops: number;
}

/** A mask gives back what it was sent, each character in six at the worst, and some words around it. */
const answerRoom = 64 * 1024;
const mostEscaped = 6;

const forward = ['content-type', 'application/json', 'accept', 'application/json'] as const;

/** Asks a guard's own server, over the connections that it has as a backend has them. */
export class ServerCaller implements GuardCaller {
  readonly #backend: Backend;
  readonly #basePath: string;

  constructor(backend: Backend, basePath: string) {
    this.#backend = backend;
    this.#basePath = basePath;
  }

  get isDown(): string | undefined {
    if (this.#backend.isDown) return 'its health check says that it is down';
    return this.#backend.missingCredential;
  }

  async ask({ path, body }: GuardQuestion, time: LookTime, about: AskedAbout): Promise<unknown> {
    const bytes = Buffer.from(JSON.stringify(body));
    const once = (fresh: boolean) => this.#once(path, bytes, { time, about, fresh });
    try {
      return await once(false);
    } catch (error) {
      if (!(error instanceof Repeatable) || time.over !== undefined) throw error;
      return await once(true);
    }
  }

  #once(
    path: string,
    bytes: Buffer,
    { time, about, fresh }: { readonly time: LookTime; readonly about: AskedAbout; readonly fresh: boolean },
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (time.over !== undefined) return reject(new GuardFailure(time.over));
      const request: UpstreamRequest = {
        route: this.#backend.routes.chat_completions,
        method: 'POST',
        path: this.#basePath + path,
        query: '',
        requestId: about.id,
        hops: about.hops + 1,
        forward,
        app: undefined,
        body: [bytes],
        bodyBytes: bytes.length,
        bodySource: undefined,
      };
      const settle = (settled: () => void) => {
        forget();
        settled();
      };
      const fail = (why: string, { isRepeatable = false, isAnswer = false } = {}) =>
        settle(() => reject(new (isRepeatable ? Repeatable : GuardFailure)(why, isAnswer)));
      const mostBytes = answerRoom + mostEscaped * bytes.length;
      const call = this.#backend.send(
        request,
        {
          failed: (failure) => fail(failure.message, { isRepeatable: isRepeatable(failure) }),
          head: (answer) => {
            if (answer.statusCode !== 200) {
              call.discard(answer);
              const told = { isRepeatable: call.isCredentialStale, isAnswer: true };
              return fail(`status ${answer.statusCode ?? 0}`, told);
            }
            collect(answer, mostBytes, {
              whole: (text) => settle(() => resolve(text)),
              fault: (why, isAnswer) => {
                call.cancel();
                fail(why, { isAnswer });
              },
            });
          },
        },
        fresh,
      );
      const forget = time.whenOver(() => {
        call.cancel();
        reject(new GuardFailure(time.over!));
      });
    });
  }
}

/** The same may be asked once more: nothing was read of it, or there is another credential by now. */
class Repeatable extends GuardFailure {}

function isRepeatable(failure: UpstreamFailure): boolean {
  return failure.kind === 'stale';
}

interface Collected {
  whole(answer: unknown): void;
  fault(why: string, isAnswer: boolean): void;
}

/** Reads an answer of JSON, up to a size. */
function collect(answer: BackendAnswer, mostBytes: number, { whole, fault }: Collected): void {
  const gathered = new GatheredBytes();
  let isOver = false;
  const once = (what: () => void) => {
    if (isOver) return;
    isOver = true;
    what();
  };
  answer.readBy({
    data(chunk) {
      if (isOver) return;
      gathered.push(chunk);
      if (gathered.length > mostBytes) once(() => fault(`an answer of more than ${mostBytes} bytes`, true));
    },
    end: () =>
      once(() => {
        let parsed: unknown;
        try {
          parsed = JSON.parse(gathered.whole().toString());
        } catch {
          return fault('an answer that is no JSON', true);
        }
        whole(parsed);
      }),
    broken: () => once(() => fault('the answer broke off', false)),
  });
}
