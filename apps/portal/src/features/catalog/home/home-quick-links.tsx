import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useProductMap } from '../catalog-queries.ts';
import css from './home-quick-links.module.css';

/** H5: links to the categories, each with one character as its icon. */
export const HomeQuickLinks = (): JSX.Element | null => {
  const { state } = useProductMap();
  if (state.status !== 'ready') return null;
  return (
    <nav className={css.links} aria-label="产品分类">
      {state.data.categories.map(({ id, name }) => (
        <a key={id} className={css.link} href={href(paths.products({ category: id }))}>
          <span className={css.mark} aria-hidden="true">
            {markOf(name)}
          </span>
          {name}
        </a>
      ))}
    </nav>
  );
};

const marks = ['链', '贷', '付', '福', '券', '票'];

/** The character of a category's icon: the one for its trade, otherwise its first. */
const markOf = (name: string): string => marks.find((mark) => name.includes(mark)) ?? name.slice(0, 1);
