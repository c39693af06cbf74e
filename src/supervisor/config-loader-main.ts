/** Reads a configuration in a process of its own, so that the one that accepts connections never waits for it. */
import { setImmediate as turn } from 'node:timers/promises';
import { describeChanges } from '../check/diff/describe-changes.ts';
import { loadInspected } from '../check/load-inspected.ts';
import { formatProblems } from '../config/problems.ts';
import type { Config } from '../config/types.ts';
import { atOnce } from '../lib/steps.ts';
import { answerQuestions, say } from '../process/answer-questions.ts';
import {
  assemblySteps,
  type ConfigTransfer,
  contentOf,
  differenceOf,
  type PackedChunk,
  pack,
} from '../process/config-transfer.ts';
import { collectGarbage } from '../process/node/node-options.ts';
import type { ChunksWanted, LoadAnswer, LoadRequest } from './config-loader.ts';

/** What was read last: most often what is served when the next is read. */
let last: ConfigTransfer | undefined;
let onChunks: (chunks: readonly PackedChunk[]) => void = () => {};

answerQuestions<LoadRequest, readonly PackedChunk[]>({
  answer: load,
  told: (chunks) => onChunks(chunks),
  end: giveMemoryBack,
});

/**
 * Gives memory back bit by bit, before the end. What a process has when it ends the system takes back in one go, and
 * some hundreds of megabytes kept a core from serving for 40 ms. It takes two collections to give back most of it. Where
 * the file is small there is little to give back, and the process is not one that collects when it is told to.
 */
async function giveMemoryBack(): Promise<void> {
  last = undefined;
  for (let times = 0; times < 2; times += 1) {
    collectGarbage();
    await turn();
  }
}

async function load({ file, revision, ids }: LoadRequest): Promise<LoadAnswer> {
  const { config, problems, sources } = await loadInspected(file, {
    requireSecrets: true,
    leavesOutStoreKeys: true,
  });
  const worth = problems.filter(({ severity }) => config === undefined || severity !== 'note');
  const text = formatProblems(worth);
  if (config === undefined) return { sources, text, difference: undefined, changes: [] };
  if (config.revision === revision) return { sources, text, difference: 'unchanged', changes: [] };
  const transfer = pack(config);
  const difference = differenceOf(transfer, new Set(ids));
  const kept = new Set(difference.ids);
  const replaced = await chunksServed(
    revision,
    ids.filter((id) => !kept.has(id)),
  );
  last = transfer;
  // Whatever has changed is in chunks that have: the others need not be looked at.
  const changes = describeChanges(configIn(replaced), configIn(difference.fresh));
  return { sources, text, difference, changes };
}

/** Chunks of what is served. */
async function chunksServed(revision: string, ids: readonly string[]): Promise<readonly PackedChunk[]> {
  const mine = last?.revision === revision ? last.chunks.filter(({ id }) => ids.includes(id)) : [];
  if (mine.length === ids.length) return mine;
  const came = new Promise<readonly PackedChunk[]>((resolve) => {
    onChunks = resolve;
  });
  say({ ids } satisfies ChunksWanted);
  return came;
}

function configIn(chunks: readonly PackedChunk[]): Config {
  return atOnce(assemblySteps(chunks.map(({ bytes }) => contentOf(bytes))));
}
