import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packageFolder } from '../lib/packages/package-folder.ts';
import { pagePaths } from './contract/pages.ts';
import { type Answer, plain } from './http/admin-answer.ts';
import { AdminRefusal } from './http/admin-refusal.ts';
import type { Route } from './http/admin-route.ts';

const files = {
  'index.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;
type FileName = keyof typeof files;

/** The dashboard's own files: the same for everybody, with nothing in them that a stranger must not see. */
export function dashboardRoutes(): readonly Route[] {
  const kept = new Map<FileName, Promise<Answer>>();
  const answerWith = (name: FileName) => () => {
    const answer = kept.get(name) ?? fileAnswer(name);
    kept.set(name, answer);
    answer.catch(() => kept.delete(name));
    return answer;
  };
  const assets = (['app.js', 'app.css', 'icon.svg'] as const).map(
    (name): Route => ({
      method: 'GET',
      path: `/dashboard/${name}`,
      access: 'visitors',
      answer: answerWith(name),
    }),
  );
  const shells = pagePaths.map(
    (path): Route => ({
      method: 'GET',
      path,
      access: 'visitors',
      answer: answerWith('index.html'),
    }),
  );
  return [redirect('/', '/dashboard'), ...pagePaths.map(withoutSlash), ...shells, ...assets];
}

/** Many end the address of a page with a slash. */
function withoutSlash(path: string): Route {
  return redirect(`${path}/`, path);
}

function redirect(path: string, location: string): Route {
  const answer: Answer = { ...plain(302, ''), headers: { location } };
  return { method: 'GET', path, access: 'visitors', answer: () => answer };
}

async function fileAnswer(name: FileName): Promise<Answer> {
  try {
    const content = await readFile(join(packageFolder(), 'dist/dashboard', name));
    return {
      status: 200,
      type: files[name],
      body: await promisify(gzip)(content),
      // Every browser takes it, and nothing but a browser asks.
      headers: { 'content-encoding': 'gzip' },
    };
  } catch {
    throw new AdminRefusal(
      'unavailable',
      'The dashboard is not built here: run "npm run dashboard" and reload the page.',
    );
  }
}
