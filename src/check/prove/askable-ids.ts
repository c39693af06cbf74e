/**
 * The ids that a request can ask for: each id that the file names, and for each wildcard one more for all others that
 * it takes. They are numbered, so that the rights of a key are a set of numbers.
 */
import { modelLists } from '../../config/derived/allowed-models.ts';
import { wildcardPrefix } from '../../config/derived/model-names.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { BitSet } from '../../lib/bit-set.ts';
import { compileGlob } from '../../lib/glob.ts';
import { type ModelRoutes, type RoutingTable, routesOf } from '../../routing/routing-table.ts';
import { globsOfAll } from './common-globs.ts';
import { idTakenBy } from './wildcard-ids.ts';

interface Askable {
  /** Undefined for the ids of a wildcard that the file does not name. */
  readonly id: string | undefined;
  readonly routes: ModelRoutes;
}

/** Many keys have the same patterns. */
const everything = ['*'];

export class AskableIds {
  readonly #table: RoutingTable;
  readonly #numbers = new Map<string, number>();
  readonly #all: Askable[] = [];
  readonly #wildcards: (readonly [number: number, routes: ModelRoutes])[] = [];
  readonly #sorted: readonly string[];
  readonly #byGlob = new Map<string, BitSet>();

  /** @param named ids that the file names elsewhere than as a model or a fallback */
  constructor(table: RoutingTable, named: Iterable<string>) {
    this.#table = table;
    for (const routes of table.models.values()) {
      if (wildcardPrefix(routes.model.id) === undefined) this.#add(routes.model.id);
      else {
        this.#wildcards.push([this.#all.length, routes]);
        this.#all.push({ id: undefined, routes });
      }
    }
    for (const { model } of table.models.values()) {
      this.#add(model.id);
      for (const fallback of model.fallbacks) this.#add(fallback);
    }
    for (const id of named) this.#add(id);
    this.#sorted = [...this.#numbers.keys()].sort();
  }

  #add(id: string): void {
    if (this.#numbers.has(id)) return;
    const routes = routesOf(this.#table, id);
    if (routes === undefined) return;
    this.#numbers.set(id, this.#all.length);
    this.#all.push({ id, routes });
  }

  /** In the order of the file: models, then ids that only other places name. */
  get all(): readonly Askable[] {
    return this.#all;
  }

  /** The number of a named id; undefined if no model answers to it. */
  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** The numbers of the ids that any of a key's patterns allows. */
  allowedTo(key: KeyConfig): BitSet {
    const [models = everything, ...others] = modelLists(key);
    const byFirst = this.#allowedByAny(models);
    if (others.length === 0) return byFirst;
    const byAll = others.reduce((allowed, list) => allowed.and(this.#allowedByAny(list)), byFirst);
    const allowed = new BitSet(this.#all.length);
    for (const number of byAll) if (this.#written(number, key) !== undefined) allowed.add(number);
    return allowed;
  }

  #allowedByAny(models: readonly string[]): BitSet {
    const [only] = models;
    if (models.length === 1) return this.#allowedBy(only!);
    const allowed = new BitSet(this.#all.length);
    for (const glob of models) allowed.addAll(this.#allowedBy(glob));
    return allowed;
  }

  #allowedBy(glob: string): BitSet {
    const known = this.#byGlob.get(glob);
    if (known !== undefined) return known;
    const allowsModel = compileGlob(glob);
    const allowed = new BitSet(this.#all.length);
    for (const id of this.#beginning(glob.replace(/\*.*$/s, ''))) {
      if (allowsModel(id)) allowed.add(this.#numbers.get(id)!);
    }
    for (const [number, routes] of this.#wildcards) {
      if (idTakenBy(this.#table, routes, glob) !== undefined) allowed.add(number);
    }
    this.#byGlob.set(glob, allowed);
    return allowed;
  }

  /** Named ids with a beginning: only those can match a pattern whose text before its first `*` is that beginning. */
  *#beginning(head: string): Generator<string> {
    const { length } = this.#sorted;
    let [from, to] = [0, length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#sorted[middle]! < head) from = middle + 1;
      else to = middle;
    }
    for (; from < length && this.#sorted[from]!.startsWith(head); from += 1) yield this.#sorted[from]!;
  }

  /** The id that a key's request writes for one of its numbers. */
  written(number: number, key: KeyConfig | undefined): string {
    const id = this.#written(number, key);
    if (id !== undefined) return id;
    throw new Error(`no id of "${this.#all[number]!.routes.model.id}" is allowed to the key "${key?.id}"`);
  }

  #written(number: number, key: KeyConfig | undefined): string | undefined {
    const { id, routes } = this.#all[number]!;
    if (id !== undefined) return id;
    for (const glob of globsOfAll(key === undefined ? [] : modelLists(key))) {
      const taken = idTakenBy(this.#table, routes, glob);
      if (taken !== undefined) return taken;
    }
    return undefined;
  }
}
