import { useEffect } from 'react';
import type { Step } from '#features/behavior/behavior.shared.ts';
import type { MatchedRoute } from './route-table.ts';

/** The recorder has a chunk of its own, because no page needs it to be shown; a visit whose chunk does not load is not recorded. */
const record = (step: Step, path: string): void => {
  import('#features/behavior/behavior.shared.ts').then(
    ({ noteStep }) => noteStep(step, path),
    () => undefined,
  );
};

const steps: Readonly<Record<string, Step>> = { home: 'step.home', product: 'step.product', skuConfig: 'step.config' };

/** Reports the page that is shown, after the page itself has rendered. @source R12.9 */
export const useVisits = (path: string, matched: MatchedRoute | undefined): void => {
  const step = matched === undefined ? undefined : (steps[matched.name] ?? 'visit');
  useEffect(() => {
    if (step === undefined) return;
    const timer = setTimeout(() => record(step, path), 1000);
    return () => clearTimeout(timer);
  }, [step, path]);
};
