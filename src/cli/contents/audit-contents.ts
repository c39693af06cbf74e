import type { ContentAnswer, ContentsAnswer, DeletedContents } from '../../admin/contract/contents.ts';
import { isObject } from '../../lib/json.ts';
import { aligned } from '../aligned-columns.ts';
import { type OneGatewayOptions, oneGateway } from '../running/admin-of-file.ts';
import { askGateway } from '../running/ask-gateway.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export type ContentsOptions = OneGatewayOptions;

export interface FindOptions extends ContentsOptions {
  readonly from?: string;
  readonly to?: string;
  readonly key?: string;
  readonly model?: string;
  readonly endUser?: string;
  readonly text?: string;
  readonly limit: string;
  readonly format: 'text' | 'json';
}

/** A month of files is looked through for as long as the gateway gives it. */
const patienceMs = 130_000;

/** Lists requests whose contents are kept. */
export async function findContents(options: FindOptions, terminal: Terminal): Promise<ExitCode> {
  const { access } = await oneGateway(options, terminal, 'contents');
  const { from, to, key, model, endUser, text, limit, format } = options;
  const wanted = { from, to, key, model, end_user: endUser, text, limit };
  const query = new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const { requests } = await askGateway(access, `/api/contents?${query}`, isContents, 'GET', patienceMs);
  if (format === 'json') terminal.out(`${JSON.stringify(requests, undefined, 2)}\n`);
  else if (requests.length === 0) terminal.out('nothing is kept of such a request\n');
  else {
    const rows = requests.map(({ at, id, key, model = '', end_user: whose = '', status }) => [
      at,
      id,
      key,
      model,
      whose,
      String(status),
    ]);
    terminal.out(
      `${aligned([['AT', 'ID', 'KEY', 'MODEL', 'END USER', 'STATUS'], ...rows], new Set([5])).join('\n')}\n`,
    );
  }
  return exitCodes.good;
}

/** Prints what a request said and what came back. */
export async function getContent(
  id: string,
  options: ContentsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { access } = await oneGateway(options, terminal, 'contents');
  const content = await askGateway(
    access,
    `/api/contents/${encodeURIComponent(id)}`,
    isContent,
    'GET',
    patienceMs,
  );
  terminal.out(`${JSON.stringify(content, undefined, 2)}\n`);
  return exitCodes.good;
}

/** Deletes what requests of an end user said and were told. */
export async function deleteContents(
  options: ContentsOptions & { readonly endUser: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const { access } = await oneGateway(options, terminal, 'contents');
  const sent = { end_user: options.endUser };
  const { requests } = await askGateway(access, '/api/contents/delete', isDeleted, 'POST', patienceMs, sent);
  terminal.out(
    `deleted: what ${requests} ${requests === 1 ? 'request' : 'requests'} of ${options.endUser} said and were told\n`,
  );
  return exitCodes.good;
}

function isContents(answer: unknown): answer is ContentsAnswer {
  return isObject(answer) && Array.isArray(answer['requests']);
}

function isContent(answer: unknown): answer is ContentAnswer {
  return isObject(answer) && typeof answer['id'] === 'string' && 'request' in answer;
}

function isDeleted(answer: unknown): answer is DeletedContents {
  return isObject(answer) && typeof answer['requests'] === 'number';
}
