import { type ClientCase, type ClientOutcome, type ClientReport, isRefused } from './client-check.ts';

const mostNames = 5;

const times = { start: 'at its start', turn: 'in a turn', call: 'as the application calls' } as const;

/** The report for a terminal: each model's meaning for the client, refusals first. */
export function clientText({ recording, cases, notes, leftOut }: ClientReport): string {
  const { client, version, settings } = recording;
  const lines = [`${client} ${version}, set by ${settings}`];
  const of = (verdict: ClientCase['verdict']) => cases.filter((one) => one.verdict === verdict);
  for (const one of [...of('refused'), ...of('served')]) lines.push(...caseLines(one));
  const unfit = of('unfit');
  if (unfit.length > 0) {
    const models = [...new Set(unfit.map(({ model }) => model))];
    lines.push(
      `  not for it  ${named(models)}: no deployment serves what it calls, or the key may not use that`,
    );
  }
  if (cases.length === 0) lines.push('  REFUSED     no key may use any model');
  else if (unfit.length === cases.length) lines.push('  REFUSED     no model of the file is for it');
  for (const note of notes) lines.push(`  note        ${note}`);
  if (leftOut > 0)
    lines.push(
      `  ${leftOut} more pairs of key and model were not looked at; narrow it with --key and --model`,
    );
  return `${lines.join('\n')}\n`;
}

function caseLines({ keys, model, verdict, outcomes }: ClientCase): readonly string[] {
  const who = `${model}, ${keys.length === 1 ? 'key' : 'keys'} ${named(keys)}`;
  const said = new Set(outcomes.map(outcomeText)); // turns are often served as the start is
  const dropped = [...new Set(outcomes.flatMap(({ droppedHeaders }) => droppedHeaders))];
  return [
    `  ${verdict === 'served' ? 'served    ' : 'REFUSED   '}  ${who}`,
    ...said,
    ...(dropped.length === 0 ? [] : [`    headers that are not passed on: ${dropped.join(', ')}`]),
  ];
}

function outcomeText(outcome: ClientOutcome): string {
  const { request, to, refused, needs, lacks, editedFields, unacceptedFields, via, isRelayed } = outcome;
  const what = `    ${request.socket === true ? 'WebSocket' : request.method} ${request.path}`;
  if (refused !== undefined) {
    const mark = isRefused(outcome) ? 'REFUSED' : 'refused, which it can do without';
    return `${what} ${times[request.when]}: ${mark}: ${refused.status} ${refused.code}: ${refused.message}`;
  }
  const over = isRelayed ? ' over a socket of its own' : '';
  const lines = [`${what} -> ${to}${over}${needs.length === 0 ? '' : `, uses ${needs.join(', ')}`}`];
  if (via !== undefined) lines.push(`      ${translatedText(via, outcome)}`);
  if (lacks.length > 0) lines.push(`      ${to} does not declare ${lacks.join(', ')}`);
  if (editedFields.length > 0) {
    lines.push(`      fields that the backend's \`request\` changes: ${editedFields.join(', ')}`);
  }
  if (unacceptedFields.length > 0) {
    lines.push(
      `      fields that its model does not take (\`accepts\`), sent as they are: ${unacceptedFields.join(', ')}`,
    );
  }
  return lines.join('\n');
}

function translatedText(via: string, { droppedFields, changedFields }: ClientOutcome): string {
  return [
    `translated to ${via}`,
    ...(droppedFields.length === 0 ? [] : [`dropped: ${droppedFields.join(', ')}`]),
    ...(changedFields.length === 0 ? [] : [`changed: ${changedFields.join(', ')}`]),
  ].join('; ');
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}
