import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** What acts on a configuration, rather than reads it, tells of it or shows it. */
const serving = [
  'worker',
  'api',
  'credentials',
  'http',
  'identity',
  'keys',
  'limits',
  'observe',
  'pipeline',
  'routing',
  'simulator',
];
const running = ['admin', 'embedded', 'gateway.ts', 'process', 'supervisor'];

/** For `check` alone. */
const notServed: readonly string[] = [
  'Config.tests',
  'Config.priceTests',
  'Config.never',
  'Config.survives',
  // Deployments have what they need of it in their translations.
  'BackendConfig.translating',
  'DeploymentConfig.catalogue',
  'NeverAssertion.reaches',
  'SurvivesAssertion.outages',
  'TranslatingBackend.flavor',
];

/** What requests meet: nothing but what serves them acts on it. */
const ofRequests = /^(?:Backend|Model|Deployment|Key|RequestEdits|Health|.*Credential)/;
/** What translations go by, and they go by nothing else: words of theirs mean other things. */
const ofTranslations = /^(?:Translation|Flavor)$/;

function textOf(parts: readonly string[]): string {
  return parts
    .flatMap((part) =>
      part.endsWith('.ts')
        ? [part]
        : readdirSync(join('src', part), { recursive: true, encoding: 'utf8' }).map((file) =>
            join(part, file),
          ),
    )
    .filter((file) => file.endsWith('.ts') && (parts !== serving || !file.startsWith('api/translation/')))
    .map((file) => readFileSync(join('src', file), 'utf8'))
    .join('\n');
}

const types = ['types', 'translation-settings']
  .map((name) => readFileSync(`src/config/${name}.ts`, 'utf8'))
  .join('\n');

/** What is worked out of fields beside them, for all who act on it. */
const beside = [...types.matchAll(/^export function [\s\S]*?^\}$/gm)].join('\n');
const servingText = textOf(serving) + beside;
const anyText = servingText + textOf(running);
const translationText = servingText + textOf(['api/translation']);

/** Every field that an interface of `config/types.ts` declares. */
function fieldsOf(declaration: string): readonly string[] {
  return [...declaration.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name!);
}

const interfaces = [...types.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}$/gm)];

/** As a member of something, or taken out of it. */
function isRead(field: string, sources: string): boolean {
  return new RegExp(`\\.${field}\\b|[{,]\\s*${field}\\s*[,}:=]`).test(sources);
}

function textFor(name: string): string {
  if (ofTranslations.test(name)) return translationText;
  return ofRequests.test(name) ? servingText : anyText;
}

test('whatever a configuration says of a backend, a model or a key is acted on', () => {
  assert.ok(interfaces.some(([, name]) => name === 'BackendConfig'));
  const unread = interfaces.flatMap(([, name, declaration = '']) =>
    fieldsOf(declaration)
      .filter((field) => !isRead(field, textFor(name!)))
      .map((field) => `${name}.${field}`),
  );
  assert.deepEqual(unread, notServed);
});
