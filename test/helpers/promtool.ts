import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs Prometheus' own tool; it is in Debian's package `prometheus`. */
export async function promtool(args: readonly string[], input = ''): Promise<{ code: number; said: string }> {
  const child = spawn('promtool', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const missing = new Promise<never>((_resolve, reject) => {
    child.on('error', () => reject(new Error('promtool is not installed: apt-get install prometheus')));
  });
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await Promise.race([ended, missing]);
  return { code, said: (await said).join('') };
}

/** Fails the test with what the tool says of a scrape. */
export async function assertSoundMetrics(scrape: string): Promise<void> {
  const { code, said } = await promtool(['check', 'metrics'], scrape);
  assert.equal(said, '');
  assert.equal(code, 0);
}

/** The value of one series; undefined where it is not there. */
export function seriesValue(scrape: string, series: string): number | undefined {
  const line = scrape.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
