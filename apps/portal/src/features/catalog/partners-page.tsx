import { Blocks, Button, EmptyState, PageState, Section, Skeleton, safeLink, VisuallyHidden } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Partner, useContentPage } from './catalog-queries.ts';
import css from './partners-page.module.css';

/** The provider's partners and what each of them is responsible for. */
export const PartnersPage = (): JSX.Element => {
  const { state, retry } = useContentPage('partners');
  const isH5 = usePageType() === 'H5';
  return (
    <>
      <Section title={state.status === 'ready' ? state.data.title : '合作伙伴'} titleInHeader={isH5} level={1} tight>
        <PageState
          state={state}
          onRetry={retry}
          loading={<Skeleton shape="card" count={3} />}
          empty={<EmptyState title="还没有公布的合作伙伴" />}
        >
          {({ blocks, partners = [] }) => (
            <>
              <ul className={css.grid}>
                {partners.map((partner) => (
                  <PartnerCard key={partner.id} partner={partner} />
                ))}
              </ul>
              <Blocks blocks={blocks} />
            </>
          )}
        </PageState>
      </Section>
      {/* Hidden while the partners load, because they would push it down. */}
      {state.status === 'loading' ? null : (
        <Section title="想成为合作伙伴？" sub="告诉我们您能提供什么，我们按工单答复。" alt>
          <Button variant="primary" href={href(paths.leadForm({ topic: 'cooperate' }))}>
            洽谈合作
          </Button>
        </Section>
      )}
    </>
  );
};

const PartnerCard = ({ partner: { name, logoUrl, summary, link } }: { partner: Partner }): JSX.Element => {
  const target = safeLink(link);
  return (
    <li className={css.card}>
      <img className={css.logo} src={logoUrl} alt="" width="240" height="80" loading="lazy" decoding="async" />
      <h2 className={css.name}>{name}</h2>
      <p className={css.summary}>{summary}</p>
      {target === null ? null : (
        <a className={css.link} {...target}>
          访问网站<VisuallyHidden>（{name}，新窗口打开）</VisuallyHidden>
        </a>
      )}
    </li>
  );
};
