import { namesModel } from '../../../lib/model-path.ts';
import { pathFault } from '../../backend-url.ts';
import { usualDialectPaths, vendorDialects } from '../../dialect-paths.ts';
import type { Backend } from '../../schema/generated/file.generated.ts';
import { type VendorDialect, vendorDialectPaths } from '../../target-dialects/index.ts';
import type { Path } from '../../text/tree.ts';
import type { DialectPaths, FlavorName, TranslatingBackend } from '../../translation-settings.ts';
import type { BackendConfig } from '../../types/backends.ts';
import { type Context, isAbsent, wrong } from '../context.ts';
import { flavorOfHost } from '../translation/flavors.ts';

/**
 * The settings of a backend for translations.
 *
 * @param basePath The part before `/v1` in its URL
 */
export function resolveTranslating(
  context: Context,
  path: Path,
  written: Pick<Backend, 'flavor' | 'paths'>,
  address: BackendConfig['address'],
  basePath: string,
): TranslatingBackend {
  const of = (dialect: VendorDialect) =>
    pathsOf(context, [...path, 'paths'], written.paths, dialect, basePath);
  return {
    flavor: flavorOf(context, path, written, address),
    paths: Object.fromEntries(
      vendorDialects.map((dialect) => [dialect, of(dialect)]),
    ) as TranslatingBackend['paths'],
  };
}

/**
 * The kind of server. While it is unknown, `openai` avoids false findings: for a host in a variable, or a misspelled
 * word.
 */
function flavorOf(
  context: Context,
  path: Path,
  { flavor }: Pick<Backend, 'flavor'>,
  address: BackendConfig['address'],
): FlavorName | undefined {
  if (flavor !== undefined) return flavor;
  const isOpen = !context.intact([...path, 'flavor']) || isAbsent(context, [...path, 'url']);
  return address.kind === 'simulator' || isOpen ? 'openai' : flavorOfHost(address.hostname);
}

/** One path that the file gives is the way to whole answers alone. */
function pathsOf(
  context: Context,
  at: Path,
  written: Backend['paths'],
  dialect: VendorDialect,
  basePath: string,
): DialectPaths {
  const usual = usualDialectPaths(dialect, basePath);
  const own = (field: string, example: string): string | undefined => {
    const value = (written as Readonly<Record<string, unknown>>)[field];
    if (typeof value !== 'string') return undefined;
    const place = [...at, field];
    const fault = isAbsent(context, place) ? undefined : (pathFault(value) ?? modelFault(value, example));
    if (fault !== undefined) wrong(context, place, 'bad_path', fault);
    return value;
  };
  const { whole, stream } = vendorDialectPaths[dialect];
  return {
    path: own(dialect, whole) ?? usual.path,
    streamPath: own(`${dialect}_stream`, stream) ?? usual.streamPath,
  };
}

/** The body does not name the model there. */
function modelFault(path: string, example: string): string | undefined {
  const rest = path.replace('{model}', '');
  if (namesModel(path) && !/[{}]/.test(rest)) return undefined;
  return `must hold {model} once, as ${example} does, and no other braces`;
}
