import type { MouseEvent } from 'react';

/** Closes a popover when a link in it is followed: a route of the hash loads no new document that would close it. */
export function closeMenuOnFollow(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('a')) event.currentTarget.hidePopover();
}
