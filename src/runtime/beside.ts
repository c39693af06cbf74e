import { fileURLToPath } from 'node:url';

/** The path of a module beside the one that asks, as source or as built: for what starts as a process of its own. */
export function besideThisFile(moduleUrl: string, name: string): string {
  const ending = moduleUrl.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`${name}.${ending}`, moduleUrl));
}
