/** Names of tools, as each side knows them. */
import { createHash } from 'node:crypto';
import { targetDefinitions } from '../../../config/target-dialects/index.ts';
import type { BackendDialect } from '../neutral/dialects.ts';
import type { Choice, Tool, TurnRequest } from '../neutral/turn-request.ts';
import type { TranslationReport } from '../report.ts';

/** A client's name for a tool. */
export interface ClientName {
  readonly name: string;
  readonly namespace?: string;
  readonly isCustom: boolean;
}

/**
 * The names of a request's tools in a target: flattened where it knows no namespaces, and shortened where one does not
 * fit. Answers are led back by the same table, never by taking a name apart.
 */
export class ToolNames {
  readonly #to: BackendDialect;
  readonly #clientNames = new Map<string, ClientName>();
  /** Those that do not fit, as they are said: a history may name a tool a thousand times. */
  readonly #shortened = new Map<string, string>();
  readonly #report: TranslationReport;

  constructor(to: BackendDialect, { tools }: Pick<TurnRequest, 'tools'>, report: TranslationReport) {
    this.#to = to;
    this.#report = report;
    for (const tool of tools) if (tool.kind !== 'hosted') this.#define(tool);
  }

  #define({ name, namespace, kind, path }: Exclude<Tool, { kind: 'hosted' }>): void {
    const target = this.target(name, namespace);
    const known = this.#clientNames.get(target);
    if (known !== undefined && (known.name !== name || known.namespace !== namespace)) {
      this.#report.never(path, `it would have the name \`${target}\` of another tool`);
      return;
    }
    this.#clientNames.set(target, {
      name,
      ...(namespace !== undefined && { namespace }),
      isCustom: kind === 'custom',
    });
  }

  /** A tool's name in the target; noted as changed if it differs from the client's. */
  target(name: string, namespace?: string): string {
    // Namespaces are a notion of responses alone, and so is a target that has them: those are never translated to.
    const flat = namespace === undefined ? name : `${namespace}__${name}`;
    if (targetDefinitions[this.#to].toolNames.test(flat)) return flat;
    let short = this.#shortened.get(flat);
    if (short === undefined) {
      short = this.#shorten(flat);
      this.#shortened.set(flat, short);
    }
    return short;
  }

  #shorten(flat: string): string {
    this.#report.change('tools[].name');
    const fitting = flat.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 55);
    const start = /^[A-Za-z_]/.test(fitting) ? fitting : `_${fitting}`.slice(0, 55);
    return `${start}_${createHash('sha256').update(flat).digest('hex').slice(0, 8)}`;
  }

  targetOf({ name = '', namespace }: Pick<Choice, 'name' | 'namespace'>): string {
    return this.target(name, namespace);
  }

  /** The tools by what the backend calls them, for whoever reads its answers; those whose names are the client's too. */
  get clientNames(): ReadonlyMap<string, ClientName> {
    return this.#clientNames;
  }
}
