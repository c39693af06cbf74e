/** Reads `capabilities.lock`, which somebody may have edited, or merged by hand. */

import type { ProblemName } from '../../config/problem-codes.ts';
import { Report } from '../../config/problem-report.ts';
import type { Problem } from '../../config/problems.ts';
import { parseTime } from '../../config/resolve/units.ts';
import { Files } from '../../config/text/files.ts';
import { parseJson } from '../../config/text/parse-json.ts';
import { readText } from '../../config/text/read-text.ts';
import type { Path, Tree } from '../../config/text/tree.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import {
  type CapabilityLock,
  isSameDeployment,
  type LockedDeployment,
  lockVersion,
  type ProvenEntry,
  provenResults,
} from './capability-lock.ts';

export interface ReadLock {
  /** Undefined without a file, and for a faulty one. */
  readonly lock: CapabilityLock | undefined;
  readonly isAbsent: boolean;
  readonly problems: readonly Problem[];
}

/** @param file An absolute path. Never throws for the file's content, or for its absence. */
export function readLock(file: string): ReadLock {
  const report = new Report();
  const files = new Files();
  if (files.read(file, 1).kind === 'absent') return { lock: undefined, isAbsent: true, problems: [] };
  const source = readText(file, new Files(), report);
  const tree = source && parseJson(source, report, words);
  const lock = tree && new Reader(tree, report).lock();
  return { lock: report.hasErrors() ? undefined : lock, isAbsent: false, problems: report.problems() };
}

const name: ProblemName = 'lock_invalid';
const hint = 'restore the file, or remove it and run `gateway probe` again';

const words = { emptyHint: hint, field: 'deployments' };

class Reader {
  readonly #tree: Tree;
  readonly #report: Report;

  constructor(tree: Tree, report: Report) {
    this.#tree = tree;
    this.#report = report;
  }

  lock(): CapabilityLock {
    const root = this.#tree.root.value as JsonObject;
    const { version, deployments } = root;
    if (version !== lockVersion) {
      const isNewer = typeof version === 'number' && version > lockVersion;
      this.#wrong(
        ['version'],
        `the version must be ${lockVersion}`,
        isNewer
          ? 'a newer gateway made this file: use that one, or `gateway probe` again with this one'
          : hint,
      );
      return [];
    }
    if (!Array.isArray(deployments)) {
      this.#wrong(['deployments'], '`deployments` must be a list');
      return [];
    }
    const read: LockedDeployment[] = [];
    for (const [index, deployment] of (deployments as unknown[]).entries()) {
      const locked = this.#deployment(['deployments', index], deployment);
      if (locked === undefined) continue;
      if (read.some((other) => isSameDeployment(other, locked))) {
        this.#wrong(['deployments', index], `${locked.model}/${locked.name} is listed twice`);
      }
      read.push(locked);
    }
    return read;
  }

  #deployment(path: Path, value: unknown): LockedDeployment | undefined {
    const fields = isObject(value) ? value : {};
    const { model, name: own, host, upstream_model: upstreamModel, endpoints } = fields;
    if (![model, own, host, upstreamModel].every((field) => typeof field === 'string')) {
      this.#wrong(path, 'a deployment has `model`, `name`, `host` and `upstream_model`, all of them text');
      return undefined;
    }
    return {
      model: model as string,
      name: own as string,
      host: host as string,
      upstreamModel: upstreamModel as string,
      endpoints: this.#map([...path, 'endpoints'], endpoints, (at, capabilities) =>
        this.#map(at, capabilities, (place, entry) => this.#entry(place, entry)),
      ),
    };
  }

  #map<Value>(
    path: Path,
    value: unknown,
    read: (path: Path, value: unknown) => Value | undefined,
  ): ReadonlyMap<string, Value> {
    const made = new Map<string, Value>();
    if (!isObject(value)) {
      this.#wrong(path, 'this must be an object');
      return made;
    }
    for (const [field, inner] of Object.entries(value)) {
      const one = read([...path, field], inner);
      if (one !== undefined) made.set(field, one);
    }
    return made;
  }

  #entry(path: Path, value: unknown): ProvenEntry | undefined {
    const { result, at, why } = isObject(value) ? value : {};
    const known = provenResults.find((one) => one === result);
    const moment = typeof at === 'string' ? parseTime(at) : undefined;
    if (known === undefined || moment === undefined || (why !== undefined && typeof why !== 'string')) {
      this.#wrong(
        path,
        `an entry has a \`result\` (${provenResults.join(', ')}) and \`at\`, a time such as 2026-01-01T12:00:00Z`,
      );
      return undefined;
    }
    return { result: known, at: moment, why };
  }

  #wrong(path: Path, message: string, help = hint): void {
    this.#report.atValue(this.#tree, path, name, message, { hint: help });
  }
}
