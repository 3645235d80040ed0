import { isUnderWay } from '@ronghui/domain/job';
import { Amount, DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './recon.module.css';
import { type Run, useLiveRun } from './recon-queries.ts';
import { RunActions } from './run-actions.tsx';
import { differenceText, gapOf, progressText, rowsText, stateOf, subjectText } from './run-words.ts';

type RunProps = { readonly run: Run };

/** The stage, which leads to the run, and what was compared. */
const Subject = ({ run }: RunProps): JSX.Element => (
  <span className={css.pair}>
    <a className={css.strong} href={href(paths.reconRun(run.runId))}>
      {run.stageName}
    </a>
    <span className={css.mut}>{subjectText(run)}</span>
  </span>
);

/** How many rows the ledger has; how many cannot be read leads to them, with the reason of each. */
const Rows = ({ run }: RunProps): JSX.Element =>
  (run.badRows ?? 0) > 0 ? <a href={href(paths.reconRun(run.runId))}>{rowsText(run)}</a> : <>{rowsText(run)}</>;

const Ledger = ({ run }: RunProps): JSX.Element => (
  <span className={css.pair}>
    <span>{run.name}</span>
    {run.rows === undefined ? null : (
      <span className={css.mut}>
        <Rows run={run} />
      </span>
    )}
  </span>
);

/** Where it stands; whether it is a trial, and whether the bills changed since. */
const StateTags = ({ run }: RunProps): JSX.Element => {
  const { tone, text } = stateOf(run);
  return (
    <span className={css.tags}>
      <Tag tone={tone}>{text}</Tag>
      {run.isDryRun ? <Tag tone="neutral">试算</Tag> : null}
      {run.isOutdated ? <Tag tone="warn">账单有变化</Tag> : null}
    </span>
  );
};

/** How far it is, why it failed, or who closed it. */
const Note = ({ run }: RunProps): JSX.Element | null => {
  if (isUnderWay(run)) {
    const { done, total } = run.progress;
    return (
      <span className={css.mut}>
        <progress
          className={css.bar}
          aria-label={`${run.stageName} 的对账进度`}
          max={Math.max(1, total)}
          value={total === 0 ? undefined : done}
        />
        {progressText(run)}
      </span>
    );
  }
  if (run.status === 'failed') return <span className={css.mut}>{run.failure}</span>;
  if (run.closedAt === undefined) return null;
  return (
    <span className={css.mut}>
      {run.closedBy} <DateTime value={run.closedAt} /> 结束
    </span>
  );
};

const State = ({ run: known }: RunProps): JSX.Element => {
  const run = useLiveRun(known);
  return (
    <span className={css.state}>
      <StateTags run={run} />
      <Note run={run} />
    </span>
  );
};

/** How much more or less the platform has than the ledger. */
const Gap = ({ run }: RunProps): JSX.Element => {
  const gap = gapOf(useLiveRun(run));
  return <Amount text={gap === undefined ? null : differenceText(gap)} />;
};

const Started = ({ run: { startedBy, createdAt } }: RunProps): JSX.Element => (
  <span className={css.pair}>
    <DateTime value={createdAt} />
    <span className={css.mut}>{startedBy}</span>
  </span>
);

/** The columns of the list. */
export const runColumns: ListColumns<Run> = {
  runId: 'notShown',
  stageId: 'notShown',
  stageName: { title: '账期', cell: (run) => <Subject run={run} />, share: 1.1, fixed: true },
  side: 'elsewhere',
  direction: 'elsewhere',
  ledgerId: 'notShown',
  name: { title: '商户账', cell: (run) => <Ledger run={run} />, share: 1.5 },
  size: 'notShown',
  sha256: 'notShown',
  mapping: 'notShown',
  isFileKept: 'elsewhere',
  status: { title: '结果', cell: (run) => <State run={run} />, share: 1.4, fixed: true },
  progress: 'elsewhere',
  isEnding: 'elsewhere',
  failure: 'elsewhere',
  hasReport: 'notShown',
  seemsOf: 'notShown',
  carried: 'notShown',
  settings: 'notShown',
  rules: 'notShown',
  isDryRun: 'elsewhere',
  rows: 'elsewhere',
  badRows: 'elsewhere',
  skipped: 'notShown',
  choices: 'notShown',
  sums: 'notShown',
  totals: { title: '差额', cell: (run) => <Gap run={run} />, align: 'right', share: 0.9 },
  differencesLeft: 'elsewhere',
  madeOf: 'notShown',
  isOutdated: 'elsewhere',
  isDisputed: 'elsewhere',
  comparedRunId: 'notShown',
  itemsGoneAt: 'notShown',
  canUndo: 'notShown',
  startedBy: 'elsewhere',
  createdAt: { title: '开始', cell: (run) => <Started run={run} />, share: 1.1 },
  endedAt: 'notShown',
  closedAt: 'elsewhere',
  closedBy: 'elsewhere',
  removedAt: 'elsewhere',
  removedBy: 'notShown',
  version: 'notShown',
  actions: { title: '操作', cell: (run) => <RunActions run={run} />, align: 'right', share: 1.2, fixed: true },
};

/** The H5 card. */
export const RunCard = ({ run: known }: RunProps): JSX.Element => {
  const run = useLiveRun(known);
  const gap = gapOf(run);
  return (
    <>
      <RowCard
        title={<a href={href(paths.reconRun(run.runId))}>{run.stageName}</a>}
        tag={<StateTags run={run} />}
        facts={[
          { label: '对账内容', value: subjectText(run) },
          { label: '商户账', value: <span className={css.ofCard}>{run.name}</span> },
          ...(run.rows === undefined ? [] : [{ label: '行数', value: <Rows run={run} /> }]),
          ...(gap === undefined ? [] : [{ label: '差额', value: <Amount text={differenceText(gap)} /> }]),
          {
            label: '开始',
            value: (
              <>
                {run.startedBy} <DateTime value={run.createdAt} />
              </>
            ),
          },
        ]}
      />
      <Note run={run} />
      <RunActions run={known} />
    </>
  );
};
