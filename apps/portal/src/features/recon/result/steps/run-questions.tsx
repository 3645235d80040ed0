import type { JSX } from 'react';
import type { Run } from '../result-queries.ts';
import { ChangesDrawer } from './changes-drawer.tsx';
import { CloseQuestion } from './close-question.tsx';
import { RemoveQuestion } from './remove-question.tsx';

/** What is asked of a run beside its result. */
export type RunQuestion = 'changes' | 'close' | 'remove';

interface RunQuestionsProps {
  readonly run: Run;
  readonly asked: RunQuestion;
  readonly onClose: () => void;
}

/** What changed since the run before, whether to close this one, or whether to delete its ledger. */
export const RunQuestions = ({ run, asked, onClose }: RunQuestionsProps): JSX.Element => {
  if (asked === 'changes') return <ChangesDrawer run={run} onClose={onClose} />;
  if (asked === 'remove') return <RemoveQuestion run={run} onClose={onClose} />;
  return <CloseQuestion run={run} onClose={onClose} />;
};
