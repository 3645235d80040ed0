import { useEffect } from 'react';
import { makeStore } from '../state/store.ts';
import { queryClient } from './query-client.ts';

/** How long after the first answer what can wait is asked for, so that the page's words are painted before. @unit ms */
const pauseMs = 200;
/** How long a page that asks for nothing holds it back. @unit ms */
const longestMs = 3_000;

/** Whether the page with which the application began has been answered; it stays so. */
export const firstAnswerStore = makeStore(false);

/**
 * Whether the page with which the application began has its first answer, and has painted it. What its frame asks for meanwhile would
 * delay that answer on a slow network.
 */
export const useFirstAnswer = (): boolean => {
  const isThere = firstAnswerStore.use();
  useEffect(() => {
    if (isThere) return;
    const show = () => firstAnswerStore.set(true);
    let timer = setTimeout(show, longestMs);
    const stop = queryClient.getQueryCache().subscribe(({ type, query: { state } }) => {
      if (type !== 'updated' || state.status === 'pending') return;
      clearTimeout(timer);
      timer = setTimeout(show, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isThere]);
  return isThere;
};
