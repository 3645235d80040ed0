import { billDirectionNames } from '@ronghui/domain/bill';
import { DateTime, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { subjectText } from '../run-words.ts';
import css from './year.module.css';
import { toStart, type YearRun, type YearStage, yearStateOf } from './year-words.ts';

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
          {run.closedBy} <DateTime value={run.closedAt} precision="date" /> 结束{' '}
          <a
            href={href(paths.reconStatement(run.runId))}
            aria-label={`${stage.stageName} ${subjectText(run)} 对账结果单`}
          >
            对账结果单
          </a>
        </span>
      )}
      {run.later === undefined ? null : (
        <a className={css.mut} href={href(paths.reconRun(run.later.runId))}>
          {run.later.state === 'running' ? '正在重新对账' : '重新对账未完成'}
        </a>
      )}
    </span>
  );
};

/** The ways to the reconciliation of what nobody compared yet: of the stage, or of the one direction that is left. */
export const StartLinks = ({ stage }: { stage: YearStage }): JSX.Element => {
  const { stageId, stageName, runs } = stage;
  const left = toStart(stage);
  if (left.length === 0) return <></>;
  if (runs.length === 0 && left.length > 1) {
    return (
      <a href={href(paths.reconNew({ stageId }))} aria-label={`${stageName} 去对账`}>
        去对账
      </a>
    );
  }
  return (
    <>
      {left.map((direction) => (
        <a
          key={direction}
          href={href(paths.reconNew({ stageId, direction }))}
          aria-label={`${stageName} ${billDirectionNames[direction]}去对账`}
        >
          {billDirectionNames[direction]}去对账
        </a>
      ))}
    </>
  );
};
