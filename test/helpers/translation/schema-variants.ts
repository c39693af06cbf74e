/** Everything that a JSON schema of `test/fixtures/sdk-schemas` allows, one thing at a time. */
import { readFileSync } from 'node:fs';
import { asList, asObject, type JsonObject } from '../../../src/simulator/json-values.ts';
import type { JudgedDialect } from './sdk-schemas.ts';

/** A value that fits. */
export interface Variant {
  readonly value: unknown;
  /** Of what is special in it, below the value. */
  readonly path: string;
  /** The same without what is special in it; undefined where that is all of it. */
  readonly without: unknown;
}

/** Schemas that refer to themselves end somewhere. */
const deepest = 6;
const deepestLeast = 12;
const at = '#/definitions/';

function scalar(value: unknown): Variant {
  return { value, path: '', without: undefined };
}

function typeOf(schema: JsonObject): unknown {
  const { type } = schema;
  return Array.isArray(type) ? type.find((one) => one !== 'null') : type;
}

export class SchemaVariants {
  readonly #definitions: JsonObject;

  constructor(dialect: JudgedDialect) {
    const file = new URL(`../../fixtures/sdk-schemas/${dialect}.json`, import.meta.url);
    this.#definitions = asObject(asObject(JSON.parse(readFileSync(file, 'utf8')))['definitions']);
  }

  /** The properties of a definition, of whichever of its alternatives. */
  propertiesOf(definition: string): ReadonlyMap<string, JsonObject> {
    const found = new Map<string, JsonObject>();
    const look = (schema: JsonObject): void => {
      const resolved = this.#resolve(schema);
      for (const one of asList(resolved['anyOf'])) look(asObject(one));
      for (const [name, inner] of Object.entries(asObject(resolved['properties'])))
        if (!found.has(name)) found.set(name, asObject(inner));
    };
    look({ $ref: at + definition });
    return found;
  }

  /** The least that a schema asks for, and that with each thing more that it allows. */
  of(schema: JsonObject, depth = 0): Variant[] {
    const resolved = this.#resolve(schema);
    if ('const' in resolved) return [scalar(resolved['const'])];
    const words = asList(resolved['enum']);
    if (words.length > 0) return words.filter((word) => word !== null).map(scalar);
    const alternatives = asList(resolved['anyOf']).map(asObject);
    if (alternatives.length > 0) return alternatives.flatMap((one) => this.of(one, depth));
    switch (typeOf(resolved)) {
      case 'object':
        return this.#objects(resolved, depth);
      case 'array':
        if (depth > deepest) return [];
        return this.of(asObject(resolved['items']), depth + 1).map(({ value, path, without }) => ({
          value: [value],
          path: `[0]${path}`,
          without: without === undefined ? undefined : [without],
        }));
      case 'boolean':
        return [scalar(true), scalar(false)];
      case 'null':
        return [];
      default:
        return [scalar(this.least(resolved))];
    }
  }

  /** The least of the values that fit. */
  least(schema: JsonObject, depth = 0): unknown {
    const resolved = this.#resolve(schema);
    if ('const' in resolved) return resolved['const'];
    const [word] = asList(resolved['enum']);
    if (word !== undefined) return word;
    const [alternative] = asList(resolved['anyOf']);
    if (alternative !== undefined) return this.least(asObject(alternative), depth);
    switch (typeOf(resolved)) {
      case 'object':
        return depth > deepestLeast ? {} : this.#leastObject(resolved, depth);
      case 'array':
        return [];
      case 'number':
      case 'integer':
        return 2;
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return 'text';
    }
  }

  #leastObject(schema: JsonObject, depth: number): JsonObject {
    const properties = asObject(schema['properties']);
    return Object.fromEntries(
      asList(schema['required']).map((name) => [
        name,
        this.least(asObject(properties[String(name)]), depth + 1),
      ]),
    );
  }

  #objects(schema: JsonObject, depth: number): Variant[] {
    const least = this.#leastObject(schema, depth);
    const variants: Variant[] = [scalar(least)];
    if (depth > deepest) return variants;
    for (const [name, inner] of Object.entries(asObject(schema['properties']))) {
      if ('const' in this.#resolve(asObject(inner)) && name in least) continue;
      const { [name]: _, ...others } = least;
      for (const { value, path, without } of this.of(asObject(inner), depth + 1)) {
        const rest = without === undefined ? others : { ...least, [name]: without };
        variants.push({ value: { ...least, [name]: value }, path: `.${name}${path}`, without: rest });
      }
    }
    return variants;
  }

  #resolve(schema: JsonObject): JsonObject {
    const { $ref: reference } = schema;
    if (typeof reference !== 'string') return schema;
    return this.#resolve(asObject(this.#definitions[decodeURIComponent(reference.slice(at.length))]));
  }
}
