import { lineFieldNames } from '@ronghui/domain/line-import';
import { differenceOf, fen, rmbText } from '@ronghui/domain/money';
import { surveyedRows } from '@ronghui/domain/table';
import { FaultyRows, LeftOutRows, ReadFigures, StatedSums } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './line-import.module.css';
import type { Choices, Preview } from './line-import-queries.ts';

/** An amount of a file in yuan. */
export const amountText = (amount: number): string => rmbText(fen(amount));

/** The first, which is the larger, less the second. */
export const amountsApart = (amount: number, less: number): number => differenceOf(fen(amount), fen(less));

/** The control total, with what of it is below zero. */
const sumsOf = ({ mapping, survey }: Preview): { label: string; amount: string }[] => {
  if (survey === undefined || !mapping.some(({ field }) => field === 'loanAmount')) return [];
  const { income, expense } = survey;
  return [
    { label: '合计', amount: amountText(income - expense) },
    ...(expense > 0 ? [{ label: '其中负数', amount: amountText(0 - expense) }] : []),
  ];
};

interface FileSurveyProps {
  readonly preview: Preview;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
  /** The file is read again by another choice. */
  readonly busy: boolean;
}

/** What would be imported of a whole file: how much, against what the file says itself, what is left out, and what cannot be read. @source R11.6 */
export const FileSurvey = ({ preview, choices, onChange, busy }: FileSurveyProps): JSX.Element | null => {
  const { survey, columns } = preview;
  if (survey === undefined) return null;
  const { takeIn, leaveOutFaulty } = choices;
  return (
    <section className={css.survey} aria-label="将导入的行">
      <ReadFigures
        rows={survey.rows}
        sums={sumsOf(preview)}
        onlyFirst={survey.isComplete ? undefined : surveyedRows}
        busy={busy}
      />
      <StatedSums
        sums={survey.sums}
        amountText={amountText}
        differenceOf={amountsApart}
        columnName={(column) => columns.find((each) => each.column === column)?.name ?? ''}
      />
      <FaultyRows
        rows={survey.faulty}
        total={survey.faultyRows}
        fieldName={(field) => lineFieldNames[field]}
        skipped={leaveOutFaulty}
        onlyFirst={survey.isComplete ? undefined : surveyedRows}
        onSkip={(rows) => onChange({ ...choices, leaveOutFaulty: rows })}
        busy={busy}
      />
      <LeftOutRows
        rows={survey.leftOut}
        total={survey.leftOutRows}
        reasons={survey.leftOutReasons}
        amountText={amountText}
        takenIn={takeIn}
        onTakeIn={(row) => onChange({ ...choices, takeIn: [...takeIn, row] })}
        onTakeBack={(row) => onChange({ ...choices, takeIn: takeIn.filter((each) => each !== row) })}
        busy={busy}
      />
    </section>
  );
};
