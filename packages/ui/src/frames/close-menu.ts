import type { MouseEvent } from 'react';

/** Closes a popover when a link in it is followed, because a hash route loads no new document that would close it. */
export function closeMenuOnFollow(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('a')) event.currentTarget.hidePopover();
}
