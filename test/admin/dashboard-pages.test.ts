import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { countMarks, moneyMarks } from '../../dashboard/data/words.ts';
import { pagePaths } from '../../src/admin/contract/pages.ts';
import { requestEvent, startAdmin, token } from '../helpers/admin.ts';
import { openPage, startBrowser } from '../helpers/browser.ts';

const folder = resolve(import.meta.dirname, '../../dist/dashboard');
const files = ['index.html', 'app.js', 'app.css', 'icon.svg'].map((name) => ({
  name,
  content: readFileSync(resolve(folder, name)),
}));

const mostBytes = 150 * 1024;
const paintLimitMs = 300;

test('the whole dashboard is at most 150 KB, compressed', () => {
  const sizes = files.map(({ content }) => gzipSync(content).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(all <= mostBytes, `${all} bytes`);
});

test('its files ask for nothing from elsewhere, and none holds a script or a style in line', () => {
  const page = files[0]!.content.toString();
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc="\/dashboard\/)|<style|\sstyle=|\son\w+=|https?:/);
  for (const { name, content } of files.slice(1, 3)) {
    const addresses = content.toString().match(/(?:https?:)?\/\/[a-z][\w.-]+\.[a-z]{2,}[^\s"'`)]*/g) ?? [];
    // Names of XML languages, which nobody fetches.
    const others = addresses.filter((address) => !address.includes('www.w3.org'));
    assert.deepEqual(others, [], name);
  }
});

test('the dashboard takes nothing but types and the list of endpoints, plain data, from the gateway', () => {
  const sources = resolve(import.meta.dirname, '../../dashboard');
  const imports = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => readFileSync(resolve(sources, name), 'utf8').match(/^(?:im|ex)port\s[^;]*;/gm) ?? [])
    .filter((line) => line.includes('/src/'));
  assert.ok(imports.length > 10);
  assert.deepEqual(
    imports.filter(
      (line) => !line.startsWith('import type ') && !line.includes('/src/api/endpoints/index.ts'),
    ),
    [],
  );
});

test('every page is there by its address, so that it can be reloaded and kept as a bookmark', async (t) => {
  const { url } = await startAdmin(t);
  for (const path of pagePaths) {
    const answer = await fetch(`${url}${path}`);
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), files[0]!.content.toString());
    assert.equal((await fetch(`${url}${path}/`)).url, `${url}${path}`);
  }
  assert.equal((await fetch(url)).url, `${url}/dashboard`);
});

test('the first paint comes within 300 ms, signed in or not', async (t) => {
  const admin = await startAdmin(t);
  admin.tell(Array.from({ length: 2000 }, () => requestEvent()));
  const { page, faults } = await openPage(t, await startBrowser(t));
  const paintMs = async (): Promise<number> => {
    const painted = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
    await page.waitForFunction(painted);
    return (await page.evaluate<number>(painted)) ?? Number.NaN;
  };
  const open = async (): Promise<number> => {
    await page.goto(`${admin.url}/dashboard`);
    return paintMs();
  };
  /** The least of a few: what the page costs, not what else the machine has to do. */
  const least = async (): Promise<number> => {
    const tries: number[] = [];
    for (let count = 0; count < 4; count += 1) tries.push(await open());
    return Math.min(...tries);
  };
  await open(); // the browser itself is warm from here on
  const signedOut = await least();
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const signedIn = await least();
  t.diagnostic(`first contentful paint: sign-in ${signedOut} ms, overview ${signedIn} ms`);
  assert.ok(signedOut < paintLimitMs && signedIn < paintLimitMs, `${signedOut} ms, ${signedIn} ms`);
  assert.deepEqual(faults, []);
});

test('the marks of an axis of dollars tell one from the next', () => {
  assert.deepEqual(moneyMarks([0, 0.005, 0.01, 0.015]), ['$0.000', '$0.005', '$0.010', '$0.015']);
  assert.deepEqual(moneyMarks([0, 0.01, 0.02]), ['$0.00', '$0.01', '$0.02']);
  assert.deepEqual(moneyMarks([0, 0.0002]), ['$0.0000', '$0.0002']);
  assert.deepEqual(moneyMarks([0, 500, 1000]), ['$0.00', '$500.00', '$1K']);
  assert.deepEqual(countMarks([0, 0.05, 0.1, 0.15]), ['0', '0.05', '0.10', '0.15']);
  assert.deepEqual(countMarks([0, 0.5, 1]), ['0', '0.5', '1.0']);
  assert.deepEqual(countMarks([0, 5000, 10000]), ['0', '5,000', '10K']);
});
