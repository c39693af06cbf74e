import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** What acts on a configuration, rather than reads it, tells of it or shows it. */
const serving = [
  'worker',
  'contents',
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
  // Said by `serve` when it starts.
  'AdminConfig.tokenFile',
  'Config.tests',
  'Config.priceTests',
  'Config.toolTests',
  'Config.survives',
  // Deployments have what they need of it in their translations.
  'BackendConfig.translating',
  'DeploymentConfig.accepts',
  'DeploymentConfig.catalogue',
  // A file of another name is a change, which is told.
  'TlsConfig.keyFile',
  'TranslatingBackend.flavor',
];

/** What requests meet: nothing but what serves them acts on it. */
const ofRequests = /^(?:Backend|Translating|Wire|Model|Deployment|Key|RequestEdits|Health|.*Credential)/;
/** What a file asserts of itself: nothing but `check` acts on it. */
const ofChecks = /^(?:Assertion|NeverAssertion|RoutingTest|SurvivesAssertion|ToolTest)$/;
/** What translations go by, and they go by nothing else: words of theirs mean other things. */
const ofTranslations = /^(?:Translation|Flavor|Accepts)$/;

/** The texts of the files that act on it. */
function textsOf(parts: readonly string[]): readonly string[] {
  return parts
    .flatMap((part) =>
      part.endsWith('.ts')
        ? [part]
        : readdirSync(join('src', part), { recursive: true, encoding: 'utf8' }).map((file) =>
            join(part, file),
          ),
    )
    .filter((file) => file.endsWith('.ts') && (parts !== serving || !file.startsWith('api/translation/')))
    .map((file) => readFileSync(join('src', file), 'utf8'));
}

const typeFiles = ['types', 'derived'].flatMap((folder) =>
  readdirSync(`src/config/${folder}`).map((name) => `${folder}/${name}`),
);
const types = [...typeFiles, 'translation-settings.ts']
  .map((name) => readFileSync(`src/config/${name}`, 'utf8').replaceAll(/^import [\s\S]*?;$/gm, ''))
  .join('\n');

/** What is worked out of fields beside them, for all who act on it. */
const beside = [...types.matchAll(/^export function [\s\S]*?^\}$/gm)].map(([text]) => text);
const servingTexts = [...textsOf(serving), ...beside];
const anyTexts = [...servingTexts, ...textsOf(running)];
const checkTexts = [...beside, ...textsOf(['check'])];
const translationTexts = [...servingTexts, ...textsOf(['api/translation'])];

interface Field {
  /** `BackendConfig.timeouts.idleMs`. */
  readonly path: string;
  readonly name: string;
  /** The field of the object that it stands in, where that is one within another. */
  readonly parent: string | undefined;
}

/** Every field that types declare, those of objects within them and of unions too. */
function fieldsOf(declarations: string): readonly Field[] {
  const plain = declarations.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const owners = plain.matchAll(
    /^(?:export )?(?:interface|type) (\w+)([\s\S]*?)(?=^(?:export |interface |type |const )|$(?![\s\S]))/gm,
  );
  return [...owners].flatMap(([, owner = '', declaration = '']) => {
    const fields: Field[] = [];
    /** The fields of the objects that are open, undefined for one that is no field's. */
    const open: (string | undefined)[] = [];
    let last: string | undefined;
    for (const [token, name] of declaration.matchAll(/\breadonly (\w+)\??:|[{};]/g)) {
      if (token === '{') open.push(last);
      else if (token === '}') open.pop();
      if (name !== undefined) {
        const parents = open.filter((parent) => parent !== undefined);
        fields.push({ path: [owner, ...parents, name].join('.'), name, parent: parents.at(-1) });
      }
      last = name;
    }
    return fields;
  });
}

/** As a member of something, or taken out of it. */
function isRead({ name, parent }: Field, texts: readonly string[]): boolean {
  // A place in a path, `{project}`, has no space before it.
  const read = new RegExp(`\\.${name}\\b|[{,]\\s+${name}\\s*[,}:=]`);
  // Of an object within another one only where that is spoken of: many things are called alike.
  const spoken = parent === undefined ? /^/ : new RegExp(`\\b${parent}\\b`);
  return texts.some((text) => spoken.test(text) && read.test(text));
}

function textsFor(path: string): readonly string[] {
  const owner = path.slice(0, path.indexOf('.'));
  if (ofTranslations.test(owner)) return translationTexts;
  if (ofChecks.test(owner)) return checkTexts;
  return ofRequests.test(owner) ? servingTexts : anyTexts;
}

function unread(declarations: string): readonly string[] {
  return fieldsOf(declarations)
    .filter((field) => !isRead(field, textsFor(field.path)))
    .map(({ path }) => path);
}

test('whatever a configuration says of a backend, a model or a key is acted on, at every depth', () => {
  const paths = fieldsOf(types).map(({ path }) => path);
  for (const path of [
    'BackendConfig.timeouts',
    'BackendConfig.timeouts.idleMs',
    'BackendConfig.address.hostname',
  ])
    assert.ok(paths.includes(path), path);
  assert.deepEqual([...unread(types)].sort(), [...notServed].sort());
});

test('a field that nobody acts on is found, also within another one, in one line and in a union', () => {
  const more = types
    .replace('  readonly timeouts: {\n', '$&    readonly settle: number;\n')
    .replace('export interface BackendConfig {\n', '$&  readonly nonsense: { readonly unheard: string };\n')
    .replace("readonly kind: 'vertex';\n", '$&      readonly planet: string;\n')
    .replace("{ readonly kind: 'federated'; ", '$&readonly bloc: string; ');
  const found = unread(more).filter((path) => !notServed.includes(path));
  assert.deepEqual(found.sort(), [
    'BackendConfig.nonsense',
    'BackendConfig.nonsense.unheard',
    'BackendConfig.timeouts.settle',
    'ClientProof.bloc',
    'WireConfig.planet',
  ]);
});
