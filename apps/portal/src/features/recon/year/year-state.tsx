import { DateTime, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { subjectText } from '../run-words.ts';
import css from './year.module.css';
import { type YearRun, type YearStage, yearStateOf } from './year-words.ts';

/** The state of a run, which leads to it, and who closed it. */
export const YearState = ({ stage, run }: { stage: YearStage; run: YearRun }): JSX.Element => {
  const { tone, text } = yearStateOf(run);
  return (
    <span className={css.state}>
      <a
        className={css.run}
        href={href(paths.reconRun(run.runId))}
        aria-label={`${stage.stageName} ${subjectText(run)} ${text}`}
      >
        <Tag tone={tone}>{text}</Tag>
      </a>
      {run.closedAt === undefined ? null : (
        <span className={css.mut}>
          {run.closedBy} <DateTime value={run.closedAt} precision="date" /> 结束
        </span>
      )}
    </span>
  );
};

/** The way to the reconciliation of a stage that nobody compared yet. */
export const StartLink = ({ stage: { stageId, stageName } }: { stage: YearStage }): JSX.Element => (
  <a href={href(paths.reconNew({ stageId }))} aria-label={`${stageName} 去对账`}>
    去对账
  </a>
);
