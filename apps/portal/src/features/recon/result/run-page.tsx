import { billDirectionNames } from '@ronghui/domain/bill';
import { Button, Callout, Card, DateTime, EmptyState, PageHead, PageState, Skeleton, Tag } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { type JSX, useState } from 'react';
import { ExportButton } from '#features/export/export.shared.ts';
import type { PageProps } from '#kernel/page-props.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { pagePath, paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { sideNames } from '../run-words.ts';
import { ResultSection } from './items/result-section.tsx';
import css from './result.module.css';
import { isUnderWay, type Run, useRun } from './result-queries.ts';
import { counted } from './result-words.ts';
import { RunFacts } from './run-facts.tsx';
import { RunUnderWay, RunWithoutResult } from './run-under-way.tsx';
import { AgainButton } from './steps/again-button.tsx';
import type { RunQuestion } from './steps/run-questions.tsx';
import { TieOut } from './tie-out.tsx';

/** Fetches what is asked of a run, also ahead. */
export const loadRunQuestions = () => import('./steps/run-questions.tsx');
const RunQuestions = lazyPart(loadRunQuestions);

/** One run: how far it is, why it failed, or its result. @source R13, ux "Merchant area" */
export const RunPage = ({ params: { runId = '' } }: PageProps): JSX.Element => {
  const { state, query } = useRun(runId);
  const pageType = usePageType();
  usePageTitle(state.status === 'ready' ? titleOf(state.data) : '对账结果');
  return (
    <PageState
      state={state}
      loading={
        <>
          <PageHead pageType={pageType} title="对账结果" />
          <Skeleton shape="row" count={8} />
        </>
      }
      empty={
        <EmptyState
          kind="search"
          title="没有这次对账"
          text="请核对地址，或切换到它所属的商户。"
          action={<Button href={href(pagePath('reconManagement'))}>对账管理</Button>}
        />
      }
      onRetry={() => void query.refetch()}
    >
      {(run) => <Body key={run.runId} run={run} />}
    </PageState>
  );
};

const titleOf = ({ stageName, side, direction }: Run): string =>
  `${stageName} · ${billDirectionNames[direction]}${sideNames[side]}`;

/** 1.2 秒, or minutes where it took longer. */
const tookText = ({ createdAt, endedAt }: Run): string => {
  if (endedAt === undefined) return '';
  const seconds = (Date.parse(endedAt) - Date.parse(createdAt)) / 1000;
  return seconds < 60
    ? ` · 用时 ${seconds.toLocaleString('en-US', { maximumFractionDigits: 1 })}\u00a0秒`
    : ` · 用时 ${Math.ceil(seconds / 60)}\u00a0分钟`;
};

const StateTag = ({ run }: { run: Run }): JSX.Element | null => {
  const { status, closedAt, isDryRun, differencesLeft = 0 } = run;
  if (isDryRun) return <Tag tone="info">试算</Tag>;
  if (closedAt !== undefined) return <Tag>已结束</Tag>;
  if (status !== 'done') return null;
  return differencesLeft === 0 ? (
    <Tag tone="ok">差异已处理完</Tag>
  ) : (
    <Tag tone="bad">还差 {counted(differencesLeft, '项')}</Tag>
  );
};

const Body = ({ run }: { run: Run }): JSX.Element => {
  const pageType = usePageType();
  const auth = useAuth();
  const [asked, setAsked] = useState<RunQuestion>();
  const isDone = run.status === 'done';
  const mayWork = auth['recon.write'] === true && isDone && run.closedAt === undefined && !run.isDryRun;
  return (
    <>
      <PageHead
        pageType={pageType}
        title={titleOf(run)}
        sub={
          <span className={css.sub}>
            {pageType === 'H5' ? <b>{titleOf(run)}</b> : null}
            <StateTag run={run} />
            <span>
              {run.startedBy} <DateTime value={run.createdAt} />
              {tookText(run)}
            </span>
          </span>
        }
        actions={
          isDone ? (
            <>
              {run.comparedRunId === undefined ? null : (
                <Button onClick={() => setAsked('changes')}>与上一次相比</Button>
              )}
              <ExportButton
                kind="recon"
                filter={{ runId: run.runId }}
                fields={[]}
                values={{}}
                total={run.totals?.reduce((sum, { items }) => sum + items, 0)}
                totalIsExact
              />
              {run.isOutdated ? null : <AgainButton run={run} />}
            </>
          ) : undefined
        }
      />
      {isUnderWay(run) ? <RunUnderWay run={run} /> : null}
      {isUnderWay(run) || isDone ? null : <RunWithoutResult run={run} />}
      {isDone ? (
        <div className={css.page}>
          <Notices run={run} />
          <TieOut run={run} />
          <ResultSection run={run} isOpen={mayWork} />
          <End run={run} mayClose={mayWork} onClose={() => setAsked('close')} />
        </div>
      ) : null}
      {asked === undefined ? null : <RunQuestions run={run} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
};

const Notices = ({ run }: { run: Run }): JSX.Element | null => {
  const { isOutdated, isDryRun, closedAt, closedBy = '', runId } = run;
  return (
    <>
      {isDryRun ? (
        <Callout>这是试算，只显示换一组容差会怎样；不能在这里处理差异，也不计入账期的对账结果。</Callout>
      ) : null}
      {closedAt === undefined ? null : (
        <Callout>
          {closedBy} 于 <DateTime value={closedAt} /> 结束了这次对账，结果不能再更改。
          <a href={href(paths.reconStatement(runId))}>查看对账单</a>
        </Callout>
      )}
      {isOutdated ? (
        <Callout tone="warn">
          <span className={css.noticeRow}>
            账单在这次对账之后有过调整或重新出账，下面的平台账不是最新的。重新对账可以看到有哪些变化。
            <AgainButton run={run} isPrimary />
          </span>
        </Callout>
      ) : null}
    </>
  );
};

/** The end of the page: what it was made from, and the one action that ends it. */
const End = ({ run, mayClose, onClose }: { run: Run; mayClose: boolean; onClose: () => void }): JSX.Element => {
  const { differencesLeft = 0 } = run;
  return (
    <>
      <Card title="这次对账">
        <RunFacts run={run} />
      </Card>
      {mayClose ? (
        <div className={css.closing}>
          <p>
            {differencesLeft === 0
              ? '差异已全部处理，可以结束对账、生成对账单。'
              : `还有 ${counted(differencesLeft, '项')}差异没有处理。`}
          </p>
          <Button variant={differencesLeft === 0 ? 'primary' : 'secondary'} onClick={onClose}>
            结束对账…
          </Button>
        </div>
      ) : null}
    </>
  );
};
