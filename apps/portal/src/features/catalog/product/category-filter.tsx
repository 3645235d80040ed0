import type { JSX } from 'react';
import type { Category } from '../catalog-queries.ts';
import css from './category-filter.module.css';

/** All categories or one of them, as chips. */
export const CategoryFilter = ({
  categories,
  chosen,
  onChoose,
}: {
  categories: readonly Category[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
}): JSX.Element => (
  <div className={css.chips} role="group" aria-label="按分类筛选">
    {[{ id: null, name: '全部' }, ...categories].map(({ id, name }) => (
      <button
        key={id ?? ''}
        type="button"
        className={css.chip}
        aria-pressed={id === chosen}
        onClick={() => onChoose(id)}
      >
        {name}
      </button>
    ))}
  </div>
);
