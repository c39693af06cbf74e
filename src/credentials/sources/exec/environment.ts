/** The environment of a program: a common part of ours, and the variables that the file names. */
export function programEnvironment(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'LANG', ...names]) {
    const value = env[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
