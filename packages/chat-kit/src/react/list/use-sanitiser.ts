import { useCallback, useInsertionEffect, useMemo, useRef, useState } from 'react';
import type { Sanitise } from '../../headless/html/html-text.ts';
import { useStable } from '../use-stable.ts';

/**
 * The sanitiser of a list: the caller's, or the kit's, which is loaded when the first HTML needs it. A new sanitiser
 * applies to later messages; rendered ones stay.
 */
export function useSanitiser(
  injected: Sanitise | undefined,
  given: readonly string[],
  imageAlt: string,
): { context: { sanitise: Sanitise | undefined; demand: () => void }; isLoading: boolean } {
  const imageHosts = useStable(given);
  const [loaded, setLoaded] = useState<{ imageHosts: readonly string[]; sanitise: Sanitise }>();
  const [isLoading, setLoading] = useState(false);
  const asked = useRef<unknown>(undefined);
  const demand = useCallback(async (): Promise<void> => {
    if (asked.current === imageHosts) return;
    asked.current = imageHosts;
    setLoading(true);
    try {
      const part = await import('../../headless/html/sanitise.ts');
      const sanitise = await part.loadSanitiser({ imageHosts, imageAlt });
      setLoaded({ imageHosts, sanitise });
    } catch {
      asked.current = undefined;
    }
    setLoading(false);
  }, [imageHosts, imageAlt]);
  const own = useRef(injected);
  // before the rows of the same change, which request it in their layout effects
  useInsertionEffect(() => {
    own.current = injected;
  });
  const inject = useCallback<Sanitise>((html) => own.current?.(html) ?? '', []);
  const sanitise = injected ? inject : loaded?.imageHosts === imageHosts ? loaded.sanitise : undefined;
  return { context: useMemo(() => ({ sanitise, demand }), [sanitise, demand]), isLoading };
}
