import type { SourceOptions } from '../invoice/our-usage.ts';
import type { Terminal } from '../terminal.ts';
import type { TrafficFiles } from '../traffic/diff-traffic.ts';
import { askUsage, readExport } from './read-usage.ts';
import { Repricer } from './reprice.ts';
import { isUnchanged, repricingJson, repricingMarkdown, repricingText } from './repricing-text.ts';

/** The source of usage: the file of an export, or running gateways. */
export type UsageOrigin =
  | { readonly file: string }
  | { readonly gateways: SourceOptions & { readonly admin: readonly string[] } };

/** Says what usage costs under both files; whether that is another sum for any deployment. */
export async function diffUsage(
  origin: UsageOrigin,
  { before, after }: TrafficFiles,
  format: 'text' | 'json' | 'markdown',
  terminal: Terminal,
): Promise<boolean> {
  const repricer = new Repricer(before.config, after.config);
  const take = repricer.add.bind(repricer);
  if ('file' in origin) await readExport(origin.file, take, terminal);
  else await askUsage(before.config, origin.gateways, take, terminal);
  const found = repricer.result;
  const usage = 'file' in origin ? origin.file : origin.gateways.admin.join(' and ');
  const names = { usage: usage === '-' ? 'standard input' : usage, before: before.name, after: after.name };
  switch (format) {
    case 'json':
      terminal.out(repricingJson(found, names));
      break;
    case 'markdown':
      terminal.out(repricingMarkdown(found, names));
      break;
    case 'text':
      terminal.out(repricingText(found, names));
  }
  return !isUnchanged(found);
}
