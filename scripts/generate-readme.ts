/** The parts of `README.md` that follow from what the code lists; each stands between two comments that nobody sees. */
import {
  endpoints,
  grantedByDefault,
  ownEndpoints,
  pathsOf,
  tagPrefixes,
} from '../src/api/endpoints/index.ts';
import { catalog, type ErrorCode, publicCode } from '../src/errors.ts';

const parts: Readonly<Record<string, () => string>> = {
  endpoints: () => {
    const served = Object.values(endpoints).flatMap((endpoint) =>
      pathsOf(endpoint).map((path) => `\`${endpoint.methods[0]} ${path}\``),
    );
    const own = ownEndpoints.map(({ path }) => `\`GET ${path}\``);
    return `${listed([...served, ...own])}.`;
  },
  prefixes: () => `${listed(tagPrefixes.map((name) => `\`${name}\``))}.`,
  granted: () => listed(grantedByDefault.map((name) => `\`${name}\``)),
  errors: errorTable,
};

/** The text of the README with these parts as the code has them; all else stays as it is written. */
export function withParts(readme: string): string {
  let renewed = readme;
  for (const [name, make] of Object.entries(parts)) {
    const begin = `<!-- generated: ${name} -->`;
    const from = renewed.indexOf(begin) + begin.length;
    const to = renewed.indexOf('<!-- end -->', from) - 1; // with the space or the line break before it
    if (from < begin.length || to < from) throw new Error(`README.md has no place for its part "${name}"`);
    renewed = `${renewed.slice(0, from)}\n${make()}${renewed.slice(to)}`;
  }
  return renewed;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const tryAgain = { never: 'no', later: 'yes' };

function errorTable(): string {
  const rows = (Object.keys(catalog) as ErrorCode[]).map((code) => {
    const { status, retry, meaning } = catalog[code];
    return `| \`${publicCode(code)}\` | ${status} | ${tryAgain[retry]} | ${meaning} |`;
  });
  return ['| code | status | try again | meaning |', '|---|---|---|---|', ...rows].join('\n');
}
