import type { JSX } from 'react';
import { usePartnerMarks, useProductMap } from '../catalog-queries.ts';
import css from './home-facts.module.css';

/** Counts of products, trials and partners, from the content. */
export const HomeFacts = (): JSX.Element | null => {
  const map = useProductMap().state;
  const marks = usePartnerMarks().state;
  if (map.status !== 'ready' || marks.status !== 'ready') return null;
  const { categories } = map.data;
  const products = categories.flatMap((category) => category.products);
  const facts = [
    { figure: `${products.length} 款`, text: '产品，价格与规则先讲清楚' },
    { figure: `${products.filter(({ hasTrial }) => hasTrial).length} 款`, text: '可以先试用，再决定开通' },
    { figure: `${marks.data.length}\u00a0家`, text: '合作机构，各自承担什么都写明' },
  ];
  return (
    <dl className={css.facts}>
      {facts.map(({ figure, text }) => (
        <div key={text} className={css.fact}>
          <dd className={css.figure}>{figure}</dd>
          <dt>{text}</dt>
        </div>
      ))}
    </dl>
  );
};
