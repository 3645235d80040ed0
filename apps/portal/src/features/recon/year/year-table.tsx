import { VisuallyHidden } from '@ronghui/ui';
import type { JSX } from 'react';
import { subjectText } from '../run-words.ts';
import css from './year.module.css';
import { StartLinks, YearState } from './year-state.tsx';
import { noRunText, runOf, type YearProps, type YearStage, yearSubjects } from './year-words.ts';

/** The stages of a year by direction and side. */
export const YearTable = ({ year, stages, mayWrite }: YearProps): JSX.Element => (
  // A region that scrolls has to be reached by the keyboard.
  <div className={css.scroll} tabIndex={0} role="region" aria-label={`${year} 年各账期的对账`}>
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">账期</th>
          {yearSubjects.map((subject) => (
            <th key={subjectText(subject)} scope="col">
              {subjectText(subject)}
            </th>
          ))}
          <th scope="col">
            <VisuallyHidden>操作</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {stages.map((stage) => (
          <YearRow key={stage.stageId} stage={stage} mayWrite={mayWrite} />
        ))}
      </tbody>
    </table>
  </div>
);

const YearRow = ({ stage, mayWrite }: { stage: YearStage; mayWrite: boolean }): JSX.Element => {
  if (!stage.isIssued && stage.runs.length === 0) {
    return (
      <tr className={css.quiet}>
        <th scope="row">{stage.stageName}</th>
        <td colSpan={yearSubjects.length + 1}>未出账</td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{stage.stageName}</th>
      {yearSubjects.map((subject) => {
        const run = runOf(stage, subject);
        return (
          <td key={subjectText(subject)}>
            {run === undefined ? (
              <span className={css.mut}>{noRunText(stage, subject)}</span>
            ) : (
              <YearState stage={stage} run={run} />
            )}
          </td>
        );
      })}
      <td className={css.end}>{mayWrite ? <StartLinks stage={stage} /> : null}</td>
    </tr>
  );
};
