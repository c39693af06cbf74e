/** The servers and tools that operators took out of traffic. */
import { type ToolKind, toolText } from '../../config/derived/tool-patterns.ts';

/** Tells what is drained. */
export interface ToolDrains {
  /** True for a whole server. */
  hasServer(server: string): boolean;
  /** True for a tool, prompt or resource, by the server's own name of it. */
  has(server: string, kind: ToolKind, name: string): boolean;
}

export class DrainedTools implements ToolDrains {
  #names: ReadonlySet<string> = new Set();

  /**
   * Takes over the names of all drained things, `SERVER` or `SERVER/TOOL`. Returns the servers of those that changed.
   */
  follow(names: readonly string[]): ReadonlySet<string> {
    const before = this.#names;
    this.#names = new Set(names);
    const changed = [...names.filter((name) => !before.has(name))];
    for (const name of before) if (!this.#names.has(name)) changed.push(name);
    return new Set(changed.map((name) => name.split('/', 1)[0]!));
  }

  hasServer(server: string): boolean {
    return this.#names.size > 0 && this.#names.has(server);
  }

  has(server: string, kind: ToolKind, name: string): boolean {
    return this.#names.size > 0 && this.#names.has(toolText(server, kind, name));
  }
}
