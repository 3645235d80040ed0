import { Facts, SavedMeanwhile } from '@ronghui/ui';
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
  readonly differences: readonly Difference[];
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** A colleague has saved meanwhile: what differs is shown, and nothing of either is lost unasked. @source R11.6 */
export const ConflictNotice = ({ differences, onKeepMine, onTakeTheirs }: ConflictNoticeProps): JSX.Element => {
  const changed = differences.filter(({ mine, theirs }) => mine !== theirs);
  return (
    <SavedMeanwhile lead="填写期间同事已保存了新的内容。" onTakeTheirs={onTakeTheirs} onKeepMine={onKeepMine}>
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
