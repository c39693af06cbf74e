import { Traffic, trafficKinds } from '../../check/traffic/traffic.ts';
import { type TrafficNames, trafficMarkdown, trafficText } from '../../check/traffic/traffic-text.ts';
import type { Config } from '../../config/types/gateway.ts';
import { counted, type Terminal } from '../terminal.ts';
import { takeLines } from './log-lines.ts';
import { ProgressBar } from './progress-bar.ts';

/** Both versions, and how they are called. */
export interface TrafficFiles {
  readonly before: { readonly config: Config; readonly name: string };
  readonly after: { readonly config: Config; readonly name: string };
}

/** Says what becomes of the requests of access logs; whether anything changes for them. */
export async function diffTraffic(
  logs: readonly string[],
  { before, after }: TrafficFiles,
  format: 'text' | 'json' | 'markdown',
  terminal: Terminal,
): Promise<boolean> {
  const traffic = new Traffic(before.config, after.config, Date.now());
  const bar = new ProgressBar(terminal);
  const cut: string[] = [];
  let lines = 0;
  try {
    for (const log of logs) {
      const { isCut } = await takeLines(log, {
        line: (text) => {
          lines += 1;
          traffic.add(text);
        },
        tooLong: () => {
          lines += 1;
          traffic.addTooLong();
        },
        read: (bytes, size) => bar.show(size && bytes / size, `${counted(lines, 'line')} of ${nameOf(log)}`),
      });
      if (isCut) cut.push(nameOf(log));
    }
  } finally {
    bar.clear();
  }
  const report = traffic.report();
  const found = report.requests + Object.values(report.unrouted).reduce((sum, count) => sum + count, 0);
  if (found === 0) {
    const { older, unknown } = report.unread;
    if (older + unknown > 0) {
      const lines = `${counted(older + unknown, 'line')} of ${logs.map(nameOf).join(' and ')}`;
      const whose = older === 0 ? 'a version that this one does not know' : 'an older version';
      throw new Error(
        `${lines} ${older + unknown === 1 ? 'is' : 'are'} of ${whose}, which did not log what requests ask for as this one does, and there is no other request: give the log that this version writes`,
      );
    }
    throw new Error(
      `there is no request in ${logs.map(nameOf).join(' and ')}: the access log is what the gateway writes on standard output or to \`log.file\`, from level info on`,
    );
  }
  const shown = logs.map(nameOf);
  const names: TrafficNames = { logs: shown, before: before.name, after: after.name, cut };
  const isSame = trafficKinds.every((kind) => report.changed[kind] === 0);
  switch (format) {
    case 'json':
      terminal.out(`${JSON.stringify({ same: isSame, cut, ...report }, null, 2)}\n`);
      break;
    case 'markdown':
      terminal.out(trafficMarkdown(report, names));
      break;
    case 'text':
      terminal.out(trafficText(report, names));
  }
  return !isSame;
}

function nameOf(log: string): string {
  return log === '-' ? 'standard input' : log;
}
