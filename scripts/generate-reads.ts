/**
 * The types of what the admin API answers, by path, so that the dashboard cannot ask for one thing and take it for another.
 * They are read off the routes' texts: to build the routes takes a running gateway, and the dashboard cannot import them.
 */
import { readdirSync, readFileSync } from 'node:fs';

const routesFolder = new URL('../src/admin/api/', import.meta.url);
const contractFolder = new URL('../src/admin/contract/', import.meta.url);

const route = /\bjsonRoute\(\{\s+method: '(\w+)',\s+path: '([^']+)',[\s\S]*?\banswers: (\w+),/g;

interface Read {
  readonly path: string;
  /** The shape's name in its file of the contract. */
  readonly answers: string;
}

/** The text of `src/admin/contract/generated/reads.generated.ts`. */
export function readsCode(): string {
  const reads = textsOf(routesFolder).flatMap(readsOf);
  const files = textsOf(contractFolder);
  const fileOf = (answers: string) => {
    const found = files.find(({ text }) => text.includes(`export const ${answers} =`));
    if (found === undefined) throw new Error(`${answers} is not in src/admin/contract`);
    return found.name;
  };
  const byFile = new Map<string, string[]>();
  for (const { answers } of reads)
    byFile.set(fileOf(answers), [...(byFile.get(fileOf(answers)) ?? []), answers]);
  byFile.set('shape.ts', ['TypeOf']);
  const imports = [...byFile].sort().map(([file, names]) => {
    const once = [...new Set(names)].sort();
    return `import type { ${once.join(', ')} } from '../${file}';`;
  });
  const lines = [...reads]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, answers }) => `  readonly '${path}': TypeOf<typeof ${answers}>;`);
  return `// Made from src/admin/api by \`npm run generate\`; do not edit.
${imports.join('\n')}

/** The answers of the admin API to GET, by path. */
export interface Reads {
${lines.join('\n')}
}
`;
}

function readsOf({ name, text }: { readonly name: string; readonly text: string }): readonly Read[] {
  const found = [...text.matchAll(route)];
  const declared = text.split(/\bjsonRoute\(\{/).length - 1;
  if (found.length !== declared)
    throw new Error(`${name}: a route begins with its method and path as texts, and names what it answers`);
  return found.flatMap(([, method, path = '', answers = '']) =>
    method === 'GET' ? [{ path, answers }] : [],
  );
}

function textsOf(folder: URL): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
}
