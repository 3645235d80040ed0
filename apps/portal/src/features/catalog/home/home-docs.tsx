import { MoreLink, PageState, Section, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useFirstDocs } from '../catalog-queries.ts';
import css from './home-docs.module.css';

/** Documents for newcomers; absent while the document centre is off. @source R2.6 */
export const HomeDocs = (): JSX.Element | null => {
  const { state, retry } = useFirstDocs();
  if (state.status === 'empty') return null;
  return (
    <Section
      title="新手先读"
      sub="十分钟，弄清怎么开通、怎么对账、找谁帮忙。"
      actions={<MoreLink href={href(paths.docs())}>文档中心</MoreLink>}
      alt
    >
      <PageState state={state} onRetry={retry} loading={<Skeleton shape="row" count={3} />} empty={null}>
        {(docs) => (
          <ul className={css.grid}>
            {docs.map(({ slug, title, summary }) => (
              <li key={slug}>
                <a className={css.doc} href={href(paths.docs(slug))}>
                  <b className={css.title}>{title}</b>
                  <span className={css.summary}>{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </PageState>
    </Section>
  );
};
