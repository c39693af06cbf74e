/** Reads a configuration in a process of its own, so that the one that accepts connections never waits for it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import { describeChanges } from '../check/diff/describe-changes.ts';
import { loadInspected } from '../check/load-inspected.ts';
import { formatProblems } from '../config/problems.ts';
import { keysWithFile } from '../config/store/keys-of-file.ts';
import { keysWithStore } from '../config/store/keys-of-store.ts';
import type { Config } from '../config/types/gateway.ts';
import { runSecretProgram } from '../credentials/sources/exec/secret-program.ts';
import { atOnce } from '../lib/steps.ts';
import { answerQuestions, say } from '../process/answer-questions.ts';
import {
  assemblySteps,
  type ConfigTransfer,
  contentOf,
  type Difference,
  differenceOf,
  type PackedChunk,
  pack,
  unpack,
} from '../process/config-transfer.ts';
import { collectGarbage } from '../process/node/node-options.ts';
import type { ChunksBrought, ChunksWanted, LoadAnswer, LoadRequest } from './config-loader.ts';

/** The last version that was read: usually the served one when the next is read. */
let last: ConfigTransfer | undefined;
let onChunks: (brought: ChunksBrought) => void = () => {};

answerQuestions<LoadRequest, ChunksBrought>({
  answer: load,
  told: (brought) => onChunks(brought),
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

async function load({ what, file, revision, ids, programs }: LoadRequest): Promise<LoadAnswer> {
  if (what === 'keys alone') {
    const keysDifference = await keysAlone(revision, ids);
    return { sources: [], text: '', difference: undefined, changes: [], keysDifference };
  }
  const { config, problems, sources } = await loadInspected(file, {
    requireSecrets: true,
    leavesOutStoreKeys: true,
    programs: { known: programs, run: runSecretProgram },
  });
  // Beside what a rejected file is rejected for nothing else is worth reading.
  const worth = problems.filter(({ severity }) =>
    config === undefined ? severity === 'error' : severity !== 'note',
  );
  const text = formatProblems(worth);
  if (config === undefined) {
    const keysDifference = await keysAlone(revision, ids);
    return { sources, text, difference: undefined, changes: [], keysDifference };
  }
  if (config.revision === revision) return { sources, text, difference: 'unchanged', changes: [] };
  const transfer = pack(config);
  const difference = differenceOf(transfer, new Set(ids));
  const kept = new Set(difference.ids);
  const replaced = await chunksServed(
    revision,
    ids.filter((id) => !kept.has(id)),
  );
  last = transfer;
  // Changes are in replaced chunks only: the others need no comparison.
  const changes = describeChanges(configIn(replaced), configIn(difference.fresh));
  return { sources, text, difference, changes };
}

/** Chunks of what is served. */
async function chunksServed(revision: string, ids: readonly string[]): Promise<readonly PackedChunk[]> {
  const mine = last?.revision === revision ? last.chunks.filter(({ id }) => ids.includes(id)) : [];
  if (mine.length === ids.length) return mine;
  return (await brought(ids)).chunks;
}

function brought(ids: readonly string[]): Promise<ChunksBrought> {
  const came = new Promise<ChunksBrought>((resolve) => {
    onChunks = resolve;
  });
  say({ ids } satisfies ChunksWanted);
  return came;
}

/**
 * The served configuration with the present keys of the `keys_file` and the store. Invalid files must not keep a leaked
 * key in use: somebody may be editing them for a while, or this host can't follow them. Undefined without both places,
 * and without changes in them.
 */
async function keysAlone(revision: string, ids: readonly string[]): Promise<Difference | undefined> {
  const [first] = await chunksServed(revision, ids.slice(0, 1));
  const head = first && contentOf(first.bytes);
  if (head?.kind !== 'head') return undefined;
  const { keysFile, keysStore, textRevision } = head.config;
  if (keysFile === undefined && keysStore === undefined) return undefined;
  const served = await unpack({ ...(await brought(ids)), revision, textRevision });
  const copy = keysStore && (await readFile(keysStore.copy, 'utf8').catch(() => undefined));
  const ofFile = keysWithFile(served, process.env) ?? served.keys;
  const keys = (copy && keysWithStore({ ...served, keys: ofFile }, copy)) || ofFile;
  if (isDeepStrictEqual(withoutPlaces(keys), withoutPlaces(served.keys))) return undefined;
  const hash = createHash('sha256')
    .update(revision)
    .update(serialize(withoutPlaces(keys)));
  const digest = hash.digest('hex').slice(0, 12);
  last = undefined;
  return differenceOf(pack({ ...served, keys, revision: digest }), new Set(ids));
}

function withoutPlaces(keys: Config['keys']): readonly object[] {
  return [...keys.values()].map(({ at: _place, ...key }) => key);
}

function configIn(chunks: readonly PackedChunk[]): Config {
  return atOnce(assemblySteps(chunks.map(({ bytes }) => contentOf(bytes))));
}
