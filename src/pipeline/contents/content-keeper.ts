import type { KeptContent } from '../../observe/kept-content.ts';

/**
 * Decides whose contents are kept, and takes them. The keeping itself runs apart from requests: it can hold up none.
 */
export interface ContentKeeper {
  /** True if the contents of this request are kept: of a key, for the id that it asks for. */
  keeps(keyId: string, asked: string): boolean;
  /** The most bytes that are kept of a request, and of its answer. */
  readonly maxBytes: number;
  /** Requests whose contents can't be kept are not sent. */
  readonly refusesWhenFull: boolean;
  /** Takes room for so many bytes, if there is any. */
  take(bytes: number): boolean;
  /** Gives back room. */
  free(bytes: number): void;
  /** Counts a request whose contents are not kept. */
  leftOut(how: 'dropped' | 'refused'): void;
  /** Takes over the kept contents of a request, with the room that they hold. */
  keep(content: KeptContent): void;
}

/** For configurations that serve nothing. */
export const nothingKept: ContentKeeper = {
  keeps: () => false,
  maxBytes: 0,
  refusesWhenFull: false,
  take: () => false,
  free() {},
  leftOut() {},
  keep() {},
};
