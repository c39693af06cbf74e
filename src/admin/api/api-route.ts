import type { ObjectShape, Shape } from '../contract/shape.ts';
import { type Answer, json } from '../http/admin-answer.ts';
import type { AdminRequest, Operation, Route } from '../http/admin-route.ts';
import { type Parameters, readQuery, type ValuesOf } from './parameters.ts';
import { refuseUnknown } from './request-fields.ts';

/** A request to the API, its query read as the route declares it. */
export interface ApiRequest<P extends Parameters = Record<never, never>> extends Omit<AdminRequest, 'query'> {
  readonly query: ValuesOf<P>;
  /** The query as it came. */
  readonly rawQuery: URLSearchParams;
}

interface Common<P extends Parameters>
  extends Pick<Route, 'method' | 'path' | 'access'>,
    Pick<Operation, 'summary'> {
  readonly query?: P;
  /** Fields of the body that it does not have are refused. */
  readonly body?: ObjectShape;
}

export interface ApiRoute<P extends Parameters> extends Common<P>, Pick<Operation, 'status' | 'answers'> {
  answer(request: ApiRequest<P>): Answer | Promise<Answer>;
}

export interface JsonRoute<P extends Parameters, T> extends Common<P> {
  /** 200 where it is absent. */
  readonly status?: 200 | 201;
  readonly answers: Shape<T>;
  /** The answer, sent as JSON. */
  answer(request: ApiRequest<P>): NoInfer<T> | Promise<NoInfer<T>>;
}

/** A route of the API that answers JSON of a shape. It says all that stands of it in the OpenAPI document. */
export function jsonRoute<T, P extends Parameters = Record<never, never>>(given: JsonRoute<P, T>): Route {
  const { status = 200 } = given;
  return apiRoute<P>({
    ...given,
    status,
    answer: async (request) => json(await given.answer(request), status),
  });
}

/** A route of the API that answers in a way of its own. */
export function apiRoute<P extends Parameters = Record<never, never>>(given: ApiRoute<P>): Route {
  const { method, path, access, summary, query, body, status, answers } = given;
  return {
    method,
    path,
    access,
    operation: {
      summary,
      status,
      ...(query && { query }),
      ...(body && { body }),
      ...(answers && { answers }),
    },
    answer(request) {
      if (body !== undefined) refuseUnknown(request.body, body);
      const values = readQuery(request.query, query ?? ({} as P));
      return given.answer({ ...request, query: values, rawQuery: request.query });
    },
  };
}
