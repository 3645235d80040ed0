import { useRef } from 'react';
import { usePlainKeys } from '#kernel/plain-keys.ts';

/** Moves the focus among the receptions of the queue: `j` to the next, `k` to the one before; Enter opens it, as it does any link. @source service 5.2, ux "Console" */
export const useQueueKeys = () => {
  const queue = useRef<HTMLElement>(null);
  const move = (by: 1 | -1): void => {
    const rows = [...(queue.current?.querySelectorAll('a') ?? [])];
    const open = rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
    const focused = rows.findIndex((row) => row === document.activeElement);
    const at = focused < 0 ? open : focused;
    const row = at < 0 ? rows[0] : rows[at + by];
    row?.focus();
  };
  usePlainKeys({
    stepOf: ({ key }) => {
      if (key !== 'j' && key !== 'k') return undefined;
      return () => move(key === 'j' ? 1 : -1);
    },
  });
  return queue;
};
