import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser as Chromium, chromium, type Page } from 'playwright-core';
import type { Owner } from './serve.ts';

const root = resolve(import.meta.dirname, '../..');
const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Neither a sandbox, which needs rights that a container lacks, nor a word to anybody but the gateway. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What is to happen on a page happens much sooner. */
const waitMs = 10_000;

export interface Browser {
  readonly page: Page;
  /** What the page's own rules forbade, errors of its scripts, and what it asked of other hosts, and what the API refused it. */
  readonly faults: string[];
  /** Serious and critical findings of axe-core about the page as it is; of one of its rules where one is named. */
  accessibilityFaults(rule?: string): Promise<readonly string[]>;
}

/** Starts a browser that nobody has used before. Closed with its owner. */
export async function startBrowser(owner: Owner): Promise<Chromium> {
  const executablePath = candidates.find((path) => existsSync(path));
  assert.ok(executablePath, 'the browser tests need Chromium: apt-get install chromium');
  assert.ok(existsSync(join(root, 'dist/dashboard/app.js')), 'the dashboard is not built: npm run dashboard');
  const browser = await chromium.launch({ executablePath, args: flags, chromiumSandbox: false });
  owner.after(() => browser.close());
  return browser;
}

/** Opens a page in a profile of its own: no cookie and no memory is shared with another. Closed with its owner. */
export async function openPage(
  owner: Owner,
  browser: Chromium,
  options: {
    readonly colorScheme?: 'light' | 'dark';
    readonly width?: number;
    /** For a certificate that only this test knows. */
    readonly anyCertificate?: boolean;
  } = {},
): Promise<Browser> {
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'light',
    ignoreHTTPSErrors: options.anyCertificate ?? false,
    viewport: { width: options.width ?? 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  owner.after(() => context.close());
  context.setDefaultTimeout(waitMs);
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`a script ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') faults.push(`asked ${request.url()}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // Whoever is not signed in is told so: the page asks in order to know.
    if (response.status() < 400 || !pathname.startsWith('/api/') || pathname === '/api/session') return;
    faults.push(`${response.request().method()} ${pathname} was answered ${response.status()}`);
  });
  return {
    page,
    faults,
    async accessibilityFaults(rule) {
      if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
      const options = JSON.stringify(rule === undefined ? {} : { runOnly: [rule] });
      const found = await page.evaluate<readonly Finding[]>(
        `axe.run(${options}).then(({ violations }) => violations)`,
      );
      return found
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
  };
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Runs in the page by the browser's own hand, which the page's rules don't bind. */
const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
