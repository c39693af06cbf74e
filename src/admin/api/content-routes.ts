import type { AdminParts } from '../admin-parts.ts';
import { audit } from '../audit.ts';
import {
  type ContentAnswer,
  type ContentsAnswer,
  contentAnswer,
  contentsAnswer,
  contentsToDelete,
  type DeletedContents,
  deletedContents,
} from '../contract/contents.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { jsonRoute } from './api-route.ts';
import { day, limit, word } from './parameters.ts';
import { text } from './request-fields.ts';

const usualLimit = 100;

/** Serves kept contents of requests to callers who may read them. Every search, read and deletion is written to the audit log, found or not. */
export function contentRoutes({ view, contents, log }: AdminParts): readonly Route[] {
  const folder = (): string => {
    const place = view.config.contentLog?.place;
    if (place?.kind === 'file') return place.dir;
    const message =
      place === undefined
        ? 'No contents are kept: the file has no `content_log`.'
        : 'Contents are kept elsewhere (`content_log`): only files can be read here.';
    throw new AdminRefusal('conflict', message);
  };

  return [
    jsonRoute({
      method: 'GET',
      path: '/api/contents',
      access: 'contents',
      summary: 'Requests whose contents are kept, newest first, without what they said.',
      query: {
        from: day('The first day. Default: all that is kept.'),
        to: day('The last day.'),
        key: word('A key id.'),
        model: word('The model asked for.'),
        end_user: word('For whom the request was, as it says.'),
        text: word('A text in the request or in the answer, in upper or lower case.'),
        limit: limit(usualLimit),
      },
      answers: contentsAnswer,
      async answer({ query, caller, address }): Promise<ContentsAnswer> {
        const { end_user: endUser, ...rest } = query;
        const requests = await asked(contents.find(folder(), { ...rest, endUser, id: undefined }));
        audit(log, {
          what: 'contents searched',
          caller,
          address,
          requests: requests.length,
          ...(query.key !== undefined && { key: query.key }),
          ...(endUser !== undefined && { endUser }),
        });
        return { requests: requests as ContentsAnswer['requests'] };
      },
    }),
    jsonRoute({
      method: 'GET',
      path: '/api/contents/{id}',
      access: 'contents',
      summary: 'What a request said and what came back.',
      answers: contentAnswer,
      async answer({ id, caller, address }): Promise<ContentAnswer> {
        const found = await asked(contents.get(folder(), id));
        audit(log, {
          what: 'content read',
          caller,
          address,
          request: id.slice(0, longestId),
          requests: found === undefined ? 0 : 1,
          ...(found !== undefined && { key: found.key }),
        });
        if (found === undefined)
          throw new AdminRefusal('not_found', 'Of no request with this id anything is kept.');
        return found as unknown as ContentAnswer;
      },
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/contents/delete',
      access: 'contents',
      summary: 'Deletes what requests of an end user said and were told, from all files.',
      body: contentsToDelete,
      answers: deletedContents,
      async answer({ body, caller, address }): Promise<DeletedContents> {
        const endUser = text(body, 'end_user');
        const requests = await asked(contents.deleteOf(folder(), endUser));
        audit(log, {
          what: 'contents deleted',
          caller,
          address,
          endUser: endUser.slice(0, longestId),
          requests,
        });
        return { requests };
      },
    }),
  ];
}

const longestId = 256;

/** Passes on what the files hold. Throws AdminRefusal `unavailable` with the reason where they can't be read. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new AdminRefusal('unavailable', `Contents can not be read: ${(error as Error).message}`);
  }
}
