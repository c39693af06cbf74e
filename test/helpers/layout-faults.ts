import type { Page } from 'playwright-core';

/**
 * What a person who looks at the page can't read or reach: text that is cut off or that something lies over, and a page
 * that scrolls sideways. Of an open dialog, what is in it. Text in `pre` scrolls by design.
 */
export function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(findFaults);
}

/** Runs in the page, so that it uses nothing from around it. */
function findFaults(): readonly string[] {
  const faults: string[] = [];
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) faults.push(`the page scrolls sideways by ${over} px`);
  const root = document.querySelector('dialog[open]') ?? document.body;
  for (const element of root.querySelectorAll(':not(pre, input, .unseen)')) {
    const label = getComputedStyle(element, '::before');
    const isBeside = element.matches('td') && label.content !== 'none' && label.content !== '""';
    if (isBeside && element.checkVisibility() && parseFloat(label.height) > element.clientHeight + 1)
      faults.push(`the label ${label.content} is higher than what it stands beside`);
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
    const more = element.scrollWidth - element.clientWidth;
    if (!scrolls || more <= 1 || !element.checkVisibility()) continue;
    const name = element.getAttribute('aria-label') ?? element.className;
    faults.push(`${element.tagName.toLowerCase()} "${name}" scrolls sideways by ${more} px`);
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const element = node.parentElement;
    const words = node.textContent?.trim() ?? '';
    const isHidden = '.unseen, .skip, pre, option, thead th, .uplot, .splash';
    if (
      element === null ||
      words === '' ||
      element.closest(isHidden) !== null ||
      !element.checkVisibility()
    ) {
      continue;
    }
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around);
      if (overflowX === 'visible') continue;
      const frame = around.getBoundingClientRect();
      if (box.right <= frame.right + 1 && box.left >= frame.left - 1) continue;
      faults.push(`cut by ${around.tagName.toLowerCase()}.${around.className}: ${words}`);
      break;
    }
    const first = range.getClientRects()[0];
    if (first === undefined) continue;
    const there = document.elementFromPoint(first.x + first.width / 2, first.y + first.height / 2);
    if (there === null || !(there.contains(element) || element.contains(there))) {
      faults.push(
        `${there === null ? 'outside' : `under ${there.tagName.toLowerCase()}.${there.className}`}: ${words}`,
      );
    }
  }
  return [...new Set(faults)];
}
