import { MegaMenu } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { useProductMap } from '#features/catalog/catalog-queries.ts';
import { paths } from '#kernel/paths.ts';
import css from './product-menu.module.css';

/** The product map in the header. */
export const ProductMenu = (): JSX.Element => {
  const { state } = useProductMap();
  const categories = state.status === 'ready' ? state.data.categories : [];
  return (
    <MegaMenu
      groups={categories.map((category) => ({
        title: category.name,
        items: category.products.map(({ pid, name }) => ({ label: name, href: href(paths.product(pid)) })),
      }))}
      foot={
        <a className={css.all} href={href(paths.products())}>
          全部产品
        </a>
      }
    />
  );
};
