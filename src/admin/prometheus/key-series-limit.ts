import type { FamilySpec, Series } from '../../observe/metrics/series.ts';

/** Files may have very many keys: so many have series of their own, those that are used first. */
const maxKeys = 2000;
const otherKeys = '(other)';

/** Bounds the series of keys: once a key is shown by its name it always is, since a series that came and went could not be read. */
export class FewKeys {
  readonly #keys = new Set<string>();

  /** The series of a family that are shown: of keys a number, and the sum of all others. */
  shown(spec: FamilySpec, family: ReadonlyMap<string, Series>): ReadonlyMap<string, Series> {
    return spec.labels[0] === 'key' ? this.#few(family) : family;
  }

  #few(family: ReadonlyMap<string, Series>): ReadonlyMap<string, Series> {
    const few = new Map<string, Series>();
    for (const [key, series] of family) {
      const [id = ''] = key.split('\n', 1);
      if (this.#keys.size < maxKeys) this.#keys.add(id);
      if (this.#keys.has(id)) few.set(key, series);
      else {
        const other = otherKeys + key.slice(id.length);
        const sum = few.get(other) ?? new Float64Array(series.length);
        few.set(
          other,
          sum.map((value, index) => value + series[index]!),
        );
      }
    }
    return few;
  }
}
