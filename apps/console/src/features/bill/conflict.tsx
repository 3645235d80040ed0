import { Facts, SavedMeanwhile, type TakenStep, takenText } from '@ronghui/ui';
import { type JSX, useState } from 'react';

/** The record as it was when the form opened, and whether a colleague has changed it since. */
export const useBase = <Row extends { readonly version: number }>(row: Row | undefined) => {
  const [base, setBase] = useState(row);
  return { base, isStale: row?.version !== base?.version, keepOwnChange: () => setBase(row) };
};

/** A field that differs: what is typed here, and what is stored now. */
export interface Difference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictNoticeProps {
  /** Who saved last, where the record says, and who had when the form was opened. */
  readonly last: TakenStep | undefined;
  readonly seen: TakenStep | undefined;
  readonly differences: readonly Difference[];
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** A colleague has saved meanwhile: who and when, what differs is shown, and nothing of either is lost unasked. @source R4.12, R11.6 */
export const ConflictNotice = (props: ConflictNoticeProps): JSX.Element => {
  const { last, seen, differences, onKeepMine, onTakeTheirs } = props;
  const changed = differences.filter(({ mine, theirs }) => mine !== theirs);
  return (
    <SavedMeanwhile
      lead={`填写期间${takenText(last && { ...last, what: '保存了新的内容' }, seen)}。`}
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
    >
      {changed.length === 0 ? null : (
        <Facts
          items={changed.map(({ label, mine, theirs }) => ({
            label,
            value: `现为 ${theirs || '空'}，您填写 ${mine || '空'}`,
          }))}
        />
      )}
    </SavedMeanwhile>
  );
};
