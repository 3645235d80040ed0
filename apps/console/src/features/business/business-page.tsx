import { businessDaysAtMost } from '@ronghui/domain/business';
import { dayLater, dayOf } from '@ronghui/domain/calendar';
import { EmptyState, FilterBar, type FilterField, PageHead } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { usePageType } from '@ronghui/web/screen/page-type';
import { useListState } from '@ronghui/web/state/list-state';
import type { JSX } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { BillCard, BillStateCard, UnpaidCard } from './bill-cards.tsx';
import css from './business.module.css';
import type { Asked } from './business-queries.ts';
import { dayFaultOf } from './business-words.ts';
import { CertificationCard, FeedbackCard, LeadCard, OrderCard } from './customer-cards.tsx';

const names = ['from', 'to', 'by'] as const;
const fields: readonly FilterField[] = [
  { kind: 'chips', name: 'by', label: '统计', unset: '按月', options: [{ value: 'day', label: '按日' }] },
  { kind: 'dates', name: 'from', to: 'to', label: '日期' },
];
const shownDays = 30;

/** The first day of the month eleven months before a day's, so that twelve months are shown. */
const yearBefore = (day: string): string => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = month === 12 ? [year, 1] : [year - 1, month + 1];
  return `${first[0]}-${String(first[1]).padStart(2, '0')}-01`;
};

/** What the address asks for; twelve months, or thirty days, where it names no days. It may hold any value: the server checks it. */
const askedOf = ({ from, to, by }: Readonly<Record<(typeof names)[number], string>>): Asked => {
  const last = to === '' ? dayOf(new Date(serverNow())) : to;
  const isByDay = by === 'day';
  const first = isByDay ? dayLater(last, 1 - shownDays) : yearBefore(last);
  return { from: from === '' ? first : from, to: last, by: isByDay ? 'day' : 'month' };
};

/** How the business goes, for each area whose lists the member may read. @source R11.2 */
export const BusinessPage = (): JSX.Element => {
  const pageType = usePageType();
  const { values, apply, clear } = useListState(names);
  const asked = askedOf(values);
  const fault = dayFaultOf(asked, businessDaysAtMost);
  return (
    <>
      <PageHead
        pageType="PC"
        title="经营概览"
        sub={`按上海时间的日期统计，一次最多 ${businessDaysAtMost}\u00a0天；每个数字都通往它的明细。`}
      />
      <div className={css.body}>
        <FilterBar
          pageType={pageType}
          fields={fields}
          values={{ ...values, from: asked.from, to: asked.to }}
          onChange={apply}
          onClear={clear}
        />
        {fault === undefined ? <Cards asked={asked} /> : <EmptyState title={fault} text="请在上方改日期。" />}
      </div>
    </>
  );
};

/** The cards of the areas that the member may read. */
const Cards = ({ asked }: { readonly asked: Asked }): JSX.Element => {
  const held = useAuth();
  return (
    <div className={css.columns}>
      {held['ops.order.read'] === true ? <OrderCard asked={asked} /> : null}
      {held['ops.billing.read'] === true ? (
        <>
          <BillCard asked={asked} />
          <BillStateCard asked={asked} />
          <UnpaidCard />
        </>
      ) : null}
      {held['ops.customer.read'] === true ? (
        <>
          <CertificationCard asked={asked} />
          <LeadCard asked={asked} />
        </>
      ) : null}
      {held['ops.feedback.read'] === true ? <FeedbackCard asked={asked} /> : null}
    </div>
  );
};
