import { copyText } from '../copy-button/copy-text.ts';

/** A heading of a document and its entry in the outline. */
export type OutlineEntry = { id: string; level: number; text: string };

/**
 * Adds what the allow-list removes: anchors on headings, copy buttons on code, scrollable tables. Applying it twice has
 * no further effect.
 */
export function enhance(
  root: HTMLElement,
  outline: readonly OutlineEntry[],
  classes: { copy: string; scroll: string },
): void {
  anchorHeadings(root, outline);
  for (const block of root.querySelectorAll('pre')) addCopy(block, classes.copy);
  for (const table of root.querySelectorAll('table')) {
    if (table.parentElement?.className === classes.scroll) continue;
    const frame = document.createElement('div');
    frame.className = classes.scroll;
    frame.tabIndex = 0;
    frame.setAttribute('role', 'region');
    frame.setAttribute('aria-label', table.caption?.textContent ?? '表格');
    table.replaceWith(frame);
    frame.append(table);
  }
}

/** Outline and headings come from the same text in the same order; a heading without an outline entry is skipped. */
function anchorHeadings(root: HTMLElement, outline: readonly OutlineEntry[]): void {
  let next = 0;
  for (const heading of root.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')) {
    const entry = outline[next];
    if (entry && heading.textContent.trim() === entry.text.trim()) {
      heading.id = entry.id;
      heading.tabIndex = -1;
      next += 1;
    }
  }
}

function addCopy(block: HTMLElement, className: string): void {
  if (block.previousElementSibling?.className === className) return;
  block.tabIndex = 0;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = '复制';
  button.setAttribute('aria-live', 'polite');
  button.setAttribute('aria-label', '复制代码');
  button.addEventListener('click', () => {
    void copyText(block.textContent.replace(/\n$/, '')).then((done) => {
      button.textContent = done ? '已复制' : '请手动选择';
      button.removeAttribute('aria-label');
      setTimeout(() => {
        button.textContent = '复制';
        button.setAttribute('aria-label', '复制代码');
      }, 2000);
    });
  });
  block.before(button);
}
