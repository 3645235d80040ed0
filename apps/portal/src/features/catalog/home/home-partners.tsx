import { MoreLink, PageState, Section, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { usePartnerMarks } from '../catalog-queries.ts';
import css from './home-partners.module.css';

/** The provider's partners. */
export const HomePartners = (): JSX.Element | null => {
  const { state, retry } = usePartnerMarks();
  if (state.status === 'empty') return null;
  return (
    <Section
      title="合作伙伴"
      sub="每一家机构承担什么，都写在它的产品页上。"
      actions={<MoreLink href={href(paths.partners())}>了解伙伴</MoreLink>}
    >
      <PageState state={state} onRetry={retry} loading={<Skeleton shape="row" count={2} />} empty={null}>
        {(partners) => (
          <ul className={css.grid}>
            {partners.map(({ name, logoUrl }) => (
              <li key={name + logoUrl} className={css.partner}>
                <img
                  className={css.logo}
                  src={logoUrl}
                  alt=""
                  width="120"
                  height="40"
                  loading="lazy"
                  decoding="async"
                />
                {name}
              </li>
            ))}
          </ul>
        )}
      </PageState>
    </Section>
  );
};
