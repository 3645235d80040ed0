import { Breadcrumb, Button, Callout, DateTime, EmptyState, PageHead, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import css from '../customer.module.css';
import { BillCard, FeedbackCard, InvoiceCard, OrderCard } from './tenant-business.tsx';
import { ConsentCard, HistoryCard, LeadCard, LoginCard, MemberCard, NoteCard, ProfileCard } from './tenant-people.tsx';
import { type TenantDetail, useTenant } from './tenant-queries.ts';
import { CertificationTag, nameOf } from './tenant-rows.tsx';

/** Everything about one merchant, the newest few of each with the way to the rest. @source R11.4 */
export const TenantPage = ({ params }: PageProps): JSX.Element => {
  const { state, query } = useTenant(params['tenantId'] ?? '');
  usePageTitle(state.status === 'ready' ? `商户 ${nameOf(state.data)}` : undefined);
  return (
    <PageState
      state={state}
      loading={<Skeleton shape="row" count={12} />}
      empty={
        <EmptyState
          kind="search"
          title="没有这个商户"
          action={<Button href={href(paths.tenants())}>回到商户列表</Button>}
        />
      }
      onRetry={() => void query.refetch()}
    >
      {(tenant) => <TenantBody tenant={tenant} />}
    </PageState>
  );
};

const TenantBody = ({ tenant }: { tenant: TenantDetail }): JSX.Element => {
  const pageType = usePageType();
  const { transfer } = tenant.certification;
  return (
    <>
      <Breadcrumb items={[{ label: '商户', href: href(paths.tenants()) }, { label: nameOf(tenant) }]} />
      <PageHead
        pageType={pageType}
        title={nameOf(tenant)}
        sub={<CertificationTag certificationStatus={tenant.certificationStatus} />}
      />
      <div className={css.body}>
        {transfer === null ? null : (
          <Callout tone="warn">
            待打款验证：
            {transfer.sentAt === undefined ? '款项尚未打出。' : '款项已打出，等商户填写到账金额。'}还可以试{' '}
            {transfer.triesLeft}
            {'\u00a0'}次
            {transfer.by === undefined ? (
              '。'
            ) : (
              <>
                ，截止 <DateTime value={transfer.by} />。
              </>
            )}
          </Callout>
        )}
        <div className={css.grid}>
          <ProfileCard tenant={tenant} />
          <MemberCard tenant={tenant} />
          {tenant.bills === undefined ? null : <BillCard tenantId={tenant.tenantId} bills={tenant.bills} />}
          {tenant.orders === undefined ? null : <OrderCard tenantId={tenant.tenantId} orders={tenant.orders} />}
          {tenant.feedback === undefined ? null : (
            <FeedbackCard tenantId={tenant.tenantId} feedback={tenant.feedback} />
          )}
          {tenant.invoices === undefined ? null : <InvoiceCard tenantId={tenant.tenantId} invoices={tenant.invoices} />}
          <ConsentCard consents={tenant.consents} />
          {tenant.notes.length === 0 ? null : <NoteCard notes={tenant.notes} />}
          {tenant.leads.length === 0 ? null : <LeadCard leads={tenant.leads} />}
          <LoginCard logins={tenant.logins} />
          <HistoryCard history={tenant.history} />
        </div>
      </div>
    </>
  );
};
