import type { RequestBody } from '../api/body/body-kinds.ts';
import { readDeclaredJson } from '../api/body/declared-endpoints/json-body-of-declared.ts';
import { readJsonBody } from '../api/body/json-body.ts';
import { readObjectBody } from '../api/body/json-without-model.ts';
import type { Exchange } from './exchange.ts';

/** Replaces a JSON body by bytes that differ only in the changed parts. */
export function replaceBody(
  exchange: Exchange,
  body: Extract<RequestBody, { readonly kind: 'json' | 'object' }>,
  bytes: Buffer,
): void {
  const { served } = exchange;
  const { model } = body.summary;
  const read =
    body.kind === 'object'
      ? readObjectBody(bytes, served)
      : served.model === undefined
        ? readJsonBody(bytes, served, model)
        : readDeclaredJson(bytes, served, model);
  exchange.body = read;
  exchange.summary = read.summary;
}
