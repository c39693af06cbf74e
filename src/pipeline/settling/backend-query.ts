/** The gateway's own GET to a backend, with the backend's credential. */
import type { Backend } from '../../http/client/backend.ts';
import type { BackendAnswer } from '../../http/client/backend-call.ts';
import type { Route } from '../../http/client/route.ts';
import type { FlatHeaders } from '../../http/flat-headers.ts';
import type { AnswerSink, PassingSink } from '../relay/answer/answer-sink.ts';

export interface BackendQuery {
  readonly route: Route;
  /** The complete path, without the query that the file adds. */
  readonly path: string;
  readonly requestId: string;
  /** The vendor's required headers beside the credential. */
  readonly headers: FlatHeaders;
}

/** Milliseconds of silence after which a backend is asked another time. */
const idleMs = 30_000;

/** The backend reports that the object does not exist, and will not. */
export class ObjectGone extends Error {
  override readonly name = 'ObjectGone';
}

const goneStatuses: readonly (number | undefined)[] = [404, 410];

/** Drops all that it gets. */
class Nowhere implements AnswerSink {
  begin(): void {}
  write(): void {}
  beat(): void {}
  end(): void {}
  cut(): void {}
}

/**
 * Reads the answer into a sink. Rejects without an answer, for one that breaks off, and for any status but 200: nothing
 * is known then. Rejects with an ObjectGone if nothing ever will be.
 *
 * @param through Makes a sink before one that drops all that it gets.
 */
export function readInto(
  backend: Backend,
  { route, path, requestId, headers }: BackendQuery,
  through: (nowhere: AnswerSink) => PassingSink,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      call.cancel();
      reject(new Error(`nothing came for ${idleMs / 1000} s`));
    }, idleMs).unref();
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const head = (answer: BackendAnswer) => {
      if (answer.statusCode !== 200) {
        call.discard(answer);
        const Fault = goneStatuses.includes(answer.statusCode!) ? ObjectGone : Error;
        return fail(new Fault(`the backend answers with status ${answer.statusCode}`));
      }
      const sink = through(new Nowhere());
      sink.begin({ status: 200, headers: [], length: undefined, body: 'bytes', idleMs, own: 'no' });
      answer.readBy({
        data(bytes) {
          timer.refresh();
          sink.write(bytes);
        },
        end() {
          clearTimeout(timer);
          sink.end();
          resolve();
        },
        broken: () => fail(new Error('the answer broke off')),
      });
    };
    const call = backend.send(
      {
        route,
        method: 'GET',
        path,
        query: '',
        requestId,
        hops: 1,
        forward: headers,
        app: undefined,
        body: [],
        bodyBytes: 0,
        bodySource: undefined,
      },
      { head, failed: fail },
    );
  });
}
