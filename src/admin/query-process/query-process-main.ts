/** The query process: unpacks a configuration when it is brought one, and answers questions about it in turn. */
import { faultsOfChange } from '../../check/change-faults.ts';
import { explainer, type LiveFacts } from '../../check/explain/explain.ts';
import { questionProblems } from '../../check/explain/question.ts';
import { keptContents } from '../../config/derived/kept-contents.ts';
import type { ProgramRuns } from '../../config/program-secrets.ts';
import type { Config } from '../../config/types/gateway.ts';
import { programId } from '../../config/types/programs.ts';
import { answerQuestions } from '../../process/answer-questions.ts';
import { type ConfigTransfer, unpack } from '../../process/config-transfer.ts';
import { type RoutingTable, routingTable } from '../../routing/routing-table.ts';
import { callFor } from '../api/call-line.ts';
import type { DeploymentState } from '../contract/deployments.ts';
import { CapabilityLockReader } from './capability-lock-reader.ts';
import { isDrainable } from './drainable-names.ts';
import { toolUsers } from './keys-by-tool.ts';
import type { Kind, Queries, Query } from './queries.ts';
import { servedText } from './served-text.ts';
import { namesOf, writtenKey, writtenKeys, writtenModels } from './written-entries.ts';

interface Subject {
  readonly config: Config;
  readonly table: RoutingTable;
}

type Answers = {
  readonly [K in Kind]: (
    subject: Subject,
    question: Queries[K]['question'],
  ) => Queries[K]['answer'] | Promise<Queries[K]['answer']>;
};

const lock = new CapabilityLockReader();

const answers: Answers = {
  models: ({ config, table }, excerpt) => writtenModels(table, excerpt, lock.proofsOf(config, Date.now())),
  keys: ({ config }, excerpt) => writtenKeys(config, excerpt, Date.now()),
  key: ({ config }, { id }) => {
    const key = config.keys.get(id);
    return key === undefined ? null : writtenKey(config, key, keptContents(config), Date.now());
  },
  deployment: ({ config }, { name }) => isDrainable(config, name),
  tool_users: ({ config }, question) => toolUsers(config, question),
  names: ({ config, table }) => namesOf(config, table),
  call: ({ config }, { key: id }) => {
    const key = config.keys.get(id);
    return (key && callFor(config, key)) ?? null;
  },
  explain: ({ config }, { ask, states }) => {
    const problems = questionProblems(config, ask);
    if (problems.length > 0) return { problems };
    return { explanation: explainer(config, Date.now, states && liveFacts(states))(ask) };
  },
  change: async ({ config }, { file, change }) => {
    const faults = await faultsOfChange(file, change, { requireSecrets: true, programs: asServed(config) });
    return faults.map(({ path, message, hint }) =>
      [path === '' ? message : `${path}: ${message}`, ...(hint === undefined ? [] : [`(${hint})`])].join(' '),
    );
  },
  text: ({ config }, { file }) => servedText(file, config.revision, asServed(config)),
};

/** Programs are not run for a question: what they printed is known of what is served. */
function asServed({ programs }: Config): ProgramRuns {
  const known = new Map<string, string>();
  for (const program of programs.values())
    if (program.value !== undefined) known.set(programId(program), program.value);
  return { known, run: async () => ({ kind: 'failed', reason: 'it is not run for a question' }) };
}

function liveFacts(states: ReadonlyMap<string, DeploymentState>): LiveFacts {
  return {
    inFlight: (key) => states.get(key)?.in_flight ?? 0,
    busyness: (key) => states.get(key)?.in_flight ?? 0,
    latencyMs: (key) => states.get(key)?.latency_ms ?? undefined,
    healthState: (key) => states.get(key)?.standing ?? 'healthy',
    lacksCredential: (key) => (states.get(key)?.workers_without_credential ?? 0) > 0,
    isProbedDown: (key) => (states.get(key)?.workers_probed_down ?? 0) > 0,
  };
}

let subject: Promise<Subject> | undefined;

async function answer({ about, question }: Query): Promise<unknown> {
  if (subject === undefined) throw new Error('asked before it had a configuration');
  return answers[about](await subject, question as never);
}

answerQuestions<Query, ConfigTransfer>({
  answer,
  told(transfer) {
    subject = unpack(transfer).then((config) => ({ config, table: routingTable(config) }));
    subject.catch(() => {}); // told to whoever asks
  },
});
