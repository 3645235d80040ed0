import { EmptyState, PageHead, PageState, Select, Skeleton } from '@ronghui/ui';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import css from '../billing.module.css';
import { type BilledStage, useBilledStages, useGeneration } from './billing-queries.ts';
import { StageBilling } from './stage-billing.tsx';

/** The stage to work on: that of the oldest drafts, without any the earliest open one, or the latest. */
const nextStage = (stages: readonly BilledStage[]): BilledStage | undefined => {
  const drafted = stages.flatMap((stage) => (stage.draftsSince === undefined ? [] : [stage]));
  const [oldest] = [...drafted].sort((one, other) => ((one.draftsSince ?? '') < (other.draftsSince ?? '') ? -1 : 1));
  return oldest ?? stages.findLast(({ status }) => status === 'open') ?? stages[0];
};

/** Billing a stage: its drafts are drawn up, checked against the stage before, and issued. @source R11.6 */
export const BillingPage = (): JSX.Element => {
  const pageType = usePageType();
  const [search, change] = useSearch();
  const stages = useBilledStages();
  const items = stages.data?.items ?? [];
  const stageId = search.get('stageId') ?? nextStage(items)?.stageId ?? '';
  const generation = useGeneration(stageId);
  const stage = items.find((each) => each.stageId === stageId);
  const state =
    stageId === '' && stages.data !== undefined
      ? ({ status: 'empty' } as const)
      : queryStatus('ops.bill.generation', stages.error === null ? generation : { ...generation, error: stages.error });
  return (
    <>
      <PageHead
        pageType={pageType}
        title="出账"
        sub="生成草稿，与上期核对，再一次或分批出账。"
        actions={
          items.length === 0 ? undefined : (
            <Select
              aria-label="账期"
              value={stageId}
              onValueChange={(next) => change({ stageId: next })}
              options={items.map((stage) => ({
                value: stage.stageId,
                label: `${stage.name}${stage.status === 'issued' ? '（已出账）' : ''}`,
              }))}
            />
          )
        }
      />
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState title="还没有账期" text="新建账期并导入明细之后，在这里生成账单。" />}
        onRetry={() => void (stages.isError ? stages.refetch() : generation.refetch())}
      >
        {(data) => (
          <div className={css.body}>
            <StageBilling
              key={stageId}
              stageId={stageId}
              stage={stage}
              generation={data}
              isSilent={generation.error !== null}
            />
          </div>
        )}
      </PageState>
    </>
  );
};
