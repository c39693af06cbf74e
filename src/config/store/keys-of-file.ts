import { Report } from '../problem-report.ts';
import type { Context } from '../resolve/context.ts';
import { resolveKey } from '../resolve/keys.ts';
import { checkShape } from '../schema/check-shape.ts';
import type { Key } from '../schema/generated/file.generated.ts';
import { keysFileShape } from '../schema/generated/shape.generated.js';
import { validateKeysFile } from '../schema/generated/validator.generated.js';
import { Files, shownPath } from '../text/files.ts';
import { interpolate } from '../text/interpolate.ts';
import { readText } from '../text/read-text.ts';
import type { Config } from '../types/gateway.ts';
import type { KeyConfig } from '../types/keys.ts';
import { isSecretOfKey, parseKeys } from './keys-file-text.ts';
import { rulesOf } from './keys-of-store.ts';
import { checkBudgetOf } from './store-keys.ts';

/**
 * All keys of a configuration as they are with what its `keys_file` holds now: those of its other files and of the store
 * stay. Undefined where it names none, and where that file would be rejected beside what is served.
 */
export function keysWithFile(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, KeyConfig> | undefined {
  if (config.keysFile === undefined) return undefined;
  const report = new Report();
  const files = new Files();
  const source = readText(config.keysFile, files, report);
  const tree = source && parseKeys(source, report);
  if (tree === undefined) return undefined;
  const { file, intact } = checkShape(tree, keysFileShape, validateKeysFile, report);
  interpolate(
    tree,
    { env, files, requireSecrets: true, isReference: isSecretOfKey, programs: 'text' },
    report,
  );
  if (report.hasErrors()) return undefined;
  const context: Context = {
    tree,
    report,
    intact,
    files,
    requireSecrets: true,
    isInstalled: () => true,
    now: Date.now(),
  };
  const shown = shownPath(config.keysFile);
  const others = new Map([...config.keys].filter(([, { at }]) => at.file !== shown));
  const names = new Set([...others.keys()].map((name) => name.toLowerCase()));
  const rules = rulesOf(config, others);
  const own = new Map<string, KeyConfig>();
  for (const [name, written] of Object.entries((file.keys ?? {}) as Readonly<Record<string, Key>>)) {
    if (names.has(name.toLowerCase())) return undefined;
    names.add(name.toLowerCase());
    const key = resolveKey(context, name, written, rules);
    checkBudgetOf(context, key, config);
    own.set(name, key);
  }
  return report.hasErrors() ? undefined : new Map([...others, ...own]);
}
