/** The list of models, in the form of OpenAI's `GET /v1/models` with the tags that each can be asked for. */

/** A model as clients see it. */
export interface ModelEntry {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly ownedBy: string;
  /** For people; undefined where the id has to do. */
  readonly displayName: string | undefined;
  readonly description: string | undefined;
  /** Sorted; left out of the answer when empty. */
  readonly tags: readonly string[];
}

function shown({ id, created, ownedBy, displayName, description, tags }: ModelEntry): object {
  return {
    id,
    object: 'model',
    created,
    owned_by: ownedBy,
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(description === undefined ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

/** The body of `GET /v1/models`. */
export function renderModelList(entries: readonly ModelEntry[]): Buffer {
  return Buffer.from(JSON.stringify({ object: 'list', data: entries.map(shown) }));
}

/** The body of `GET /v1/models/{id}`. */
export function renderModel(entry: ModelEntry): Buffer {
  return Buffer.from(JSON.stringify(shown(entry)));
}
