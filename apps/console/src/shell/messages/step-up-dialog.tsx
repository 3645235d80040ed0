import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import { stepUpStore } from '#features/staff/staff.shared.ts';

/** Fetches it, also ahead. */
export const loadStepUpQuestion = () => import('./step-up-question.tsx');
const StepUpQuestion = lazyPart(loadStepUpQuestion);

/** Asks for a fresh proof before a dangerous step; renders nothing while no step waits. @source R11.1 */
export const StepUpDialog = (): JSX.Element | null => {
  const pending = stepUpStore.use();
  if (pending === null) return null;
  return <StepUpQuestion key={pending.step} pending={pending} onClose={() => pending.settle(null)} />;
};
