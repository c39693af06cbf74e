/** What is run for a secret. */
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
  /** What it printed; undefined where it was not run. */
  readonly value: string | undefined;
}

/** What came of a run: why there is no secret says nothing of what was printed. */
export type ProgramOutcome =
  | { readonly kind: 'printed'; readonly value: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a program is known by over a reload: the same command in the same environment prints the same. */
export function programId({ command, env }: Pick<ProgramSpec, 'command' | 'env'>): string {
  return JSON.stringify([command, env]);
}
