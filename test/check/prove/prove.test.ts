import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type EndpointName, endpointNames } from '../../../src/api/endpoints/index.ts';
import { explainer } from '../../../src/check/explain/explain.ts';
import type { ExplainQuestion } from '../../../src/check/explain/question.ts';
import { prove } from '../../../src/check/prove/prove.ts';
import type { Config } from '../../../src/config/types/gateway.ts';
import type { KeyConfig } from '../../../src/config/types/keys.ts';
import type { NeverAssertion, SurvivesAssertion } from '../../../src/config/types/tests.ts';
import { compileGlob } from '../../../src/lib/glob.ts';
import { runs } from '../../helpers/full.ts';
import { BruteForce, type Request, requests, sizeOf, subsets } from './brute-force.ts';
import { forbidden } from './forbidden.ts';
import { file, idsAsked } from './random-files.ts';

const count = runs(500);
const seed = 20_260_202;

function isMeant(asserted: NeverAssertion['request'], request: Request): boolean {
  return (
    (asserted.endpoint ?? request.endpoint) === request.endpoint &&
    (asserted.model ?? request.model) === request.model &&
    (asserted.models === undefined || asserted.models.join() === request.models.join()) &&
    (asserted.tags ?? []).every((tag) => request.tags.includes(tag))
  );
}

function keysOf(config: Config, glob: string | undefined): readonly KeyConfig[] {
  return [...config.keys.values()].filter(({ id }) => glob === undefined || compileGlob(glob)(id));
}

/** The configuration with all keys in use, as explain has to be asked about one that is not. */
function inUse(config: Config): Config {
  return { ...config, keys: new Map([...config.keys].map(([id, key]) => [id, { ...key, disabled: false }])) };
}

/** The fewest backends and deployments with which explain has something forbidden first. */
function fewestDown(config: Config, question: ExplainQuestion, wanted: ReadonlySet<string>): number {
  const explain = explainer(inUse(config));
  const deployments = explain({ ...question, down: [] }).models.flatMap((model) => model.deployments);
  const names = new Set(deployments.flatMap(({ backend, deployment }) => [backend, deployment]));
  const all = [...subsets([...names])].sort((a, b) => a.length - b.length);
  const found = all.find((down) => {
    const { outcome } = explain({ ...question, down });
    return 'deployment' in outcome && [outcome.deployment, ...outcome.or].some((one) => wanted.has(one));
  });
  assert.ok(found, JSON.stringify(question));
  return found.length;
}

test(`what is proved never to be reached is not reached by any request, for ${count} random configurations`, () => {
  const verdicts = new Set<string>();
  for (const config of fc.sample(file, { numRuns: count, seed })) {
    const brute = new BruteForce(config);
    const wanted = config.never.map((assertion) => forbidden(config, assertion));
    const shortest = config.never.map(({ request: asserted }, index) => {
      let least = Number.POSITIVE_INFINITY;
      for (const key of keysOf(config, asserted.key)) {
        for (const request of requests(asserted)) {
          if (sizeOf(request) >= least) break;
          const reached = brute.reached({ ...request, key });
          if ([...wanted[index]!].some((one) => reached.has(one))) least = sizeOf(request);
        }
      }
      return least;
    });
    for (const [index, { verdict, counterexample, message }] of prove(config).slice(0, 3).entries()) {
      const what = `${JSON.stringify(config.never[index])}: ${message}\n${JSON.stringify([...config.models, ...config.keys])}`;
      verdicts.add(verdict);
      assert.equal(verdict === 'broken', shortest[index] !== Number.POSITIVE_INFINITY, what);
      if (counterexample === undefined) continue;
      assert.equal(sizeOf(counterexample), shortest[index], what);
      const { down, key, ...asked } = counterexample;
      const request = { ...asked, key: config.keys.get(key!)! };
      assert.ok(isMeant(config.never[index]!.request, request), what);
      assert.ok(
        [...brute.reached(request)].some((one) => wanted[index]!.has(one)),
        what,
      );
      const { outcome } = explainer(inUse(config))(counterexample);
      assert.ok('deployment' in outcome, what);
      assert.ok(
        [outcome.deployment, ...outcome.or].some((one) => wanted[index]!.has(one)),
        what,
      );
      assert.equal(down.length, fewestDown(config, counterexample, wanted[index]!), what);
    }
  }
  assert.deepEqual([...verdicts].sort(), ['broken', 'empty', 'proved']);
});

/** Requests that an assertion is about: what it leaves out is every endpoint, and every model unless there are `models`. */
function* meantBy(config: Config, { request }: SurvivesAssertion): Generator<Request> {
  const { endpoint, model, models, tags } = request;
  const chains =
    model === undefined && models.length === 0
      ? idsAsked.map((id) => ({ model: id, models }))
      : [{ model, models }];
  for (const key of keysOf(config, request.key)) {
    for (const called of endpoint === undefined ? endpointNames : ([endpoint] as readonly EndpointName[])) {
      for (const chain of chains) yield { key, endpoint: called, tags, ...chain };
    }
  }
}

test(`what is proved to survive is served in every outage, and what is not fails in one, for ${count} random configurations`, () => {
  const verdicts = new Set<string>();
  for (const config of fc.sample(file, { numRuns: count, seed: seed + 1 })) {
    const brute = new BruteForce(config);
    const outages = subsets([...config.backends.keys()]).filter((down) => down.length > 0);
    const outcomes = prove(config).slice(3);
    for (const [index, assertion] of config.survives.entries()) {
      const { verdict, counterexample, message } = outcomes[index]!;
      const what = `${JSON.stringify(assertion)}: ${message}\n${JSON.stringify([...config.models, ...config.keys])}`;
      let fewest = Number.POSITIVE_INFINITY;
      let isServed = false;
      for (const request of meantBy(config, assertion)) {
        if (brute.isServed(request, []) === undefined) continue;
        isServed = true;
        for (const down of outages) {
          if (down.length > assertion.outages || down.length >= fewest) continue;
          if (brute.isServed(request, down) === false) fewest = down.length;
        }
      }
      verdicts.add(verdict);
      if (keysOf(config, assertion.request.key).length === 0) assert.equal(verdict, 'empty', what);
      else assert.equal(verdict === 'proved', isServed && fewest === Number.POSITIVE_INFINITY, what);
      if (counterexample === undefined) continue;
      assert.equal(counterexample.down.length, fewest, what);
      const { down, key, ...asked } = counterexample;
      assert.equal(brute.isServed({ ...asked, key: config.keys.get(key!)! }, down), false, what);
    }
  }
  assert.deepEqual([...verdicts].sort(), ['broken', 'proved']);
});
