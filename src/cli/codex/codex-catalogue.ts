import { codexManifest } from '../../api/codex-manifest.ts';
import { clientKey } from '../../keys/keyring.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { requireFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface CodexCatalogueOptions {
  readonly config: string;
  readonly key?: string;
}

/** Prints what Codex is told of the models of a file, for those who keep it beside Codex. */
export async function codexCatalogue(
  { config: file, key: id }: CodexCatalogueOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const loaded = await requireFile(file, { requireSecrets: false }, terminal);
  if (loaded.config === undefined) return loaded.exitCode;
  const { keys, models } = loaded.config;
  const key = id === undefined ? undefined : keys.get(id);
  if (id !== undefined && key === undefined)
    throw new Error(`no key is named "${id}"${didYouMean(id, keys.keys())}`);
  const may = key && clientKey(key);
  const told = [...models.values()].flatMap(({ id: slug, displayName, description, codex }) =>
    codex === undefined || may?.allowsModel(slug) === false
      ? []
      : [{ id: slug, displayName, description, codex }],
  );
  if (told.length === 0) {
    const whose = id === undefined ? 'no model of the file' : `no model that "${id}" may use`;
    terminal.err(
      `gateway: ${whose} says what Codex is to be told: write \`codex: { base_instructions_file: FILE }\` to one\n`,
    );
    return exitCodes.notValid;
  }
  terminal.out(`${JSON.stringify(codexManifest(told), null, 2)}\n`);
  return exitCodes.good;
}
