import { type JSX, useState } from 'react';
import { totalText } from '../../widgets/pagination/total-text.ts';
import { VisuallyHidden } from '../../widgets/visually-hidden/visually-hidden.tsx';
import type { ListView } from './list-view.ts';

type ListAnnouncerProps<Row> = {
  list: ListView<Row>;
  unit: string;
  /** How many rows are selected. */
  chosen: number;
};

/**
 * Tells screen readers what changes on a list that is in sight: how many rows another filter found, and how many rows are selected. It is
 * in the document before it says anything: a live region that comes with its text is not read out.
 */
export function ListAnnouncer<Row>({ list, unit, chosen }: ListAnnouncerProps<Row>): JSX.Element {
  const { rows, busy, total, totalIsExact, values } = list;
  const filter = JSON.stringify(values);
  const [first] = useState(filter);
  const [isFiltered, setFiltered] = useState(false);
  const [wasChosen, setWasChosen] = useState(false);
  if (!isFiltered && filter !== first) setFiltered(true);
  if (!wasChosen && chosen > 0) setWasChosen(true);
  const hasFound = isFiltered && !busy && rows.status === 'ready' && rows.data.length > 0 && total !== undefined;
  return (
    <VisuallyHidden>
      <span role="status">{hasFound ? `共 ${totalText(total, totalIsExact)} ${unit}` : null}</span>
      <span role="status">
        {chosen > 0 ? `已选 ${chosen.toLocaleString('en-US')} ${unit}` : wasChosen ? '已取消选择' : null}
      </span>
    </VisuallyHidden>
  );
}
