import { useEffect } from 'react';
import { noteStep, type Step } from '#features/behavior/behavior.shared.ts';
import type { MatchedRoute } from './route-table.ts';

const steps: Readonly<Record<string, Step>> = { home: 'step.home', product: 'step.product', skuConfig: 'step.config' };

/** Reports the page that is shown, after the page itself has rendered. @source R12.9 */
export const useVisits = (path: string, matched: MatchedRoute | undefined): void => {
  const step = matched === undefined ? undefined : (steps[matched.name] ?? 'visit');
  useEffect(() => {
    if (step === undefined) return;
    const timer = setTimeout(() => noteStep(step, path), 1000);
    return () => clearTimeout(timer);
  }, [step, path]);
};
