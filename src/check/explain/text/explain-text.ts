import { listed } from '../../../routing/wording.ts';
import type { ExplainedDeployment, ExplainedModel, Explanation } from '../explanation.ts';
import type { ExplainQuestion } from '../question.ts';

/**
 * An explanation in a terminal's form: the request, a row per deployment of the chain (those that are tried are
 * numbered), and the client's outcome. Without colours; lines end in `\n`.
 */
export function explanationText(explanation: Explanation): string {
  const isLive = explanation.models.some(({ deployments }) => deployments.some(({ live }) => live));
  const isTranslated = explanation.models.some(({ deployments }) => deployments.some(({ via }) => via));
  const columns = { isLive, isTranslated };
  const head = [
    ...['#', 'DEPLOYMENT', 'BACKEND', 'PRIORITY'],
    ...(isTranslated ? ['VIA'] : []),
    ...(isLive ? liveColumns : []),
    'WHY NOT',
  ];
  const rows = explanation.models.flatMap((model) => modelRows(model, columns));
  const { question, identity } = explanation;
  const led =
    identity === undefined
      ? []
      : [
          printable(
            `The claims lead to the key ${identity.key}, by rule ${identity.rule} of the issuer ${identity.issuer}.`,
          ),
        ];
  const waiting = explanation.queue === undefined ? [] : explanation.queue.text.map(printable);
  const aboutSocket = (explanation.socket?.text ?? []).map(printable);
  const kept = [...mirrorsText(explanation), ...guardsText(explanation), ...contentsText(explanation)];
  return `${[questionText(question), ...led, '', ...aligned([head, ...rows]), '', outcome(explanation), ...aboutSocket, ...kept, ...waiting].join('\n')}\n`;
}

function mirrorsText({ mirrors = [] }: Explanation): readonly string[] {
  return mirrors.map(({ of, share, deployments }) =>
    printable(
      `${percent(share)} of the requests that ${of} answers are copied to ${listed(deployments, 'or', 8)} (mirror).`,
    ),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function guardsText({ guards = [] }: Explanation): readonly string[] {
  const looking = (direction: 'requests' | 'answers', what: string) => {
    const names = guards.filter(({ looksAt }) => looksAt.includes(direction)).map(({ name }) => name);
    return names.length === 0
      ? []
      : [printable(`${what} are checked by ${listed(names, 'and', 8)} (guards).`)];
  };
  return [...looking('requests', 'Requests'), ...looking('answers', 'Answers')];
}

function contentsText({ contents }: Explanation): readonly string[] {
  if (contents === undefined) return [];
  const share = contents.share === 1 ? '' : ` for ${percent(contents.share)} of its requests`;
  return [`The key's requests and answers are kept${share} (content_log).`];
}

type Row = readonly string[];

/** Columns that are only sometimes shown. */
interface Columns {
  readonly isLive: boolean;
  /** Some deployment is translated. */
  readonly isTranslated: boolean;
}

const liveColumns = ['STATE', 'IN FLIGHT', 'LATENCY'] as const;

/** The question, in one line. */
export function questionText(question: ExplainQuestion): string {
  const { socket } = question;
  const parts = [`endpoint ${question.endpoint}${socket === undefined ? '' : ' over a WebSocket'}`];
  if (socket?.origin !== undefined) parts.push(`from a page of ${socket.origin}`);
  if (question.model !== undefined) parts.push(`model ${question.model}`);
  if (question.models.length > 0) parts.push(`models ${question.models.join(', ')}`);
  if (question.tags.length > 0) parts.push(`tags ${question.tags.join(', ')}`);
  const standing = question.asActive === true ? ', taken as active' : '';
  if (question.claims !== undefined) parts.push(`claims ${JSON.stringify(question.claims)}`);
  else parts.push(question.key === undefined ? 'any key' : `key ${question.key}${standing}`);
  if (question.down.length > 0) parts.push(`down ${question.down.join(', ')}`);
  if (question.needs !== undefined && question.needs.length > 0)
    parts.push(`uses ${question.needs.join(', ')}`);
  return printable(parts.join('; '));
}

function modelRows(model: ExplainedModel, columns: Columns): readonly Row[] {
  if (model.kind === 'unknown') {
    const none = [
      ...(columns.isTranslated ? [''] : []),
      ...(columns.isLive ? liveColumns.map(() => '') : []),
    ];
    return [
      [
        '-',
        model.model,
        '',
        '',
        ...none,
        model.nearest === undefined ? 'no such model' : `no such model (did you mean "${model.nearest}"?)`,
      ],
    ];
  }
  return model.deployments.map((deployment) => deploymentRow(deployment, columns));
}

function deploymentRow(explained: ExplainedDeployment, { isLive, isTranslated }: Columns): Row {
  const {
    place,
    deployment,
    backend,
    priority,
    reasons,
    lacks,
    limits = [],
    servers,
    via,
    relay,
    live,
  } = explained;
  const why = reasons.map(({ text }) => text);
  // It is tried all the same, after those that lack less.
  if (place !== null && lacks.length > 0) why.push(`(lacks ${lacks.join(', ')}, which the body uses)`);
  if (place !== null && limits.length > 0) why.push(`(passed over beyond ${limits.join(', ')})`);
  if (place !== null && servers !== undefined)
    why.push(servers === null ? '(on one of the servers of its name)' : `(on one of ${servers} servers)`);
  if (place !== null) why.push(...changesText(explained));
  if (place !== null && relay !== undefined) why.push('(over a socket of its own)');
  const state = [
    live?.standing ?? '',
    String(live?.inFlight ?? ''),
    live?.latencyMs == null ? '' : `${Math.round(live.latencyMs)}ms`,
  ];
  return [
    place === null ? '-' : String(place),
    deployment,
    backend,
    String(priority),
    ...(isTranslated ? [via ?? 'native'] : []),
    ...(isLive ? state : []),
    why.join('; '),
  ];
}

/** The parts of a request that a deployment gets in another form, or not at all. */
function changesText({ changed = [], dropped = [] }: ExplainedDeployment): readonly string[] {
  return [
    ...(changed.length === 0 ? [] : [`(changed: ${changed.join(', ')})`]),
    ...(dropped.length === 0 ? [] : [`(dropped: ${dropped.join(', ')})`]),
  ];
}

function aligned(table: readonly Row[]): readonly string[] {
  const columns = (table[0]?.length ?? 1) - 1;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  return table.map((row) =>
    printable(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).trimEnd(),
  );
}

function outcome({ outcome, models }: Explanation): string {
  if (!('deployment' in outcome))
    return `Answered with ${outcome.status} ${outcome.code}: ${outcome.message}`;
  const { deployment, or } = outcome;
  if (or.length === 0) return `Goes to ${deployment}.`;
  const first = models.flatMap(({ deployments }) => deployments).find(({ place }) => place === 1);
  return `Goes to ${listed([deployment, ...or], 'or', 8)}: equals, between which ${first?.balance} chooses.`;
}

/** Makes a text safe for the terminal: names come from files and command lines, and none of them may control it. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
