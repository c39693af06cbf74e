import { effectiveYaml } from '../../config/effective.ts';
import type { Tree } from '../../config/text/tree.ts';

/** A configuration as it takes effect, as YAML: a document of its own, so that several can follow each other. */
export function effectiveText(trees: readonly Tree[]): string {
  return `---\n${effectiveYaml(trees, 0)}`;
}
