import type { KeptContent } from '../../observe/kept-content.ts';

/** Whose contents are kept, and where they go. What keeps them lives apart from requests: it can hold up none. */
export interface ContentKeeper {
  /** Whether those of this request are kept: of a key, for the id that it asks for. */
  keeps(keyId: string, asked: string): boolean;
  /** So much of a request is kept at most, and so much of its answer. */
  readonly maxBytes: number;
  /** Nothing is sent of which the contents can't be kept. */
  readonly refusesWhenFull: boolean;
  /** Takes room for so many bytes, if there is any. */
  take(bytes: number): boolean;
  /** Gives room back. */
  free(bytes: number): void;
  /** Counts a request whose contents are not kept. */
  leftOut(how: 'dropped' | 'refused'): void;
  /** Takes over what was kept of a request, with the room that it holds. */
  keep(content: KeptContent): void;
}

/** Where nothing is served. */
export const nothingKept: ContentKeeper = {
  keeps: () => false,
  maxBytes: 0,
  refusesWhenFull: false,
  take: () => false,
  free() {},
  leftOut() {},
  keep() {},
};
