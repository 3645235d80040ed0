import type { JSX } from 'react';
import { ChevronLeftIcon } from '../icon/frame-icons.tsx';
import { ChevronRightIcon } from '../icon/icon.tsx';
import { Select } from '../select/select.tsx';
import css from './pagination.module.css';
import { listReach, totalText } from './total-text.ts';

/** The current page of a list. Pages count from 1. */
export type PaginationProps = {
  page: number;
  pageSize: number;
  /** Page numbers end at the first 10,000 rows. */
  total: number;
  /** False when there are more rows than were counted. */
  totalIsExact?: boolean;
  onPageChange: (page: number) => void;
  /** If set, the reader can change the page size. */
  onPageSizeChange?: (pageSize: number) => void;
  pageSizes?: readonly number[];
};

/** The page numbers to show: first, last and those around the current one; 0 stands for a gap. */
function pagesAround(page: number, last: number): number[] {
  const named = [...new Set([1, page - 1, page, page + 1, last])].filter((each) => each >= 1 && each <= last);
  return named.flatMap((each, place) => {
    const before = named[place - 1];
    if (before === undefined || each - before === 1) return [each];
    return each - before === 2 ? [each - 1, each] : [0, each];
  });
}

/** The total, then page numbers. */
export function Pagination({
  page,
  pageSize,
  total,
  totalIsExact = true,
  onPageChange,
  onPageSizeChange,
  pageSizes = [10, 20, 50, 100],
}: PaginationProps): JSX.Element {
  const last = Math.max(1, Math.ceil(Math.min(total, listReach) / pageSize));
  return (
    <nav aria-label="分页" className={css.pagination}>
      <span className={css.total}>共 {totalText(total, totalIsExact)}&nbsp;条</span>
      <button
        type="button"
        className={css.page}
        aria-label="上一页"
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        <ChevronLeftIcon size={16} />
      </button>
      {pagesAround(page, last).map((each, place) =>
        each === 0 ? (
          <span key={`gap-${place}`} className={css.gap}>
            …
          </span>
        ) : (
          <button
            key={each}
            type="button"
            className={css.page}
            aria-label={`第 ${each} 页`}
            aria-current={each === page ? 'page' : undefined}
            onClick={() => onPageChange(each)}
          >
            {each}
          </button>
        ),
      )}
      <button
        type="button"
        className={css.page}
        aria-label="下一页"
        disabled={page >= last}
        onClick={() => onPageChange(page + 1)}
      >
        <ChevronRightIcon size={16} />
      </button>
      {onPageSizeChange ? (
        <Select
          className={css.size}
          aria-label="每页条数"
          value={String(pageSize)}
          options={pageSizes.map((size) => ({ value: String(size), label: `${size} 条/页` }))}
          onValueChange={(size) => onPageSizeChange(Number(size))}
        />
      ) : null}
    </nav>
  );
}
