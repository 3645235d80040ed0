import { Blocks, Button, EmptyState, PageState, Section, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';
import css from './about-page.module.css';
import { useContentPage } from './catalog-queries.ts';

/** Describes the provider, in blocks that ops compose, with its contacts. */
export const AboutPage = (): JSX.Element => {
  const { state, retry } = useContentPage('about');
  const isH5 = usePageType() === 'H5';
  return (
    <>
      <Section title={state.status === 'ready' ? state.data.title : '关于我们'} titleInHeader={isH5} level={1} tight>
        <PageState
          state={state}
          onRetry={retry}
          loading={<Skeleton shape="image" count={2} />}
          empty={<EmptyState title="这一页还没有内容" />}
        >
          {({ blocks }) => <Blocks blocks={blocks} />}
        </PageState>
      </Section>
      {/* Hidden while the blocks load, because they would push it down. */}
      {state.status === 'loading' ? null : <Contacts />}
    </>
  );
};

const Contacts = (): JSX.Element => {
  const { contacts, licences } = useSite();
  const rows = [
    { name: '客服电话', value: contacts.phone, link: `tel:${contacts.phone}` },
    { name: '电子邮箱', value: contacts.email, link: `mailto:${contacts.email}` },
    { name: '服务时间', value: contacts.hours },
    { name: '联系地址', value: contacts.address },
  ].filter(({ value }) => value !== '');
  return (
    <Section title="联系与投诉" sub="每一条留言都有工单号，投诉由专人跟进。" alt>
      <div className={css.columns}>
        <dl className={css.contacts}>
          {rows.map(({ name, value, link }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{link === undefined ? value : <a href={link}>{value}</a>}</dd>
            </div>
          ))}
        </dl>
        {licences.length === 0 ? null : (
          <ul className={css.licences}>
            {licences.map((licence) => (
              <li key={licence}>{licence}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={css.actions}>
        <Button variant="primary" href={href(paths.leadForm({ topic: 'consult' }))}>
          留言咨询
        </Button>
        <Button href={href(paths.leadForm({ topic: 'complaint' }))}>投诉与建议</Button>
      </div>
    </Section>
  );
};
