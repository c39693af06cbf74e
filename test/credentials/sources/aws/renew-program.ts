/** Renews a source of Amazon's for each line that comes, one at a time, and prints what became of it as a line of JSON. */
import { createInterface } from 'node:readline';
import type { AwsSource } from '../../../../src/config/types/credentials.ts';
import { renewAws } from '../../../../src/credentials/sources/aws/index.ts';
import { RenewalFailure } from '../../../../src/credentials/sources/source.ts';

/** Ends the time of what is renewed at the moment. */
let controller = new AbortController();

createInterface({ input: process.stdin }).on('line', async (line) => {
  if (line === 'abort') return controller.abort();
  controller = new AbortController();
  process.stdout.write(`${JSON.stringify(await renewed(JSON.parse(line), controller.signal))}\n`);
});

async function renewed(source: AwsSource, signal: AbortSignal) {
  try {
    return { renewed: await renewAws(source, signal) };
  } catch (error) {
    if (!(error instanceof RenewalFailure)) throw error;
    const { code, message, isLasting } = error;
    return { failure: { code, message, isLasting } };
  }
}
