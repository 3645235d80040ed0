import { leadSourceNames } from '@ronghui/domain/lead';
import {
  DateTime,
  type DetailFacts,
  DetailHead,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  Masked,
  PageState,
  Skeleton,
  Timeline,
} from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { ListedNeighbours } from '#features/desk/desk.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './lead.module.css';
import { LeadActions } from './lead-actions.tsx';
import { type LeadDetail, revealLead, useLead } from './lead-queries.ts';
import { LeadTag, Reminder } from './lead-rows.tsx';
import { stepTitle } from './lead-words.ts';

/** A masked part, shown in full on demand to who works on leads. */
const personal = (
  ticketNo: string,
  field: 'name' | 'mobile' | 'content',
  shown: { label: string; value: string },
): JSX.Element => (
  <Masked
    {...shown}
    reveal={() =>
      revealLead({ ticketNo, field }).catch((error: unknown) => {
        showError('ops.lead.reveal', error);
        throw error;
      })
    }
  />
);

const factsFor = (mayReveal: boolean): DetailFacts<LeadDetail> => ({
  ticketNo: ({ ticketNo }) => [{ label: '工单号', value: ticketNo }],
  status: 'elsewhere',
  source: 'elsewhere',
  name: ({ ticketNo, name }) => [
    { label: '姓名', value: mayReveal ? personal(ticketNo, 'name', { label: '姓名', value: name }) : name },
  ],
  mobileMasked: ({ ticketNo, mobileMasked: value }) => [
    { label: '手机号', value: mayReveal ? personal(ticketNo, 'mobile', { label: '手机号', value }) : value },
  ],
  company: 'elsewhere',
  productName: 'elsewhere',
  choice: ({ choice }) => choice,
  ownerName: 'elsewhere',
  remindOn: (lead) => [{ label: '提醒', value: lead.remindOn === undefined ? '' : <Reminder {...lead} /> }],
  tenant: ({ tenant }) => [
    {
      label: '成交商户',
      value:
        tenant === undefined ? '' : <a href={href(paths.tenant(tenant.tenantId))}>{tenant.name || '未命名商户'}</a>,
    },
  ],
  lostReason: ({ lostReason }) => [{ label: '未成交原因', value: lostReason }],
  createdAt: ({ createdAt }) => [{ label: '提交时间', value: <DateTime value={createdAt} /> }],
  content: 'elsewhere',
  skuName: 'elsewhere',
  steps: 'elsewhere',
  actions: 'elsewhere',
  isDue: 'elsewhere',
  isMine: 'elsewhere',
  version: 'notShown',
});

/** Who asks, and for what. */
const Head = ({ lead }: { lead: LeadDetail }): JSX.Element => {
  const { source, productName, skuName, company, name, ownerName, isMine } = lead;
  const product =
    productName === undefined ? [] : [skuName === undefined ? productName : `${productName}（${skuName}）`];
  return (
    <DetailHead
      subject={[leadSourceNames[source], ...product].join(' · ')}
      tag={<LeadTag {...lead} />}
      main={company ?? name}
      parties={ownerName === undefined ? '还没有人领取' : `负责人 ${ownerName}${isMine ? '（我）' : ''}`}
    />
  );
};

/** One lead: who asked for what, who follows it up, and what has happened. @source R11.4 */
export const LeadDrawer = ({ ticketNo, onClose }: { ticketNo: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useLead(ticketNo);
  const mayWrite = useAuth()['ops.customer.write'] === true;
  usePageTitle(state.status === 'ready' ? `线索 ${ticketNo}` : undefined);
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="线索"
      beside={<ListedNeighbours list="leads" at={ticketNo} unit="条" />}
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这条线索" />}
        onRetry={() => void query.refetch()}
      >
        {(lead) => (
          <div key={lead.ticketNo} className={css.body}>
            <Head lead={lead} />
            {mayWrite ? <LeadActions lead={lead} /> : null}
            <Facts columns={2} items={factsOf(lead, factsFor(mayWrite))} />
            {lead.content === undefined ? null : (
              <section>
                <h3 className={css.title}>留言</h3>
                <p className={css.content}>
                  {mayWrite ? personal(ticketNo, 'content', { label: '留言', value: lead.content }) : lead.content}
                </p>
              </section>
            )}
            <section>
              <h3 className={css.title}>经过</h3>
              <Timeline
                label="经过"
                steps={[
                  ...lead.steps.map((step) => ({
                    key: `${step.at} ${step.action}`,
                    title: stepTitle(step),
                    tone: step.action === 'lose' ? ('bad' as const) : ('done' as const),
                    note: (
                      <>
                        <DateTime value={step.at} /> · {step.by}
                      </>
                    ),
                    text: step.text,
                  })),
                  { key: 'made', title: '提交', tone: 'done' as const, note: <DateTime value={lead.createdAt} /> },
                ]}
              />
            </section>
          </div>
        )}
      </PageState>
    </Drawer>
  );
};
