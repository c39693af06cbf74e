/** `docs/reference/`: pages that follow from what the code lists. */
import type { Command } from 'commander';
import { supervisorFamilies } from '../src/admin/prometheus/supervisor-metrics.ts';
import { program } from '../src/cli/program.ts';
import { problemCatalog } from '../src/config/problem-codes.ts';
import { catalog, type ErrorCode, publicCode } from '../src/errors.ts';
import { familySpecs } from '../src/observe/metrics/metric-families.ts';
import { logText } from './generate-log.ts';

/** Path and text of each. */
export function pages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/reference/commands.md', commandPage()],
    ['docs/reference/errors.md', errorPage()],
    ['docs/reference/problems.md', problemPage()],
    ['docs/reference/metrics.md', metricPage()],
    ['docs/reference/log.md', page('Log', 'scripts/log-words.ts', logText())],
  ]);
}

function page(title: string, source: string, text: string): string {
  return `# ${title}\n\nMade from \`${source}\` by \`npm run generate\`; do not edit.\n\n${text.trimEnd()}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function commandPage(): string {
  const quiet = { out: () => {}, err: () => {}, colorOut: false, colorErr: false } as never;
  const gateway = program(quiet, () => {});
  const all = commandsBelow(gateway);
  const rows = all.map((command) => [
    `[\`${pathOf(command)}\`](#${pathOf(command).replaceAll(' ', '-')})`,
    command.description(),
  ]);
  const sections = all.map((command) => `## ${pathOf(command)}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``);
  const text = [table(['command', 'what it does'], rows), ...sections].join('\n\n');
  return page('Commands', 'src/cli/program.ts', text);
}

function commandsBelow(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => [each, ...commandsBelow(each)]);
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** The output of \`--help\` at a width of 100, remarks included. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more), getOutHelpWidth: () => 100 });
  command.outputHelp();
  return text.trim();
}

function errorPage(): string {
  const rows = (Object.keys(catalog) as ErrorCode[]).map((code) => {
    const { status, type, anthropicType, retry, meaning } = catalog[code];
    return [
      `\`${publicCode(code)}\``,
      String(status),
      meaning,
      retryWords[retry],
      `\`${type}\``,
      `\`${anthropicType}\``,
    ];
  });
  const head = [
    'code',
    'status',
    'meaning',
    'try again',
    'type towards OpenAI clients',
    'towards Anthropic clients',
  ];
  const text = `Clients get these errors if no backend answers a request. The code is in the body, in the access log, in metrics and in the
header \`x-gateway-error\`. The message beside it names the remedy, and [Troubleshooting](../troubleshooting.md) the cause.

${table(head, rows)}`;
  return page('Errors', 'src/errors.ts', text);
}

const retryWords = { never: 'no', later: 'after `retry-after`' };

function problemPage(): string {
  const rows = Object.values(problemCatalog)
    .map(({ code, severity, meaning }) => [`\`${code}\``, severity, meaning])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  const text = `What \`gateway check\` finds. A code never changes its meaning; \`gateway check --ignore CODE\` leaves a warning out,
\`--strict\` makes warnings errors, \`gateway check --explain CODE\` shows a bad and a good example of each. Guide:
[Check a change](../check.md).

${table(['code', 'severity', 'meaning'], rows)}`;
  return page('Findings of check', 'src/config/problem-codes.ts', text);
}

function metricPage(): string {
  const rows = [...familySpecs.values(), ...supervisorFamilies]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, kind, labels, help }) => [
      `\`${name}\``,
      kind,
      labels.map((label) => `\`${label}\``).join(', '),
      help,
    ]);
  return page(
    'Metrics',
    'src/observe/metrics and src/admin/prometheus',
    `\`GET /metrics\` on the admin listener, with \`admin.read_token\`. Every label is bounded by the configuration.
Guide: [Logs, metrics, traces and alerts](../monitoring.md).

${table(['name', 'kind', 'labels', 'meaning'], rows)}`,
  );
}
