import { useCallback, useMemo, useRef, useState } from 'react';
import { loadSanitiser, nativeSanitiser, type Sanitise, type SanitiserOptions } from '../headless/sanitise.ts';

/** The sanitiser of a list: yours, or the kit's, which is made when the first HTML asks for it. */
export function useSanitiser(
  injected: Sanitise | undefined,
  { imageHosts = [], imageAlt = '图片', engine = 'auto' }: SanitiserOptions,
): { context: { sanitise: Sanitise | undefined; demand: () => void }; isLoading: boolean } {
  const hosts = imageHosts.join('\n');
  const [made, setMade] = useState<{ hosts: string; sanitise: Sanitise }>();
  const [isLoading, setLoading] = useState(false);
  const asked = useRef<string>(undefined);
  const demand = useCallback(() => {
    if (asked.current === hosts) return;
    asked.current = hosts;
    const options = { imageHosts: hosts.split('\n'), imageAlt, engine };
    const native = engine === 'auto' ? nativeSanitiser(options) : undefined;
    if (native !== undefined) {
      setMade({ hosts, sanitise: native });
      return;
    }
    setLoading(true);
    void loadSanitiser(options)
      .then(
        (sanitise) => setMade({ hosts, sanitise }),
        () => {
          asked.current = undefined;
        },
      )
      .finally(() => setLoading(false));
  }, [hosts, imageAlt, engine]);
  const sanitise = injected ?? (made?.hosts === hosts ? made.sanitise : undefined);
  const context = useMemo(() => ({ sanitise, demand }), [sanitise, demand]);
  return { context, isLoading };
}
