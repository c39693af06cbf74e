/** Media types of images that messages and Converse take; they know no others. */
export const imageTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
]);

/** The end of a sentence about all others. */
export const notAnImageType = `its media type is none of ${[...imageTypes].join(', ')}`;
