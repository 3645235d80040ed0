import type { JSX } from 'react';
import type { Run } from '../result-queries.ts';
import { ChangesDrawer } from './changes-drawer.tsx';
import { CloseQuestion } from './close-question.tsx';

/** What is asked of a run beside its result. */
export type RunQuestion = 'changes' | 'close';

interface RunQuestionsProps {
  readonly run: Run;
  readonly asked: RunQuestion;
  readonly onClose: () => void;
}

/** What changed since the run before, or whether to close this one. */
export const RunQuestions = ({ run, asked, onClose }: RunQuestionsProps): JSX.Element =>
  asked === 'changes' ? (
    <ChangesDrawer runId={run.runId} onClose={onClose} />
  ) : (
    <CloseQuestion run={run} onClose={onClose} />
  );
