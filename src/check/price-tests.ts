/** Tests of a request's cost. */
import { dialectFor } from '../api/dialects/index.ts';
import { endpointsOf } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { settledUse } from '../api/settled-use.ts';
import { answerUse } from '../api/stream/recorded-answer.ts';
import { fileFault, readRegular, shownPath } from '../config/text/files.ts';
import type { Config } from '../config/types/gateway.ts';
import type { PriceTest } from '../config/types/tests.ts';
import { costNanoUsd, nanoUsdPerUsd } from '../observe/cost.ts';
import type { TestOutcome } from './routing-tests.ts';

/** The largest recorded answer. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** Runs tests of costs, by default those of the configuration. */
export function runPriceTests(
  config: Config,
  tests: readonly PriceTest[] = config.priceTests,
): readonly TestOutcome[] {
  return tests.map((test) => {
    const { name, at } = test;
    const expected = `cost ${usdText(test.costNanoUsd)}`;
    const outcome = { test, name, at, expected, why: '', explanation: undefined };
    const used = use(test, config);
    if (typeof used === 'string')
      return { ...outcome, passed: false, actual: 'the test can not be run', why: used };
    const { price } = deploymentOf(test, config)!;
    const nanoUsd = costNanoUsd(price!, used.usage, used.areTokensKnown);
    const sure = used.certainty === 'measured' ? '' : ` (${used.certainty})`;
    const why = nanoUsd === test.costNanoUsd ? '' : `it used ${JSON.stringify(shown(used.usage))}`;
    return { ...outcome, passed: why === '', actual: `cost ${usdText(nanoUsd)}${sure}`, why };
  });
}

/** The usage, or the reason why it is unknown. */
function use(test: PriceTest, config: Config): ReturnType<typeof settledUse> | string {
  const { answer, usage } = test;
  const price = deploymentOf(test, config)?.price;
  if (price === undefined) return `${test.model}/${test.deployment} has no price`;
  if (answer === undefined) {
    const areTokensKnown = usage.input > 0 || usage.output > 0;
    return { usage, certainty: 'measured', areTokensKnown };
  }
  const content = readRegular(answer.file, maxAnswerBytes);
  if (content.kind !== 'content')
    return `the answer file ${shownPath(answer.file)} ${fileFault(content.kind, maxAnswerBytes)}`;
  const read = answerUse(dialectFor(endpointsOf(config).of(answer.endpoint)), content.bytes);
  if (read === undefined)
    return `the answer file ${shownPath(answer.file)} holds neither a JSON object nor the events of a stream`;
  return settledUse(read, { reserved: { input: 0, output: 0 }, units: undefined }, price);
}

function deploymentOf({ model, deployment }: PriceTest, { models }: Config) {
  return models.get(model)?.deployments.find(({ name }) => name === deployment);
}

function shown(usage: object): object {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== undefined && count !== 0));
}

/** To the billionth, without trailing zeros. */
function usdText(nanoUsd: number): string {
  return `${(nanoUsd / nanoUsdPerUsd).toFixed(9).replace(/\.?0+$/, '')} USD`;
}
