import { type JSX, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { FilterBar } from '../../widgets/filter-bar/filter-bar.tsx';
import type { FilterField } from '../../widgets/filter-bar/filter-field.ts';
import css from './list-page.module.css';
import type { ListView } from './list-view.ts';

type ListFilterProps<Row> = {
  list: ListView<Row>;
  fields: readonly FilterField[];
  onMore: (() => void) | undefined;
  /** The list is known to have no rows at all, or is not for this role. */
  hidden: boolean;
};

/**
 * The filter of a list. Until it is known whether there is anything to filter, a grey shape of its size stands in its place; once in sight
 * it stays while rows load.
 */
export function ListFilter<Row>({ list, fields, onMore, hidden }: ListFilterProps<Row>): JSX.Element | null {
  const isFirstPage = list.pages === undefined || list.pages.page === 1;
  const mayBeEmpty = list.rows.status === 'loading' && isFirstPage && !list.isFiltered;
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && !hidden && !mayBeEmpty) setKnown(true);
  if (isKnown && hidden) setKnown(false);
  const isWaiting = mayBeEmpty && !isKnown;
  return hidden ? null : (
    <div className={classNames(isWaiting && css.filterWaiting)} inert={isWaiting}>
      <FilterBar
        pageType={list.pageType}
        fields={fields}
        values={list.values}
        onChange={list.apply}
        onClear={list.clear}
        onMore={onMore}
      />
    </div>
  );
}
