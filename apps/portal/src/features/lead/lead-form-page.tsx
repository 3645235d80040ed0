import { Card, Section } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { useSite } from '#kernel/start-up.ts';
import { LeadForm, type SentLead } from './lead-form.tsx';
import css from './lead-form-page.module.css';
import { topicOf } from './topics.ts';

/** Fetched when a message was sent. */
const LeadFormSent = lazyPart(() => import('./lead-form-sent.tsx'));

/** The form for questions, cooperation, suggestions and complaints; the topic and the product are in the address. @source R1.1, R2.10 */
export const LeadFormPage = (): JSX.Element => {
  const [query, change] = useSearch();
  const [sent, setSent] = useState<SentLead>();
  const { value: topic, title } = topicOf(query.get('topic'));
  usePageTitle(title);
  return (
    <Section title={title} sub="每一条留言都有工单号，联系我们时报上它，不用从头说起。" level={1} tight>
      <div className={css.columns}>
        <Card as="div" className={css.card}>
          {sent === undefined ? (
            <LeadForm
              topic={topic}
              onTopicChange={(next) => change({ topic: next }, { replace: true })}
              pid={query.get('pid') ?? undefined}
              onPidRemove={() => change({ pid: null }, { replace: true })}
              onSent={setSent}
            />
          ) : (
            <LeadFormSent sent={sent} onAgain={() => setSent(undefined)} />
          )}
        </Card>
        <Contacts />
      </div>
    </Section>
  );
};

const Contacts = (): JSX.Element => {
  const { phone, email, hours, address } = useSite().contacts;
  return (
    <aside className={css.contacts}>
      <h2 className={css.heading}>也可以直接联系我们</h2>
      <dl>
        <dt>客服电话</dt>
        <dd>
          <a href={`tel:${phone}`} className={css.phone}>
            {phone}
          </a>
        </dd>
        <dt>服务时间</dt>
        <dd>{hours}</dd>
        <dt>电子邮箱</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>联系地址</dt>
        <dd>{address}</dd>
      </dl>
    </aside>
  );
};
