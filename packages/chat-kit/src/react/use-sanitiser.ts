import { useCallback, useMemo, useRef, useState } from 'react';
import type { Sanitise } from '../headless/html-text.ts';
import { useStable } from './use-stable.ts';

/** The sanitiser of a list: yours, or the kit's, which is loaded when the first HTML asks for it. */
export function useSanitiser(
  injected: Sanitise | undefined,
  given: readonly string[],
  imageAlt: string,
): { context: { sanitise: Sanitise | undefined; demand: () => void }; isLoading: boolean } {
  const imageHosts = useStable(given);
  const [loaded, setLoaded] = useState<{ imageHosts: readonly string[]; sanitise: Sanitise }>();
  const [isLoading, setLoading] = useState(false);
  const asked = useRef<unknown>(undefined);
  const demand = useCallback(() => {
    if (asked.current === imageHosts) return;
    asked.current = imageHosts;
    setLoading(true);
    void import('../headless/sanitise.ts')
      .then(({ loadSanitiser }) => loadSanitiser({ imageHosts, imageAlt }))
      .then(
        (sanitise) => setLoaded({ imageHosts, sanitise }),
        () => {
          asked.current = undefined;
        },
      )
      .then(() => setLoading(false));
  }, [imageHosts, imageAlt]);
  const sanitise = injected ?? (loaded?.imageHosts === imageHosts ? loaded.sanitise : undefined);
  return { context: useMemo(() => ({ sanitise, demand }), [sanitise, demand]), isLoading };
}
