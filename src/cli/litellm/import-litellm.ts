import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isScalar, parseDocument, visit } from 'yaml';
import { formatYaml } from '../../config/text/format-yaml.ts';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { convertLitellm } from './convert.ts';
import { fields, readLitellm } from './read-litellm.ts';
import { writtenConfig } from './written-config.ts';

/**
 * Reads the configuration of a LiteLLM proxy and prints ours. Throws where the file can't be read, is not YAML or is
 * another kind of file.
 */
export async function importLitellm(
  file: string,
  { native = false }: { readonly native?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const text = file === '-' ? await terminal.readInput() : await textOf(file);
  let value: unknown;
  let twice: readonly string[];
  try {
    ({ value, twice } = parsed(text));
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    throw new Error(`${file}: ${reason.replace(/:$/, '')}`, { cause: error });
  }
  const litellm = readLitellm(file === '-' ? value : await withIncluded(file, value));
  if (litellm.entries.length === 0)
    throw new Error(
      `${file}: its \`model_list\` is empty: models that are kept in a database are not in the file`,
    );
  const converted = convertLitellm(litellm, native);
  const config = { ...converted, notes: [...twice, ...converted.notes] };
  if (config.models.length === 0)
    throw new Error(`${file}: none of its models can be served: ${config.notes.join('; ')}`);
  const plain = writtenConfig(config);
  const formatted = formatYaml(plain);
  const written = 'text' in formatted ? formatted.text : plain;
  terminal.out(written);
  const notes = written.match(/# NOTE: /g)?.length ?? 0;
  terminal.err(
    `gateway: ${counted(config.models.length, 'model')} on ${counted(config.backends.length, 'backend')}, ${counted(notes, 'note')} on what has no equal\n`,
  );
  return exitCodes.good;
}

/** The files that one includes, as LiteLLM reads them: lists are put behind its own, other fields take their place. */
async function withIncluded(file: string, value: unknown): Promise<unknown> {
  const whole: Record<string, unknown> = { ...fields(value) };
  const { include } = whole;
  if (!Array.isArray(include)) return value;
  delete whole['include'];
  for (const name of include) {
    if (typeof name !== 'string') continue;
    const more = fields(parsed(await textOf(resolve(dirname(file), name))).value);
    for (const [field, part] of Object.entries(more)) {
      const before = whole[field];
      whole[field] = Array.isArray(before) && Array.isArray(part) ? [...before, ...part] : part;
    }
  }
  return whole;
}

/** Names that stand twice are read as Python's YAML reads them, which is how LiteLLM has them: the last counts. */
function parsed(text: string): { readonly value: unknown; readonly twice: readonly string[] } {
  const document = parseDocument(text, { version: '1.2', merge: true, uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const twice: string[] = [];
  visit(document, {
    Map(_, map) {
      const names = new Set<string>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : '<<';
        if (name !== '<<' && names.has(name))
          twice.push(`${name} occurs twice in one map; the last counts, as with LiteLLM`);
        names.add(name);
      }
    },
  });
  return { value: document.toJS({ maxAliasCount: 10_000 }), twice };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`can't read ${file} (${code})`, { cause: error });
  }
}
