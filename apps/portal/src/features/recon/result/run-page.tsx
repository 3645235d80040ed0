import { billDirectionNames } from '@ronghui/domain/bill';
import { isUnderWay } from '@ronghui/domain/job';
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
import { type Run, useRun } from './result-queries.ts';
import { carriedText, counted } from './result-words.ts';
import { RunFacts } from './run-facts.tsx';
import { RunWithoutResult } from './run-without-result.tsx';
import { AgainButton } from './steps/again-button.tsx';
import { RemapLink } from './steps/remap-link.tsx';
import { RemoveButton } from './steps/remove-button.tsx';
import type { RunQuestion } from './steps/run-questions.tsx';
import { TieOut } from './tie-out.tsx';

/** Fetches what is asked of a run, also ahead. */
export const loadRunQuestions = () => import('./steps/run-questions.tsx');
const RunQuestions = lazyPart(loadRunQuestions);
/** Fetches what shows a run that goes on. */
export const loadRunUnderWay = () => import('./run-under-way.tsx');
const RunUnderWay = lazyPart(loadRunUnderWay);

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
      {(run) => <Body key={run.runId} run={run} isSilent={query.error !== null} />}
    </PageState>
  );
};

const titleOf = ({ stageName, side, direction }: Run): string =>
  `${stageName} · ${billDirectionNames[direction]}${sideNames[side]}`;

/** A run that took longer has waited for its turn: when it ended says more than how long that was. */
const longestMs = 600_000;

/** 用时 1.2 秒, or when it ended. */
const Duration = ({ run: { createdAt, endedAt } }: { run: Run }): JSX.Element | null => {
  if (endedAt === undefined) return null;
  const ms = Date.parse(endedAt) - Date.parse(createdAt);
  if (ms > longestMs)
    return (
      <>
        {' · '}
        <DateTime value={endedAt} /> 完成
      </>
    );
  return (
    <>
      {' · 用时 '}
      {ms < 60_000
        ? `${(ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })}\u00a0秒`
        : `${Math.ceil(ms / 60_000)}\u00a0分钟`}
    </>
  );
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

const Body = ({ run, isSilent }: { run: Run; isSilent: boolean }): JSX.Element => {
  const pageType = usePageType();
  const auth = useAuth();
  const [asked, setAsked] = useState<RunQuestion>();
  const isDone = run.status === 'done';
  const hasItems = run.itemsGoneAt === undefined;
  const mayWork = auth['recon.write'] === true && isDone && hasItems && run.closedAt === undefined && !run.isDryRun;
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
              <Duration run={run} />
            </span>
          </span>
        }
        actions={
          isDone ? (
            <>
              {run.comparedRunId === undefined ? null : (
                <Button size="small" onClick={() => setAsked('changes')}>
                  与上一次相比
                </Button>
              )}
              {hasItems ? (
                <ExportButton
                  kind="recon"
                  filter={{ runId: run.runId }}
                  fields={[]}
                  values={{}}
                  total={run.totals?.reduce((sum, { items }) => sum + items, 0)}
                  totalIsExact
                />
              ) : null}
              {run.isOutdated ? null : <AgainButton run={run} size="small" />}
            </>
          ) : undefined
        }
      />
      {isUnderWay(run) ? <RunUnderWay run={run} isSilent={isSilent} /> : null}
      {isUnderWay(run) || isDone ? null : <RunWithoutResult run={run} onRemove={() => setAsked('remove')} />}
      {isDone ? (
        <div className={css.page}>
          <Notices run={run} onCompare={() => setAsked('changes')} />
          <TieOut run={run} />
          {hasItems ? <ResultSection run={run} isOpen={mayWork} /> : null}
          <End run={run} mayClose={mayWork} onAsk={setAsked} />
        </div>
      ) : null}
      {asked === undefined ? null : <RunQuestions run={run} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
};

const Notices = ({ run, onCompare }: { run: Run; onCompare: () => void }): JSX.Element | null => {
  const { isOutdated, isDryRun, closedAt, closedBy = '', runId, itemsGoneAt } = run;
  return (
    <>
      {isDryRun ? (
        <Callout>这是试算，只显示换一组容差会怎样；不能在这里处理差异，也不计入账期的对账结果。</Callout>
      ) : null}
      {closedAt === undefined ? null : (
        <Callout>
          {closedBy} 于 <DateTime value={closedAt} /> 结束了这次对账，结果不能再更改。
          <a href={href(paths.reconStatement(runId))}>查看对账结果单</a>
        </Callout>
      )}
      {itemsGoneAt === undefined ? null : (
        <Callout>
          这个账期后来又对过账，以最近一次的结果为准；这一次只保留各类的总数，逐行的结果已不再保留。
          <a href={href(pagePath('reconManagement'))}>查看最近一次对账</a>
        </Callout>
      )}
      <CarriedNotice run={run} onCompare={onCompare} />
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

/** What people did by hand in the run before, as far as it holds on; nothing where they did nothing. @source R13.4 */
const CarriedNotice = ({ run: { carried }, onCompare }: { run: Run; onCompare: () => void }): JSX.Element | null => {
  const held = carried === undefined ? '' : carriedText(carried);
  const left = carried?.left ?? 0;
  if (held === '' && left === 0) return null;
  return (
    <Callout tone={left > 0 ? 'warn' : 'info'}>
      <span className={css.noticeRow}>
        {held === '' ? '上一次的人工处理没有能沿用的。' : `已沿用上一次的人工处理：${held}。`}
        {left === 0 ? null : (
          <>
            {`有 ${counted(left, '项')}没有沿用。`}
            <Button size="small" onClick={onCompare}>
              查看原因
            </Button>
          </>
        )}
      </span>
    </Callout>
  );
};

interface EndProps {
  readonly run: Run;
  readonly mayClose: boolean;
  readonly onAsk: (asked: RunQuestion) => void;
}

/** The end of the page: what it was made from, and the one action that ends it. */
const End = ({ run, mayClose, onAsk }: EndProps): JSX.Element => {
  const { differencesLeft = 0 } = run;
  return (
    <>
      <Card
        title="这次对账"
        actions={
          <div className={css.buttons}>
            {run.closedAt === undefined ? <RemapLink run={run} /> : null}
            <RemoveButton run={run} onRemove={() => onAsk('remove')} />
          </div>
        }
      >
        <RunFacts run={run} />
      </Card>
      {mayClose ? (
        <div className={css.closing}>
          <p>
            {differencesLeft === 0
              ? '差异已全部处理，可以结束对账、生成对账结果单。'
              : `还有 ${counted(differencesLeft, '项')}差异没有处理。`}
          </p>
          <Button variant={differencesLeft === 0 ? 'primary' : 'secondary'} onClick={() => onAsk('close')}>
            结束对账…
          </Button>
        </div>
      ) : null}
    </>
  );
};
