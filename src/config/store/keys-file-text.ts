/** Parses a `keys_file`, and knows the places in it that take a reference. */
import type { Report } from '../problem-report.ts';
import { parseJson } from '../text/parse-json.ts';
import { parseYaml } from '../text/parse-yaml.ts';
import type { Source } from '../text/source.ts';
import type { Path, Tree } from '../text/tree.ts';

const emptyHint = 'a file without keys is written `keys: {}`';

/**
 * True for a place of the `keys_file` that takes a reference. The API and the commands write every other field for
 * anyone who may make keys: a reference there would let them read the gateway's environment and files.
 */
export function isSecretOfKey([section, , field, ...deeper]: Path): boolean {
  return section === 'keys' && field === 'secret' && deeper.length === 0;
}

/** The tree of a `keys_file`; undefined where it can't be parsed. */
export function parseKeys(source: Source, report: Report): Tree | undefined {
  return source.path.endsWith('.json') ? parseJson(source, report) : parseYaml(source, report, emptyHint);
}
