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
    for (const statement of project.program.getSourceFile(source)!.statements) {
      const name = (statement as { readonly name?: { readonly text: string } }).name;
      if (name === undefined) continue;
      const symbol = project.checker.getSymbolAtLocation(name as never)!;
      found.set(name.text, new Fields(project.checker).of(project.checker.getDeclaredTypeOfSymbol(symbol)));
    }
    return found;
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

/** How a value stands in what is around it. */
type Around = (value: unknown) => unknown;

class Fields {
  readonly #checker: Checker;
  readonly #found = new Map<string, SdkField>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  of(type: Type): readonly SdkField[] {
    this.#walk(type, '', (value) => value, []);
    return [...this.#found.values()];
  }

  #add(path: string, is: SdkField['is'], value: string, body: Around): void {
    const key = `${path} ${is} ${JSON.stringify(body(''))}`;
    if (!this.#found.has(key)) this.#found.set(key, { path, is, value, body });
  }

  #walk(type: Type, path: string, around: Around, above: readonly number[]): void {
    for (const part of partsOf(type)) this.#one(part, path, around, above);
  }

  #one(type: Type, path: string, around: Around, above: readonly number[]): void {
    const literal = literalOf(type);
    if (typeof literal === 'string') return this.#add(path, 'word', literal, around);
    if (literal !== undefined) return;
    const said = this.#checker.typeToString(type);
    // `string & {}` lets any text stand beside some words.
    if (said === 'string' || said === 'string & {}') return this.#add(path, 'string', '', around);
    if (said === 'unknown' || said === 'any' || said === 'object')
      return this.#add(path, 'unknown', '', around);
    if (/^(?:number|boolean|null|undefined|true|false|void|never)$/.test(said)) return;
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as never);
      return this.#walk(element!, `${path}[]`, (value) => around([value]), above);
    }
    const { id } = type as unknown as { readonly id: number };
    if (above.length > deepest || above.filter((one) => one === id).length >= turns) return;
    this.#object(type, path, around, [...above, id]);
  }

  #object(type: Type, path: string, around: Around, above: readonly number[]): void {
    const symbols = this.#checker.getPropertiesOfType(type);
    // What is uploaded is a part of a form.
    if (symbols.some(({ name }) => name === 'arrayBuffer' || name === 'getReader' || name === 'blob')) return;
    const types = symbols.length === 0 ? [] : this.#checker.getTypeOfSymbol(symbols);
    const words: Record<string, unknown> = {};
    for (const [at, { name }] of symbols.entries()) {
      const literals = types[at] === undefined ? [] : partsOf(types[at]).map(literalOf);
      if (literals.length === 1 && typeof literals[0] === 'string') words[name] = literals[0];
    }
    for (const [at, { name }] of symbols.entries()) {
      const inner = path === '' ? name : `${path}.${name}`;
      const { [name]: _own, ...others } = words;
      if (types[at] !== undefined)
        this.#walk(types[at], inner, (value) => around({ ...others, [name]: value }), above);
    }
    for (const { valueType } of this.#checker.getIndexInfosOfType(type))
      this.#walk(valueType, `${path}.{}`, (value) => around({ ...words, [anyName]: value }), above);
  }
}

function partsOf(type: Type): readonly Type[] {
  const union = type as unknown as {
    isUnion?: () => boolean;
    getTypes?: () => readonly Type[];
    flags: number;
  };
  const isUnion = (union.flags & 0x8000000) !== 0 && union.getTypes !== undefined;
  return isUnion ? union.getTypes!().flatMap(partsOf) : [type];
}

function literalOf(type: Type): unknown {
  return (type as unknown as { readonly value?: unknown }).value;
}
