import type { JsonBody } from './json-body.ts';
import type { ObjectBody } from './json-without-model.ts';
import type { FormBody } from './multipart/form-body.ts';
import type { NoBody } from './no-body.ts';
import type { StreamedBody } from './streamed-body.ts';

/**
 * The body of a request: one kind for each that an endpoint can declare (`body.kind`). What all have is what the
 * pipeline goes by: a `summary`, the capabilities that it `needs`, and what a backend is sent of it (`encode`).
 */
export type RequestBody = JsonBody | FormBody | StreamedBody | ObjectBody | NoBody;
