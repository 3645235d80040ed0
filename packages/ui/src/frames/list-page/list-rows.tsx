import type { JSX } from 'react';
import { Card } from '../../widgets/card/card.tsx';
import { CardEnd } from '../../widgets/card-list/card-end.tsx';
import { CardList } from '../../widgets/card-list/card-list.tsx';
import { DataTable } from '../../widgets/data-table/data-table.tsx';
import { Pagination } from '../../widgets/pagination/pagination.tsx';
import { totalText } from '../../widgets/pagination/total-text.ts';
import { Skeleton } from '../../widgets/skeleton/skeleton.tsx';
import { columnsOf } from './list-columns.ts';
import css from './list-page.module.css';
import type { ListSectionProps } from './list-section-props.ts';

type ListRowsProps<Row> = ListSectionProps<Row> & {
  /** Undefined until the first reply. */
  rows: readonly Row[] | undefined;
};

/** The smallest page size: a list that fits on it needs no pagination. */
const smallestPage = 10;

/** The rows as a table (PC), as cards (H5), or as cards in one frame. */
export function ListRows<Row>(props: ListRowsProps<Row>): JSX.Element {
  const { card, inCard = false, list, rows, keyOf, opens = false, selection, name, label, tools } = props;
  const hrefOf = opens ? (row: Row) => list.openHref(keyOf(row)) : undefined;
  if (inCard) return <PlainRows {...props} />;
  if (list.pageType === 'H5') {
    return (
      <CardList
        label={label}
        rows={rows}
        keyOf={keyOf}
        hrefOf={hrefOf}
        selection={selection}
        busy={list.busy}
        {...(list.more ?? { hasMore: false, failure: null, onMore: list.retry })}
      >
        {card}
      </CardList>
    );
  }
  const columns = columnsOf(props.columns);
  if (columns.length === 0) return <FramedRows {...props} />;
  return (
    <DataTable
      name={name}
      label={label}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      hrefOf={hrefOf}
      openKey={list.open}
      busy={list.busy}
      selection={selection}
      summary={<Count {...props} />}
      tools={tools}
      foot={<Foot {...props} />}
    />
  );
}

/** The rows in one card, with their number above and the pagination below. */
function FramedRows<Row>(props: ListRowsProps<Row>): JSX.Element {
  return (
    <>
      <div className={css.top}>
        <Count {...props} />
        {props.tools}
      </div>
      <Card>
        <PlainItems {...props} />
      </Card>
      <div className={css.foot}>
        <Foot {...props} />
      </div>
    </>
  );
}

function PlainRows<Row>(props: ListRowsProps<Row>): JSX.Element {
  return (
    <>
      <PlainItems {...props} />
      <div className={css.foot}>
        <Foot {...props} />
      </div>
    </>
  );
}

/** The rows separated by hairlines. */
function PlainItems<Row>({ rows, keyOf, card, label, list }: ListRowsProps<Row>): JSX.Element {
  if (rows === undefined) return <Skeleton shape="row" count={8} />;
  return (
    <ul className={css.items} aria-label={label} aria-busy={list.busy}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={css.item}>
          {card(row)}
        </li>
      ))}
    </ul>
  );
}

function Count<Row>({ list: { total, totalIsExact }, unit }: ListRowsProps<Row>): JSX.Element | null {
  return total === undefined ? null : (
    <>
      共 {totalText(total, totalIsExact)} {unit}
    </>
  );
}

function Foot<Row>({ list, rows = [] }: ListRowsProps<Row>): JSX.Element | null {
  const { pages, more, total = 0, totalIsExact, busy } = list;
  if (more !== undefined) return <CardEnd {...more} busy={busy} count={rows.length} />;
  if (total <= smallestPage) return null;
  return <Pagination {...pages} total={total} totalIsExact={totalIsExact} />;
}
