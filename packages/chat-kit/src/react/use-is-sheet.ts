import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 599.98px)';

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether a pop-up is a sheet: as requested, or on a narrow page. */
export function useIsSheet(layout: 'auto' | 'window' | 'sheet'): boolean {
  const isNarrow = useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  );
  return layout === 'auto' ? isNarrow : layout === 'sheet';
}
