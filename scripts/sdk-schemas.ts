/**
 * Makes the JSON schemas that translations are judged by out of the types of the vendors' own clients: requests, whole
 * answers and the events of streams. The packages are installed into a folder of their own; nothing of them is kept but
 * schemas without words.
 *
 *     node --import tsx scripts/sdk-schemas.ts [NAME ...]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../src/lib/json.ts';

interface Source {
  /** Of npm. */
  readonly package: string;
  readonly version: string;
  /** TypeScript that exports `Request`, `Answer` and `Event`, each as it stands on the wire. */
  readonly types: string;
  /** A file of types that is edited first, and how. */
  readonly edit?: { readonly file: string; readonly text: (text: string) => string };
  /** Adjusts the wire's form where it differs from the types. */
  readonly adjust?: (definitions: Definitions) => void;
}

type Definitions = Record<string, Record<string, unknown>>;

const generator = 'ts-json-schema-generator@2.4.0';

const messagesTypes = `
import type Anthropic from 'client';
export type Request = Anthropic.Messages.MessageCreateParams;
export type Answer = Anthropic.Messages.Message;
export type Event = Anthropic.Messages.RawMessageStreamEvent;
export interface ErrorEvent { type: 'error'; error: { type: string; message: string; [more: string]: unknown }; request_id?: string | null }
`;

const amazonsTypes = {
  file: 'dist-types/models/models_0.d.ts',
  // A required field is `name: T | undefined`, an optional one `name?: T | undefined`; bytes are base64.
  text: (text: string) => text.replaceAll(' | undefined;', ';').replaceAll('Uint8Array', 'string'),
};

const sources: Readonly<Record<string, Source>> = {
  chat: {
    package: 'openai',
    version: '7.57.0',
    types: `
import type OpenAI from 'client';
export type Request = OpenAI.Chat.ChatCompletionCreateParams;
export type Answer = OpenAI.Chat.ChatCompletion;
export type Event = OpenAI.Chat.ChatCompletionChunk;
`,
  },
  responses: {
    package: 'openai',
    version: '7.57.0',
    types: `
import type OpenAI from 'client';
export type Request = OpenAI.Responses.ResponseCreateParams;
export type Answer = OpenAI.Responses.Response;
export type Event = OpenAI.Responses.ResponseStreamEvent;
`,
    adjust(definitions) {
      // The client adds it; no answer has it.
      for (const definition of Object.values(definitions)) {
        const { properties, required } = definition;
        if (!isObject(properties) || !('output_text' in properties) || !Array.isArray(required)) continue;
        definition['required'] = required.filter((name) => name !== 'output_text');
      }
    },
  },
  messages: { package: '@anthropic-ai/sdk', version: '1.14.0', types: messagesTypes },
  'messages-2023-06-01': { package: '@anthropic-ai/sdk', version: '0.137.0', types: messagesTypes },
  gemini: {
    package: '@google/genai',
    version: '2.32.0',
    types: `
import type { Content, GenerateContentResponse, GenerationConfig, SafetySetting, Tool, ToolConfig } from 'client';
export interface Request {
  contents: Content[];
  systemInstruction?: Content;
  tools?: Tool[];
  toolConfig?: ToolConfig;
  safetySettings?: SafetySetting[];
  cachedContent?: string;
  generationConfig?: GenerationConfig;
}
export type Answer = Pick<GenerateContentResponse, 'candidates' | 'createTime' | 'modelVersion' | 'promptFeedback' | 'responseId' | 'usageMetadata' | 'modelStatus'>;
export type Event = Answer;
`,
  },
  converse: {
    package: '@aws-sdk/client-bedrock-runtime',
    version: '3.1164.0',
    types: `
import type { ConverseRequest, ConverseResponse, ConverseStreamOutput } from 'client';
export type Request = Pick<ConverseRequest, Exclude<keyof ConverseRequest, 'modelId'>>;
export type Answer = ConverseResponse;
export type Event = ConverseStreamOutput;
`,
    edit: amazonsTypes,
    adjust(definitions) {
      // Of an exception the wire has what it says; the rest is the client's.
      for (const name of Object.keys(definitions).filter((one) => one.endsWith('Exception')))
        definitions[name] = { properties: { message: { type: 'string' } }, type: 'object' };
    },
  },
  'apply-guardrail': {
    package: '@aws-sdk/client-bedrock-runtime',
    version: '3.1164.0',
    types: `
import type { ApplyGuardrailRequest, ApplyGuardrailResponse } from 'client';
export type Request = Pick<ApplyGuardrailRequest, Exclude<keyof ApplyGuardrailRequest, 'guardrailIdentifier' | 'guardrailVersion'>>;
export type Answer = ApplyGuardrailResponse;
`,
    edit: amazonsTypes,
  },
};

const target = new URL('../test/fixtures/sdk-schemas/', import.meta.url);

/** Members of schemas that say nothing of what is valid. */
const wordy = new Set(['description', 'title', 'examples', 'default', 'deprecated', '$comment']);

/** A schema without words. */
function bare(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isMap || !wordy.has(name))
      .map(([name, inner]) => [name, bare(inner, name === 'properties' && !isMap)]),
  );
}

const at = '#/definitions/';

/** The definitions that some of them lead to, by names that are short, in the order in which they are met. */
function reached(all: Definitions, roots: readonly string[]): object {
  const names = new Map(roots.map((name) => [name, name]));
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (name !== '$ref' || typeof inner !== 'string') return [name, rename(inner)];
        const full = decodeURIComponent(inner.slice(at.length));
        if (!names.has(full)) names.set(full, /^[\w.]{1,60}$/.test(full) ? full : `d${names.size}`);
        return [name, at + names.get(full)];
      }),
    );
  };
  const kept: Record<string, unknown> = {};
  // Entries added during the loop are visited too.
  for (const [full, short] of names) kept[short] = rename(all[full]);
  return kept;
}

/** Leaves out the alternatives that stand for what a client does not know. */
function withoutUnknown(definitions: Definitions): Definitions {
  const isUnknown = (schema: unknown): boolean => {
    if (!isObject(schema)) return false;
    const { $ref: reference, required } = schema;
    if (typeof reference === 'string')
      return isUnknown(definitions[decodeURIComponent(reference.slice(at.length))]);
    return Array.isArray(required) && required.includes('$unknown');
  };
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'anyOf' && Array.isArray(inner)
          ? inner.filter((one) => !isUnknown(one)).map(strip)
          : strip(inner),
      ]),
    );
  };
  return strip(definitions) as Definitions;
}

function make(name: string, source: Source): void {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-schemas-'));
  try {
    const client = `${source.package}@${source.version}`;
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false'];
    execFileSync('npm', ['install', ...options, generator, client], { cwd: folder, stdio: 'ignore' });
    writeFileSync(join(folder, 'types.ts'), source.types.replaceAll("'client'", `'${source.package}'`));
    if (source.edit !== undefined) {
      const file = join(folder, 'node_modules', source.package, source.edit.file);
      writeFileSync(file, source.edit.text(readFileSync(file, 'utf8')));
    }
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: 'nodenext',
      strict: true,
      skipLibCheck: true,
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    const command = join(folder, 'node_modules/.bin/ts-json-schema-generator');
    const made = execFileSync(command, ['-p', 'types.ts', '-f', 'tsconfig.json', '--no-type-check'], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    });
    const schema = JSON.parse(made.toString()) as { definitions: JsonObject };
    const definitions = withoutUnknown(bare(schema.definitions, true) as Definitions);
    source.adjust?.(definitions);
    const roots = Object.keys(definitions).filter((one) => /^(?:Request|Answer|Event|ErrorEvent)$/.test(one));
    const about = JSON.parse(
      readFileSync(join(folder, 'node_modules', source.package, 'package.json'), 'utf8'),
    ) as { license?: string };
    const document = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $comment: `Made by scripts/sdk-schemas.ts of the types of ${client} (${about.license}) with ${generator}.`,
      definitions: reached(definitions, roots),
    };
    writeFileSync(new URL(`${name}.json`, target), oneLineEach(document));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A definition has a line of its own, so that a new version shows what it changes. */
function oneLineEach({ definitions, ...head }: { definitions: object }): string {
  const lines = Object.entries(definitions).map(
    ([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`,
  );
  return `${JSON.stringify(head).slice(0, -1)},"definitions":{\n${lines.join(',\n')}\n}}\n`;
}

const wanted = process.argv.slice(2);
for (const [name, source] of Object.entries(sources))
  if (wanted.length === 0 || wanted.includes(name)) make(name, source);
