import { roleNames } from '@ronghui/domain/member';
import { Button, PageHead, PageState, Skeleton, Tag } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { currentTenant, tenantNameOf } from '#features/tenant/tenant.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { BillAnswers } from './bills/bill-answers.tsx';
import { CertificationTags } from './certification-tags.tsx';
import { greetingAt } from './greeting.ts';
import { Guide } from './guide.tsx';
import css from './home-page.module.css';
import { type HomeBills, type Summary, useSummary } from './home-queries.ts';
import { Hub } from './hub.tsx';
import { RecentNotices } from './recent-notices.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { ToPay } from './to-pay.tsx';
import { TodoList } from './todo-list.tsx';

const BillCharts = lazyPart<{ bills: HomeBills }>(() => import('./bills/bill-charts.tsx'), <Skeleton shape="card" />);

/**
 * The first page of the merchant area: what is to be paid, what waits, then what happened lately; on H5 the hub of 我的.
 *
 * @source R10.1, ux "Merchant area"
 */
export const HomePage = (): JSX.Element | null => {
  const pageType = usePageType();
  const user = useUser();
  const summary = useSummary();
  const [openedAt] = useState(() => Date.now());
  const now = Math.max(openedAt, summary.dataUpdatedAt);
  if (user === null) return null;
  const body = (
    <PageState
      state={queryStatus('home.summary', summary)}
      loading={<HomeSkeleton />}
      empty={null}
      onRetry={() => void summary.refetch()}
    >
      {(data) => (
        <div className={css.page}>
          <Waiting summary={data} now={now} />
          {pageType === 'H5' ? null : <Lately summary={data} />}
        </div>
      )}
    </PageState>
  );
  // A hub leads on before it looks back.
  if (pageType === 'H5') {
    return <Hub after={summary.data === undefined ? null : <Lately summary={summary.data} />}>{body}</Hub>;
  }
  return (
    <>
      <PageHead
        pageType={pageType}
        title={greetingAt(openedAt, user.name)}
        sub={
          <span className={css.who}>
            {tenantNameOf(currentTenant(user))} <Tag tone="info">{roleNames[user.role]}</Tag>
            {summary.data === undefined ? null : (
              <a href={href(paths.verify())}>
                <CertificationTags certification={summary.data.certification} />
              </a>
            )}
          </span>
        }
        actions={
          <Button size="small" href={href(paths.products())}>
            选购产品
          </Button>
        }
      />
      {body}
    </>
  );
};

/** The guide of a new tenant has the certification, so that it is not a to-do beside it. */
const todosOf = ({ todos, guide }: Summary): Summary['todos'] =>
  guide === undefined
    ? todos
    : todos.filter(({ kind }) => !['certify', 'correctCertification', 'verifyTransfer'].includes(kind));

/** A tenant that has ordered nothing yet is guided; its figures and lists of orders would be empty. */
const isNewTenant = ({ guide }: Summary): boolean => guide?.ordered === false;

/** The figures of bills, once there is a bill. */
const billsOf = ({ bills }: Summary): HomeBills | undefined => {
  if (bills === undefined) return undefined;
  const { payable, receivable } = bills.byStatus;
  const isAny = [payable, receivable].some((side) => Object.values(side).some(({ count }) => count > 0));
  return isAny ? bills : undefined;
};

/** The orders' figures stand below those of bills, and only while something is to be paid. */
const isOrderDue = ({ toPay, inCheck }: NonNullable<Summary['orders']>): boolean => toPay.count + inCheck.count > 0;

/** What is to be confirmed and paid, and what waits. */
const Waiting = ({ summary, now }: { summary: Summary; now: number }): JSX.Element => {
  const { orders, guide } = summary;
  const bills = billsOf(summary);
  const todos = todosOf(summary);
  const isNew = isNewTenant(summary);
  const toPay = orders === undefined || isNew ? null : <ToPay orders={orders} besideBills={bills !== undefined} />;
  return (
    <>
      {guide === undefined ? null : <Guide summary={summary} />}
      {bills === undefined ? toPay : <BillAnswers bills={bills} />}
      {isNew && todos.length === 0 ? null : <TodoList todos={todos} now={now} />}
      {bills !== undefined && orders !== undefined && isOrderDue(orders) ? toPay : null}
    </>
  );
};

/** How it went and what happened lately. */
const Lately = ({ summary }: { summary: Summary }): JSX.Element => {
  const bills = billsOf(summary);
  return (
    <>
      {bills === undefined ? null : <BillCharts bills={bills} />}
      <div className={css.columns}>
        {summary.orders === undefined || isNewTenant(summary) ? null : <RecentOrders orders={summary.orders} />}
        <RecentNotices notices={summary.notices} />
      </div>
    </>
  );
};

const HomeSkeleton = (): JSX.Element => (
  <div className={css.page}>
    <div className={css.three}>
      <Skeleton shape="row" count={2} />
      <Skeleton shape="row" count={2} />
      <Skeleton shape="row" count={2} />
    </div>
    <Skeleton shape="card" />
    <div className={css.columns}>
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  </div>
);
