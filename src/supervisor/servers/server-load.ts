/** The load that inference servers report, read from each kind's Prometheus metrics. */
import type { LoadKind } from '../../config/types/backends.ts';

export interface Load {
  readonly running: number;
  readonly waiting: number;
  /** The share of the cache in use, 0 to 1; undefined where it does not say. */
  readonly cache: number | undefined;
}

/** The names of the figures; of several for one, those that are there first. */
interface Words {
  readonly running: string;
  readonly waiting: string;
  readonly cache: readonly string[];
}

const words: Readonly<Record<LoadKind, Words>> = {
  vllm: {
    running: 'vllm:num_requests_running',
    waiting: 'vllm:num_requests_waiting',
    cache: ['vllm:kv_cache_usage_perc', 'vllm:gpu_cache_usage_perc'],
  },
  sglang: {
    running: 'sglang:num_running_reqs',
    waiting: 'sglang:num_queue_reqs',
    cache: ['sglang:token_usage'],
  },
  llama_cpp: { running: 'llamacpp:requests_processing', waiting: 'llamacpp:requests_deferred', cache: [] },
};

/** More is nothing that a server could mean. */
const mostRequests = 1_000_000;

/**
 * Reads an answer of `/metrics`: requests summed over its engines, of caches the fullest. Undefined where it does not say what
 * runs and waits there, or what it says can't be.
 */
export function loadIn(kind: LoadKind, text: string): Load | undefined {
  const { running, waiting, cache } = words[kind];
  const runs = sumOf(text, running);
  const waits = sumOf(text, waiting);
  if (runs === undefined || waits === undefined) return undefined;
  const caches = cache.map((name) => valuesOf(text, name)).find((values) => values.length > 0) ?? [];
  const fullest = Math.max(...caches);
  return { running: runs, waiting: waits, cache: fullest >= 0 && fullest <= 1 ? fullest : undefined };
}

function sumOf(text: string, name: string): number | undefined {
  const values = valuesOf(text, name);
  const sum = values.reduce((all, value) => all + value, 0);
  const isSound = values.length > 0 && values.every((value) => value >= 0) && sum <= mostRequests;
  return isSound ? sum : undefined;
}

/** The ranks of one SGLang engine all tell the same of it. */
const furtherRank = /\b(?:tp|pp)_rank="[1-9]/;

/** The values of all series of a figure; NaN where one is no number. */
function valuesOf(text: string, name: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (at > 0 && text[at - 1] !== '\n') continue;
    const end = text.indexOf('\n', at);
    const rest = text.slice(at + name.length, end < 0 ? undefined : end);
    const [, labels = '', value] = /^(\{.*\})?[ \t]+([^ \t]+)/.exec(rest) ?? [];
    if (value !== undefined && !furtherRank.test(labels)) found.push(Number(value));
  }
  return found;
}
