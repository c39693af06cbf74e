import { commonChoice, compileGlobs } from '../../lib/glob.ts';
import type { KeyTools } from '../types/keys.ts';
import { namesIn, parsePatterns, type ToolKind, type ToolPattern, toolKinds } from './tool-patterns.ts';

export type { ToolKind };

/**
 * A key's rights at MCP servers: its own patterns have to allow a name, and so do those of every group above it. Patterns are
 * compiled with the first question.
 */
export class ToolGrants {
  readonly #lists: readonly (readonly string[])[];
  #patterns: readonly (readonly ToolPattern[])[] | undefined;
  /** By server and kind. */
  readonly #compiled = new Map<string, (name: string) => boolean>();

  /**
   * @param own The patterns of the key
   * @param groups Those of each group that allows not all
   */
  constructor(own: readonly string[], groups: readonly (readonly string[])[]) {
    this.#lists = [own, ...groups];
  }

  /** @param server The name of one of the file */
  allows(server: string, kind: ToolKind, name: string): boolean {
    const where = `${kind} ${server}`;
    let compiled = this.#compiled.get(where);
    if (compiled === undefined) {
      const lists = this.#namesOf(server, kind).map(compileGlobs);
      compiled = (name) => lists.every((allows) => allows(name));
      this.#compiled.set(where, compiled);
    }
    return compiled(name);
  }

  /** True if a server could have something that the key may use. */
  allowsServer(server: string): boolean {
    return toolKinds.some((kind) => commonChoice(this.#namesOf(server, kind)) !== undefined);
  }

  /** Of the key and of each group, the globs over names that it allows of one server and kind. */
  #namesOf(server: string, kind: ToolKind): readonly (readonly string[])[] {
    this.#patterns ??= this.#lists.map(parsePatterns);
    return this.#patterns.map((patterns) => namesIn(patterns, server, kind));
  }
}

/** Asks once for all keys with the same patterns, which may use the same. */
export function oncePerTools<Answer>(ask: (tools: KeyTools) => Answer): (tools: KeyTools) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (tools) => {
    const patterns = JSON.stringify(tools);
    const found = known.get(patterns) ?? { answer: ask(tools) };
    known.set(patterns, found);
    return found.answer;
  };
}

/** Those of a key that may use nothing. */
export const noTools = new ToolGrants([], []);
