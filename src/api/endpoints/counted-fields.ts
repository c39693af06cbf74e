import type { RequestCount, ServedDefinition } from './endpoint.ts';

/** The fields of a request that say how much it is, in text or numbers: all that is counted of it before its answer. */
export function countedFields({
  copies = [],
  times = [],
  maximum = [],
  units = {},
}: ServedDefinition['estimate']): readonly string[] {
  const { areExact: _, imageKind, named = {}, ...counts } = units;
  const counted = [...Object.values(counts), ...Object.values(named)] as readonly RequestCount[];
  return [
    ...new Set([
      ...copies,
      ...times,
      ...maximum,
      ...counted.flatMap((count) => ('field' in count ? count.field : [])),
      ...(imageKind === undefined ? [] : [imageKind.quality, imageKind.size]),
    ]),
  ];
}
