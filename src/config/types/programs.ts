/** The program behind a secret. */
export interface ProgramSpec {
  /** By its name in the file. */
  readonly name: string;
  /** The program, as an absolute path, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Names of variables that it gets besides PATH, HOME and LANG. */
  readonly env: readonly string[];
  readonly timeoutMs: number;
}

/** A program that prints a secret. */
export interface ProgramConfig extends ProgramSpec {
  readonly everyMs: number;
  /** The output; undefined for a program that was not run. */
  readonly value: string | undefined;
}

/** The result of a run: the reason for a missing secret reveals nothing of the output. */
export type ProgramOutcome =
  | { readonly kind: 'printed'; readonly value: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The identity of a program over reloads: the same command in the same environment prints the same. */
export function programId({ command, env }: Pick<ProgramSpec, 'command' | 'env'>): string {
  return JSON.stringify([command, env]);
}
