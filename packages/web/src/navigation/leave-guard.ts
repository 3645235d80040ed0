import { useEffect } from 'react';
import { makeStore } from '../state/store.ts';
import { navigate, parseHash } from './hash-location.ts';

/** The target of a link that the user pressed with unsaved changes; null without a question. */
export const leaveStore = makeStore<string | null>(null);

let guards = 0;

/** The target of a press on an own link that would leave the page; a new tab does not leave it. */
const targetOf = (event: MouseEvent): string | undefined => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  if (link === null || link.target === '_blank') return undefined;
  const to = link.getAttribute('href')?.slice(1) ?? '';
  return parseHash(to).path === parseHash(location.hash).path ? undefined : to;
};

const askFirst = (event: MouseEvent): void => {
  const to = targetOf(event);
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  leaveStore.set(to);
};

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While `isDirty`, a link that leaves the page asks first, and the browser asks when the tab is closed. @source ux "Merchant area" */
export const useLeaveGuard = (isDirty: boolean): void => {
  useEffect(() => {
    if (!isDirty) return;
    guards += 1;
    if (guards === 1) {
      document.addEventListener('click', askFirst, true);
      addEventListener('beforeunload', warn);
    }
    return () => {
      guards -= 1;
      if (guards > 0) return;
      document.removeEventListener('click', askFirst, true);
      removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);
};

/** Answers the question: navigates, or stays. */
export const answerLeave = (leaves: boolean): void => {
  const to = leaveStore.get();
  leaveStore.set(null);
  if (leaves && to !== null) navigate(to);
};
