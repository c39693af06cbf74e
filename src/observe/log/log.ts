import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogConfig, LogLevel } from '../../config/types/telemetry.ts';
import { isoTime } from './log-line.ts';
import { LogOutput } from './log-output.ts';

export type { Logger } from 'pino';

/** The destinations of the logs that this process has opened. */
const destinations = new WeakMap<Logger, DestinationStream>();

/**
 * The gateway's log: one JSON line per event, on standard output until `followLog` is told a file. Fields are chosen
 * one by one where a line is written; nothing that holds headers, bodies or configuration is ever handed to it whole.
 */
export function openLog(level: LogLevel, destination: DestinationStream = new LogOutput()): Logger {
  const log = pino(
    {
      level,
      base: null,
      timestamp: () => isoTime(),
      formatters: { level: (label) => ({ level: label }) },
      // An error's own fields may hold headers of a request: only these three are written.
      serializers: { err: plainError },
    },
    destination,
  );
  destinations.set(log, destination);
  return log;
}

/** The fields of an error in a log line. */
export function plainError(error: unknown): { message: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = (error as NodeJS.ErrnoException).code;
  return {
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  };
}

/** Writes lines that were put together elsewhere (`LogLine`) where the log goes, whatever its level. */
export function lineWriter(log: Logger): (line: string) => void {
  const destination = destinations.get(log);
  if (destination === undefined) throw new Error('this log was not opened here');
  return (line) => destination.write(line);
}

function outputOf(log: Logger): LogOutput | undefined {
  const destination = destinations.get(log);
  return destination instanceof LogOutput ? destination : undefined;
}

/** Goes by what the file says of the log from now on. Throws as `LogOutput.follow` does. */
export function followLog(log: Logger, { level, file }: Pick<LogConfig, 'level' | 'file'>): void {
  outputOf(log)?.follow(file);
  log.level = level;
}

/** Opens the log's file anew, if it has one. Throws as `LogOutput.reopen` does. */
export function reopenLog(log: Logger): void {
  outputOf(log)?.reopen();
}
