/** Reads a configuration in a process of its own, so that the one that accepts connections never waits for it. */
import './quiet.ts';
import { describeChanges } from '../check/changes.ts';
import { loadInspected } from '../check/load.ts';
import { formatProblems } from '../config/problems.ts';
import type { Config } from '../config/types.ts';
import type { LoadAnswer, LoadRequest } from './loader.ts';
import { pack, unpack } from './parcel.ts';

/** What was read last: most often what is served when the next is read. */
let last: Config | undefined;

process.on('message', async (request: LoadRequest) => {
  process.send?.(await load(request));
});
process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);

async function load({ file, revision, current }: LoadRequest): Promise<LoadAnswer> {
  const { config, problems, sources } = await loadInspected(file, { requireSecrets: true });
  const worth = problems.filter(({ severity }) => config === undefined || severity !== 'note');
  const text = formatProblems(worth);
  if (config === undefined) return { sources, text, parcel: undefined, changes: [] };
  if (config.revision === revision) return { sources, text, parcel: 'unchanged', changes: [] };
  const before = last?.revision === revision ? last : current && (await unpack(current));
  last = config;
  return { sources, text, parcel: pack(config), changes: before ? describeChanges(before, config) : [] };
}
