import { billDirectionNames } from '@ronghui/domain/bill';
import { Card, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import { subjectText } from '../run-words.ts';
import css from './year.module.css';
import { StartLinks, YearState } from './year-state.tsx';
import { toStart, type YearProps, type YearStage } from './year-words.ts';

/** The stages of a year as cards; stages without bills are named together, because there is nothing to do with them. */
export const YearCards = ({ year, stages, mayWrite }: YearProps): JSX.Element => {
  const shown = stages.filter(({ isIssued, runs }) => isIssued || runs.length > 0);
  const quiet = stages.filter((stage) => !shown.includes(stage));
  return (
    <>
      <ul className={css.cards} aria-label={`${year} 年各账期的对账`}>
        {shown.map((stage) => (
          <li key={stage.stageId}>
            <StageCard stage={stage} mayWrite={mayWrite} />
          </li>
        ))}
      </ul>
      {quiet.length === 0 ? null : (
        <p className={css.rest}>未出账：{quiet.map(({ stageName }) => stageName).join('、')}</p>
      )}
    </>
  );
};

const StageCard = ({ stage, mayWrite }: { stage: YearStage; mayWrite: boolean }): JSX.Element => (
  <Card
    as="article"
    title={stage.stageName}
    actions={mayWrite && toStart(stage).length > 0 ? <StartLinks stage={stage} /> : undefined}
  >
    {stage.runs.length === 0 ? (
      <Tag>未对账</Tag>
    ) : (
      <dl className={css.runs}>
        {stage.runs.map((run) => (
          <div key={run.runId} className={css.of}>
            <dt>{subjectText(run)}</dt>
            <dd>
              <YearState stage={stage} run={run} />
            </dd>
          </div>
        ))}
        {toStart(stage).map((direction) => (
          <div key={direction} className={css.of}>
            <dt>{billDirectionNames[direction]}</dt>
            <dd>
              <Tag>未对账</Tag>
            </dd>
          </div>
        ))}
      </dl>
    )}
  </Card>
);
