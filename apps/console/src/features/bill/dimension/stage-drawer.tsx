import {
  Button,
  DateTime,
  type DetailFacts,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  Skeleton,
} from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../billing.module.css';
import { type Stage, useStage } from './dimension-queries.ts';
import { useStageForm } from './stage-form.tsx';
import { StageTag, spansText } from './stage-rows.tsx';

interface StageDrawerProps {
  /** None to make a stage. */
  readonly stageId?: string;
  readonly onClose: () => void;
}

const facts: DetailFacts<Stage> = {
  stageId: 'notShown',
  name: { label: '账期', value: ({ name }) => name },
  status: { label: '状态', value: (stage) => <StageTag {...stage} /> },
  opensOn: { label: '开始日', value: ({ opensOn }) => opensOn },
  issuesOn: { label: '出账日', value: ({ issuesOn }) => issuesOn },
  confirmDays: { label: '期限', value: spansText },
  payDays: 'elsewhere',
  issuedAt: { label: '出账时间', value: ({ issuedAt }) => <DateTime value={issuedAt} /> },
  takenBy: { label: '办理人', value: ({ takenBy }) => takenBy ?? '' },
  draftsSince: 'notShown',
  last: 'notShown',
  version: 'notShown',
};

/** A stage: what it is, and its form while it is not issued. @source R11.6 */
export const StageDrawer = ({ stageId, onClose }: StageDrawerProps): JSX.Element =>
  stageId === undefined ? (
    <EditStage stage={undefined} onClose={onClose} />
  ) : (
    <KnownStage stageId={stageId} onClose={onClose} />
  );

const KnownStage = ({ stageId, onClose }: { stageId: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useStage(stageId);
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const [round, setRound] = useState(0);
  const stage = state.status === 'ready' ? state.data : undefined;
  usePageTitle(stage === undefined ? undefined : `账期 ${stage.name}`);
  if (stage !== undefined && stage.status === 'open' && mayWrite) {
    return <EditStage key={round} stage={stage} onClose={onClose} onTakeTheirs={() => setRound(round + 1)} />;
  }
  return (
    <Drawer open title="账期" onClose={onClose}>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={5} />}
        empty={<EmptyState kind="search" title="没有这个账期" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => (
          <div className={css.body}>
            <Facts items={factsOf(detail, facts)} />
            {detail.status === 'issued' ? (
              <p className={css.note}>已出账的账期不再修改，差错用调整或下期明细更正。</p>
            ) : null}
          </div>
        )}
      </PageState>
    </Drawer>
  );
};

interface EditStageProps {
  readonly stage: Stage | undefined;
  readonly onClose: () => void;
  readonly onTakeTheirs?: () => void;
}

const EditStage = ({ stage, onClose, onTakeTheirs = onClose }: EditStageProps): JSX.Element => {
  const { form, body } = useStageForm({ stage, onSaved: onClose, onTakeTheirs });
  return (
    <Drawer
      open
      title={stage === undefined ? '新建账期' : `账期 ${stage.name}`}
      onClose={onClose}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          {stage === undefined ? '新建' : '保存'}
        </Button>
      }
    >
      {body}
    </Drawer>
  );
};
