import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import { stepUpStore } from '#features/safety/step-up.ts';

/** Fetches it, also ahead. */
export const loadStepUpQuestion = () => import('./step-up-question.tsx');
const StepUpQuestion = lazyPart(loadStepUpQuestion);

/** Asks for the password or a code again before a dangerous step; renders nothing while no step waits. @source R10.9 */
export const StepUpDialog = (): JSX.Element | null => {
  const pending = stepUpStore.use();
  if (pending === null) return null;
  return <StepUpQuestion key={pending.step} pending={pending} onClose={() => pending.settle(null)} />;
};
