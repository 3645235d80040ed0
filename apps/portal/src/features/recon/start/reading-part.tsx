import { differenceOf, rmbText } from '@ronghui/domain/money';
import { ledgerFieldNames } from '@ronghui/domain/recon';
import { surveyedRows } from '@ronghui/domain/table';
import { Button, FaultyRows, LeftOutRows, ReadFigures, ReadingNotes, StatedSums } from '@ronghui/ui';
import { leadTo } from '@ronghui/web/navigation/lead-to';
import type { JSX } from 'react';
import type { Mapping, Preview } from './ledger-queries.ts';
import { columnName } from './mapping.ts';
import { notesOf, places } from './open-questions.ts';
import { withoutRow, withRow } from './row-choices.ts';
import { SideChoices } from './side-choices.tsx';
import css from './start.module.css';
import type { NewRun } from './use-new-run.ts';

interface ReadingProps {
  readonly run: NewRun;
  readonly preview: Preview;
  readonly mapping: Mapping;
}

/** What the whole file comes to as it is read, what it leaves open, and which of its rows do not count. @source R13.1 */
export const ReadingPart = ({ run, preview, mapping }: ReadingProps): JSX.Element => (
  <>
    <div id={places.notes} className={css.place} tabIndex={-1}>
      <ReadingNotes
        notes={notesOf(preview, run.areSidesSettled)}
        actionOf={({ about }) =>
          about === 'sides' ? (
            <Button
              size="small"
              onClick={() => {
                run.settleSides();
                // The button goes; the keyboard stays where it was.
                leadTo(places.notes);
              }}
            >
              金额不分收支，不用选
            </Button>
          ) : null
        }
      />
    </div>
    <SideChoices preview={preview} mapping={mapping} onChange={run.setMapping} />
    {preview.survey === undefined ? null : <Survey run={run} preview={preview} survey={preview.survey} />}
  </>
);

type SurveyProps = Pick<ReadingProps, 'run' | 'preview'> & { readonly survey: NonNullable<Preview['survey']> };

const Survey = ({
  run: {
    choices,
    setChoices,
    preview: { isReading },
  },
  preview,
  survey,
}: SurveyProps): JSX.Element => {
  const { rows, income, expense, isComplete, faulty, faultyRows, leftOut, leftOutRows, leftOutReasons, sums } = survey;
  return (
    <>
      <FaultyRows
        id={places.faulty}
        rows={faulty}
        total={faultyRows}
        fieldName={(field) => ledgerFieldNames[field]}
        skipped={choices.leaveOutFaulty}
        onlyFirst={isComplete ? undefined : surveyedRows}
        onSkip={(leaveOutFaulty) => setChoices({ ...choices, leaveOutFaulty })}
        busy={isReading}
      />
      <div className={css.figures}>
        <ReadFigures
          rows={rows}
          sums={[
            { label: '收入', amount: rmbText(income) },
            { label: '支出', amount: rmbText(expense) },
          ]}
          onlyFirst={isComplete ? undefined : surveyedRows}
          busy={isReading}
        />
        <StatedSums
          // A file of which nothing can be read differs by all of it.
          sums={rows === 0 ? [] : sums}
          amountText={rmbText}
          differenceOf={differenceOf}
          columnName={(column) =>
            columnName(preview.columns.find((each) => each.column === column) ?? { name: '', column })
          }
        />
      </div>
      <LeftOutRows
        rows={leftOut}
        total={leftOutRows}
        reasons={leftOutReasons}
        amountText={rmbText}
        takenIn={choices.takeIn}
        onTakeIn={(row) => setChoices(withRow(choices, row))}
        onTakeBack={(row) => setChoices(withoutRow(choices, row))}
        busy={isReading}
      />
    </>
  );
};
