/** The pages of `docs/`, which come with every package: what there is, in the order of their index. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFolder } from '../../process/package-paths.ts';

export interface Page {
  /** The page's name in commands: its file without folder and ending. */
  readonly name: string;
  readonly title: string;
  /** The index's words about it. */
  readonly about: string;
  /** Below `docs`. */
  readonly file: string;
}

export interface Chapter {
  readonly title: string;
  readonly pages: readonly Page[];
}

const chapterHead = /^## (.+)$/;
const entry = /^- \[(.+?)\]\(([\w./-]+\.md)\)(?:: (.+))?$/;

/** By the index. Throws an Error in the operator's words where the pages are not there. */
export function chapters(): readonly Chapter[] {
  const found: { title: string; pages: Page[] }[] = [];
  for (const line of pageText('README.md').split('\n')) {
    const [, title] = chapterHead.exec(line) ?? [];
    if (title !== undefined) found.push({ title, pages: [] });
    const [, name, file, about = ''] = entry.exec(line) ?? [];
    if (name !== undefined && file !== undefined)
      found.at(-1)?.pages.push({ name: nameOf(file), title: name, about, file });
  }
  return found.filter(({ pages }) => pages.length > 0);
}

/** `decisions/README.md` is called after its folder. */
function nameOf(file: string): string {
  const name = basename(file, '.md');
  return name === 'README' ? file.split('/').at(-2)! : name;
}

/** The Markdown of a page. Throws as `chapters` does. */
export function pageText(file: string): string {
  const path = join(packageFolder(), 'docs', file);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`the pages did not come with this gateway: can't read ${path} (${code})`, {
      cause: error,
    });
  }
}

/** For completions; none where the pages are not there. */
export function pageNames(): readonly string[] {
  try {
    return chapters().flatMap(({ pages }) => pages.map(({ name }) => name));
  } catch {
    return [];
  }
}
