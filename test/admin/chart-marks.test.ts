/** The times below the charts: none is cut, and the newest value has one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timesBackFrom } from '../../dashboard/parts/axis-times.ts';
import { openPage, startBrowser } from '../helpers/browser.ts';
import { until } from '../helpers/gate.ts';
import { ownerOfFile, serve } from '../helpers/serve.ts';

const token = 'browser-admin-token-0123';
const file = ownerOfFile();
const starting = startBrowser(file);
const serving = serve(
  file,
  `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token} }
workers: 1
backends: { vendor: { simulator: {} } }
models: { m: { deployments: [{ backend: vendor, endpoints: { chat_completions: [] } }] } }
keys: { own: { secret: sk-own-0123456789abcdef } }
`,
);

interface Drawn {
  readonly text: string;
  /** Both ends of it, as parts of the canvas. */
  readonly from: number;
  readonly to: number;
}

for (const width of [390, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`at ${width} px the last time stands whole below the end of each chart, ${colorScheme}`, async (t) => {
      const { served } = { served: await serving };
      const [url = ''] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
      const { page, faults } = await openPage(t, await starting, { width, colorScheme });
      await page.addInitScript(() => {
        const drawn: Drawn[] = [];
        Object.assign(globalThis, { drawn });
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...more) {
          const half = this.measureText(text).width / 2;
          if (this.textAlign === 'center' && /^\d\d:\d\d$|^\d+ \w{3}$/.test(text))
            drawn.push({ text, from: (x - half) / this.canvas.width, to: (x + half) / this.canvas.width });
          return fillText.call(this, text, x, y, ...more);
        };
      });
      await page.goto(`${url}/dashboard`);
      await page.getByLabel('Token').fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      for (const [path, heading] of [
        ['/dashboard', 'Overview'],
        ['/dashboard/costs', 'Costs'],
      ] as const) {
        await page.goto(url + path);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        const read = () =>
          page.evaluate(() => (globalThis as unknown as { readonly drawn: readonly Drawn[] }).drawn);
        await until(async () => (await read()).length > 0, 'a chart is drawn');
        const drawn = await read();
        assert.deepEqual(
          drawn.filter(({ from, to }) => from < 0 || to > 1),
          [],
        );
        const end = Math.max(...drawn.map(({ to }) => to));
        assert.ok(end > 0.9, `${heading}: the last mark ends at ${end}`);
      }
      assert.deepEqual(faults, []);
    });
  }
}

test('marks are counted back from the last', () => {
  assert.deepEqual(timesBackFrom(100, 0, 30), [10, 40, 70, 100]);
  assert.deepEqual(timesBackFrom(90, 0, 30), [0, 30, 60, 90]);
  assert.deepEqual(timesBackFrom(0, 10, 30), []);
  assert.deepEqual(timesBackFrom(10, 0, 0), []);
});
