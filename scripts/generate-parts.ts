/** Parts of pages that follow from what the code lists; each stands between two comments that nobody sees. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  endpoints,
  grantedByDefault,
  ownEndpoints,
  pathsOf,
  tagPrefixes,
} from '../src/api/endpoints/index.ts';
import { strategies } from '../src/routing/balance/index.ts';
import type { SchemaNode } from './schema-node.ts';

const root = new URL('../', import.meta.url);

/** By page, from the root of the project. */
const parts: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/endpoints.md': {
    endpoints: endpointTable,
    granted: () => listed(grantedByDefault.map((name) => `\`${name}\``)),
  },
  'docs/capabilities.md': {
    prefixes: () => `${listed(tagPrefixes.map((name) => `\`${name}\``))}.`,
  },
  'docs/routing.md': { strategies: strategyTable },
  'docs/monitoring.md': { alerts: alertTable },
};

/** Path and text of each page that has such parts, as the code has them; all else of it stays as it is written. */
export function pagesWithParts(): ReadonlyMap<string, string> {
  return new Map(Object.keys(parts).map((page) => [page, withParts(page)]));
}

function withParts(page: string): string {
  let renewed = readFileSync(new URL(page, root), 'utf8');
  for (const [name, make] of Object.entries(parts[page] ?? {})) {
    const begin = `<!-- generated: ${name} -->`;
    const from = renewed.indexOf(begin) + begin.length;
    const to = renewed.indexOf('<!-- end -->', from) - 1; // with the space or the line break before it
    if (from < begin.length || to < from) throw new Error(`${page} has no place for its part "${name}"`);
    renewed = `${renewed.slice(0, from)}\n${make()}${renewed.slice(to)}`;
  }
  return renewed;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function endpointTable(): string {
  const rows = Object.values(endpoints).map((endpoint) => {
    const paths = pathsOf(endpoint).map((path) => `\`${endpoint.methods[0]} ${path}\``);
    return `| \`${endpoint.name}\` | ${paths.join(', ')} |`;
  });
  const own = ownEndpoints.map(({ path }) => `| | \`GET ${path}\` |`);
  return ['| endpoint | called at |', '|---|---|', ...rows, ...own].join('\n');
}

function strategyTable(): string {
  const schema = JSON.parse(readFileSync(new URL('schemas/gateway.schema.json', root), 'utf8')) as SchemaNode;
  const usual = schema.$defs?.['model']?.properties?.['balance']?.['default'];
  const rows = Object.entries(strategies).map(
    ([name, { about }]) => `| \`${name}\`${name === usual ? ', the default' : ''} | ${about} |`,
  );
  return ['| `balance` | tried first |', '|---|---|', ...rows].join('\n');
}

interface AlertRules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly for: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly description: string };
    }[];
  }[];
}

function alertTable(): string {
  const text = readFileSync(new URL('examples/deploy/prometheus/gateway-alerts.yaml', root), 'utf8');
  const { groups } = parse(text) as AlertRules;
  const rows = groups.flatMap(({ rules }) =>
    rules.map(({ alert, for: after = '0s', labels: { severity }, annotations: { summary, description } }) => {
      const what = summary.replace(/^\{\{ \$labels\.instance \}\}: /, '').replace(/\{\{ (.*?) \}\}/g, '…');
      return `| \`${alert}\` | ${severity} | ${after} | ${what} | ${description.trim().replaceAll('\n', ' ')} |`;
    }),
  );
  return ['| alert | severity | after | says | what to do |', '|---|---|---|---|---|', ...rows].join('\n');
}
