import { count, described, list, named, shapeOf, type TypeOf, text, time, truth, whole } from './shape.ts';

const facts = whole(
  {
    id: text(),
    at: time(),
    key: text(),
    endpoint: text(),
    stream: truth(),
    status: count(),
  },
  {
    /** As the request says for whom it is, where its key has end users. */
    end_user: text(),
    issuer: text(),
    subject: text(),
    model: text(),
    /** `MODEL/NAME`. */
    deployment: text(),
    backend: text(),
    upstream_model: text(),
    /** `cut` or `left`: the answer is what came until then. */
    ended: text(),
    /** Of all of the request, and of the answer, where not all of it is kept. */
    request_bytes: count(),
    answer_bytes: count(),
  },
);

/** The facts of one request whose contents are kept, without the contents. */
const keptRequest = named('KeptRequest', facts);
export type KeptRequest = TypeOf<typeof keptRequest>;

export const contentsAnswer = named('KeptRequests', whole({ requests: list(keptRequest) }));
export type ContentsAnswer = TypeOf<typeof contentsAnswer>;

/** The same with what it said and what came back. */
export const contentAnswer = named(
  'Content',
  whole(
    { ...facts.fields, request: shapeOf<unknown>({}), answer: shapeOf<unknown>({}) },
    facts.optionalFields,
  ),
);
export type ContentAnswer = TypeOf<typeof contentAnswer>;

/** The body of `POST /api/contents/delete`. */
export const contentsToDelete = named(
  'ContentsToDelete',
  whole({ end_user: described('As requests say for whom they are.', text()) }),
);

export const deletedContents = named('DeletedContents', whole({ requests: count() }));
export type DeletedContents = TypeOf<typeof deletedContents>;
