import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { isFull } from '../../helpers/full.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Makes packages of this checkout, which has to be built, in a folder that is made anew. */
export function makePackages(
  folder: string,
  architectures: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): void {
  const options = architectures.flatMap((arch) => ['--arch', arch]);
  if (!isFull) options.push('--quick');
  const program = ['--import', 'tsx', join(root, 'scripts/package.ts'), '--out', folder, ...options];
  execFileSync(process.execPath, program, { cwd: root, stdio: ['ignore', 'ignore', 2], env: environment });
}
