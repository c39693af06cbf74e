/** Units beside tokens: what is counted and has a price is never free of charge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialectFor } from '../../src/api/dialects/index.ts';
import { endpointNames, endpoints } from '../../src/api/endpoints/index.ts';
import { settledUse } from '../../src/api/settled-use.ts';
import { compilePrice } from '../../src/config/resolve/prices/rates.ts';
import { costNanoUsd } from '../../src/observe/cost.ts';
import { countedUnits, unitPrices } from '../../src/observe/units/index.ts';
import { usageOf } from '../../src/observe/usage.ts';

test('each field of a price costs what it says, for every unit', () => {
  for (const { field, times, unit } of unitPrices) {
    const price = compilePrice({ [field]: 3 });
    const usage = usageOf({ [unit.counter]: times });
    assert.equal(costNanoUsd(price, usage, false), 3e9, field);
    const byKind = unit.isPricedByKind && compilePrice({ [field]: { default: 3, 'high/1x1': 5 } });
    if (byKind) assert.equal(costNanoUsd(byKind, { ...usage, imageKind: 'high/1x1' }, false), 5e9, field);
  }
});

test('what an endpoint counts costs something, as its request asks for it and as its answer says it', () => {
  let tried = 0;
  for (const name of endpointNames) {
    const endpoint = endpoints[name];
    const places = endpoint.dialect === 'json' && endpoint.usage !== 'none' ? endpoint.usage : {};
    for (const { counter, prices } of countedUnits) {
      const price = compilePrice({ [prices[0].field]: 1 });
      const reserved = { input: 7, output: 7 };
      if (endpoint.estimate.units?.[counter] !== undefined) {
        tried += 1;
        const units = { ...usageOf({ [counter]: 2 }), named: undefined, areExact: false };
        const asked = settledUse(undefined, { reserved, units }, price);
        assert.ok(costNanoUsd(price, asked.usage, asked.areTokensKnown) > 0, `${name}: ${counter} asked for`);
      }
      const place = [places[counter as keyof typeof places] ?? []].flat()[0] as string | undefined;
      if (place === undefined) continue;
      tried += 1;
      const answer = place
        .split('/')
        .slice(1)
        .reduceRight<unknown>((inner, step) => ({ [step]: inner }), 2) as Record<string, unknown>;
      const reported = dialectFor(endpoint).usage(answer);
      assert.ok((reported?.[counter] ?? 0) > 0, `${name}: ${counter} in an answer`);
    }
  }
  assert.ok(tried >= 6, String(tried));
});
