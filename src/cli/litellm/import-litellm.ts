import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { convertLitellm } from './convert.ts';
import { readLitellm } from './read-litellm.ts';
import { writtenConfig } from './written-config.ts';

/**
 * Reads the configuration of a LiteLLM proxy and prints ours. Throws where the file can't be read, is not YAML or is
 * another kind of file.
 */
export async function importLitellm(file: string, terminal: Terminal): Promise<ExitCode> {
  const text = file === '-' ? await terminal.readInput() : await textOf(file);
  let value: unknown;
  try {
    value = parse(text, { version: '1.2', merge: true });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    throw new Error(`${file}: ${reason.replace(/:$/, '')}`, { cause: error });
  }
  const config = convertLitellm(readLitellm(value));
  if (config.models.length === 0)
    throw new Error(`${file}: none of its models can be served: ${config.notes.join('; ')}`);
  const written = writtenConfig(config);
  terminal.out(written);
  const notes = written.match(/# NOTE: /g)?.length ?? 0;
  terminal.err(
    `gateway: ${counted(config.models.length, 'model')} on ${counted(config.backends.length, 'backend')}, ${counted(notes, 'note')} on what has no equal\n`,
  );
  return exitCodes.good;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`can't read ${file} (${code})`, { cause: error });
  }
}
