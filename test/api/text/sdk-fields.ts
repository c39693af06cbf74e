/** The string fields that the types of the vendors' SDKs have, read by the TypeScript compiler. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { API, type Checker, type Type } from 'typescript/unstable/sync';

/** A string field: a body that has it, with all around it that says what it is. */
export interface SdkField {
  /** As in `messages[].content[].text`; `{}` is any name. */
  readonly path: string;
  /** `word` where the type allows some words alone, `file` for what is sent as a part of a form. */
  readonly is: 'string' | 'word' | 'unknown';
  /** The words, where it has some. */
  readonly value: string;
  /** A body with the value at the field. */
  readonly body: (value: unknown) => unknown;
}

const require = createRequire(import.meta.url);
const anyName = 'k7';
/** Types that contain themselves are gone through so often. */
const turns = 2;
const deepest = 14;

/** @param types Types by names of ours, as TypeScript has them behind `OpenAI` and `Anthropic`. */
export function sdkFields(types: Readonly<Record<string, string>>): Map<string, readonly SdkField[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-types-'));
  const api = new API();
  try {
    const from = (name: string) => JSON.stringify(dirname(require.resolve(name)));
    const source = join(folder, 'index.ts');
    writeFileSync(
      source,
      `import type OpenAI from ${from('openai')};\nimport type Anthropic from ${from('@anthropic-ai/sdk')};\n` +
        Object.entries(types)
          .map(([name, type]) => `export type ${name} = ${type};\n`)
          .join(''),
    );
    const config = join(folder, 'tsconfig.json');
    const compilerOptions = { strict: true, skipLibCheck: true, noEmit: true, module: 'nodenext', types: [] };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['index.ts'] }));
    const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0]!;
    const found = new Map<string, readonly SdkField[]>();
    const known = new Map<number, Known>();
    for (const statement of project.program.getSourceFile(source)!.statements) {
      const name = (statement as { readonly name?: { readonly text: string } }).name;
      if (name === undefined) continue;
      const symbol = project.checker.getSymbolAtLocation(name as never)!;
      found.set(
        name.text,
        new Fields(project.checker, known).of(project.checker.getDeclaredTypeOfSymbol(symbol)),
      );
    }
    return found;
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

/** How a value stands in what is around it. */
type Around = (value: unknown) => unknown;

/** What the compiler said of a type. */
interface Known {
  readonly said: string;
  readonly element: Type | undefined;
  readonly fields: readonly (readonly [name: string, type: Type])[];
  readonly any: readonly Type[];
  /** Fields that have one word alone. */
  readonly words: Readonly<Record<string, string>>;
  readonly isFile: boolean;
}

class Fields {
  readonly #checker: Checker;
  readonly #known: Map<number, Known>;
  readonly #found = new Map<string, SdkField>();

  constructor(checker: Checker, known: Map<number, Known>) {
    this.#checker = checker;
    this.#known = known;
  }

  of(type: Type): readonly SdkField[] {
    this.#walk(type, '', (value) => value, []);
    return [...this.#found.values()];
  }

  #walk(type: Type, path: string, around: Around, above: readonly number[]): void {
    for (const part of partsOf(type)) this.#one(part, path, around, above);
  }

  #one(type: Type, path: string, around: Around, above: readonly number[]): void {
    const literal = literalOf(type);
    const add = (is: SdkField['is'], value: string) => {
      const key = `${path} ${is} ${above.at(-1)}`;
      if (!this.#found.has(key)) this.#found.set(key, { path, is, value, body: around });
    };
    if (typeof literal === 'string') return add('word', literal);
    if (literal !== undefined) return;
    const { said, element, isFile, fields, any, words } = this.#of(type);
    // `string & {}` lets any text stand beside some words.
    if (said === 'string' || said === 'string & {}') return add('string', '');
    if (said === 'unknown' || said === 'any' || said === 'object') return add('unknown', '');
    if (element !== undefined) return this.#walk(element, `${path}[]`, (value) => around([value]), above);
    const id = idOf(type);
    if (isFile || above.length > deepest || above.filter((one) => one === id).length >= turns) return;
    const inside = [...above, id];
    for (const [name, inner] of fields) {
      const { [name]: _own, ...others } = words;
      const at = path === '' ? name : `${path}.${name}`;
      this.#walk(inner, at, (value) => around({ ...others, [name]: value }), inside);
    }
    for (const inner of any)
      this.#walk(inner, `${path}.{}`, (value) => around({ ...words, [anyName]: value }), inside);
  }

  #of(type: Type): Known {
    const known = this.#known.get(idOf(type));
    if (known !== undefined) return known;
    const fresh = this.#ask(type);
    this.#known.set(idOf(type), fresh);
    return fresh;
  }

  #ask(type: Type): Known {
    const checker = this.#checker;
    const said = checker.typeToString(type);
    const nothing = { said, element: undefined, fields: [], any: [], words: {}, isFile: false };
    if (
      /^(?:string|string & \{\}|unknown|any|object|number|boolean|null|undefined|true|false|void|never)$/.test(
        said,
      )
    )
      return nothing;
    if (checker.isArrayType(type))
      return { ...nothing, element: checker.getTypeArguments(type as never)[0]! };
    const symbols = checker.getPropertiesOfType(type);
    // What is uploaded is a part of a form.
    if (symbols.some(({ name }) => uploaded.has(name))) return { ...nothing, isFile: true };
    const types = symbols.length === 0 ? [] : checker.getTypeOfSymbol(symbols);
    const fields = symbols.flatMap(({ name }, at) =>
      types[at] === undefined ? [] : [[name, types[at]] as const],
    );
    const words: Record<string, string> = {};
    for (const [name, inner] of fields) {
      const literals = partsOf(inner).map(literalOf);
      if (literals.length === 1 && typeof literals[0] === 'string') words[name] = literals[0];
    }
    const any = checker.getIndexInfosOfType(type).map(({ valueType }) => valueType);
    return { ...nothing, fields, any, words };
  }
}

const uploaded = new Set(['arrayBuffer', 'getReader', 'blob', 'bytesRead']);

function idOf(type: Type): number {
  return (type as unknown as { readonly id: number }).id;
}

const parts = new WeakMap<Type, readonly Type[]>();

function partsOf(type: Type): readonly Type[] {
  const known = parts.get(type);
  if (known !== undefined) return known;
  const { getTypes, flags } = type as unknown as { getTypes?: () => readonly Type[]; readonly flags: number };
  const isUnion = (flags & union) !== 0 && getTypes !== undefined;
  const found = isUnion ? getTypes.call(type).flatMap(partsOf) : [type];
  parts.set(type, found);
  return found;
}

/** `TypeFlags.Union`. */
const union = 0x8000000;

function literalOf(type: Type): unknown {
  return (type as unknown as { readonly value?: unknown }).value;
}
