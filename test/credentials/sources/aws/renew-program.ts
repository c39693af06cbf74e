/** Renews a source of Amazon's once for each line that comes, and prints what became of it as a line of JSON. */
import { createInterface } from 'node:readline';
import type { AwsSource } from '../../../../src/config/types.ts';
import { renewAws } from '../../../../src/credentials/sources/aws/index.ts';
import { RenewalFailure } from '../../../../src/credentials/sources/source.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const { source, timeoutMs } = JSON.parse(line) as { source: AwsSource; timeoutMs: number };
  process.stdout.write(`${JSON.stringify(await renewed(source, timeoutMs))}\n`);
}

async function renewed(source: AwsSource, timeoutMs: number) {
  try {
    return { renewed: await renewAws(source, AbortSignal.timeout(timeoutMs)) };
  } catch (error) {
    if (!(error instanceof RenewalFailure)) throw error;
    const { code, message, isLasting } = error;
    return { failure: { code, message, isLasting } };
  }
}
