import type { MouseEvent } from 'react';

/** Closes a popover when a link in it is followed, because a hash route loads no new document that would close it. */
export function closeMenuOnFollow({ target, currentTarget: menu }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a') === null) return;
  if ('popover' in menu) menu.hidePopover();
  else (menu as HTMLElement).removeAttribute('data-open');
}

/** Opens and closes the menu of a button in a browser without popovers, which hides what has no `data-open`. */
export function toggleWithoutPopovers({ currentTarget: button }: MouseEvent<HTMLElement>): void {
  if ('popover' in button) return;
  const menu = document.getElementById((button as HTMLElement).getAttribute('popovertarget') ?? '');
  menu?.dispatchEvent(new Event('beforetoggle'));
  menu?.toggleAttribute('data-open');
}
