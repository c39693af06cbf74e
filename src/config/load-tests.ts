/** Routing tests in files of their own: read, checked and resolved as those in the configuration are. */

import { resolve as absolute } from 'node:path';
import { endpointsOf } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { isPackageThere } from '../lib/packages/installed.ts';
import { Report } from './problem-report.ts';
import type { Problem } from './problems.ts';
import type { Context } from './resolve/context.ts';
import { knownIn } from './resolve/names.ts';
import { resolveTests, type Tests } from './resolve/price-tests/all-tests.ts';
import { checkShape } from './schema/check-shape.ts';
import { testsFileShape } from './schema/generated/shape.generated.js';
import { validateTestsFile } from './schema/generated/validator.generated.js';
import { Files } from './text/files.ts';
import { interpolate } from './text/interpolate.ts';
import { parseYaml } from './text/parse-yaml.ts';
import { readText } from './text/read-text.ts';
import type { Config } from './types/gateway.ts';

/** Empty where the file has an error. */
export interface LoadedTests extends Tests {
  readonly problems: readonly Problem[];
}

const none: Tests = { tests: [], priceTests: [], toolTests: [] };

/** Reads one file with `tests:` about a configuration. Never throws for what is in the file, or that it is not there. */
export function loadTests(
  file: string,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): LoadedTests {
  const report = new Report();
  const tests = load(file, config, env, report);
  return { ...(report.hasErrors() ? none : tests), problems: report.problems() };
}

function load(
  file: string,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  report: Report,
): Tests {
  const files = new Files();
  const source = readText(absolute(file), files, report);
  const tree = source && parseYaml(source, report, 'a file with routing tests begins with `tests:`');
  if (!tree) return none;
  const shaped = checkShape(tree, testsFileShape, validateTestsFile, report);
  interpolate(tree, { env, files, requireSecrets: true }, report);
  const { intact } = shaped;
  const context: Context = {
    tree,
    report,
    files,
    requireSecrets: true,
    isInstalled: isPackageThere,
    now: Date.now(),
    intact,
  };
  const references = {
    backends: knownIn(config.backends),
    models: config.models,
    guards: knownIn(config.guards),
    mcpServers: knownIn(config.mcp?.servers),
    keys: knownIn(config.keys),
    endpoints: endpointsOf(config),
  };
  return resolveTests(
    shaped.file.tests.map((written, index) => ({ context, index, written })),
    references,
  );
}
