import type { CallReply } from '@ronghui/client';
import { invoiceStatuses, invoiceStatusNames } from '@ronghui/domain/invoice';
import { rmbText } from '@ronghui/domain/money';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href, useSearch } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { CertifyFirst } from '#features/certification/certification.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './invoice.module.css';
import { type Invoice, useInvoiceList, useInvoiceSum, useTitle } from './invoice-queries.ts';
import { InvoiceCard, invoiceColumns } from './invoice-rows.tsx';

/** Fetches them, also ahead. */
export const loadInvoiceDrawer = () => import('./invoice-drawer.tsx');
export const loadApplyDrawer = () => import('./apply-drawer.tsx');
export const loadTitleDrawer = () => import('./title-drawer.tsx');
const InvoiceDrawer = lazyPart(loadInvoiceDrawer);
const ApplyDrawer = lazyPart(loadApplyDrawer);
const TitleDrawer = lazyPart(loadTitleDrawer);

const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: invoiceStatuses.map((value) => ({ value, label: invoiceStatusNames[value] })),
  },
  {
    kind: 'text',
    name: 'keyword',
    label: '号码或抬头',
    placeholder: '号码开头几位，或抬头的一部分',
    maxLength: 60,
  },
  { kind: 'dates', name: 'from', to: 'to', label: '申请日期' },
];
const keyOf = ({ invoiceNo }: Invoice): string => invoiceNo;
const card = (invoice: Invoice): JSX.Element => <InvoiceCard invoice={invoice} />;

type Sum = CallReply<'invoice.sum'>;
type Filter = ReturnType<typeof useInvoiceList>['filter'];

/** A sum that links to its invoices, with their count where there is one. */
const SumLink = ({ text, count, search }: { text: string; count?: number; search: Filter }): JSX.Element => (
  <>
    <a href={href(paths.invoices(search))}>{text}</a>{' '}
    {count === undefined ? null : <span className={css.sumCount}>{count}&nbsp;张</span>}
  </>
);

/** The sums of the filter, each the way to its invoices. */
const sumsOf = (sum: Sum | undefined, filter: Filter) => {
  const ofStatus = (status: 'applied' | 'issued', field: 'amount' | 'taxAmount') => {
    const some = sum?.[status];
    if (some === undefined) return undefined;
    const count = field === 'amount' ? { count: some.count } : {};
    return some.count === 0 ? (
      '没有'
    ) : (
      <SumLink text={rmbText(some[field])} {...count} search={{ ...filter, status }} />
    );
  };
  return [
    { label: '待开票', value: ofStatus('applied', 'amount'), wide: true as const },
    { label: '已开票', value: ofStatus('issued', 'amount'), wide: true as const },
    { label: '已开票税额', value: ofStatus('issued', 'taxAmount'), wide: true as const },
    ...(sum?.underWay === undefined
      ? []
      : [
          {
            label: '办理中',
            value: `${rmbText(sum.underWay.amount)} ${sum.underWay.count}\u00a0张`,
            wide: true as const,
          },
        ]),
  ];
};

/** The tenant's invoices, the application for another one, and its title. @source R10.12, R4.13, ux "Merchant area" */
export const InvoiceListPage = (): JSX.Element => {
  const list = useInvoiceList();
  const sum = useInvoiceSum(list.filter);
  const { isUncertified } = useTitle();
  const mayWrite = useAuth()['invoice.write'] === true;
  const [search, change] = useSearch();
  const [isTitleOpen, setTitleOpen] = useState(false);
  const apply = search.get('apply');
  if (isUncertified) {
    return <CertifyFirst title="发票" text="发票的申请和下载在企业认证通过后开放，抬头会由认证资料带入。" />;
  }
  const applyButton = (
    <Button size="small" variant="primary" onClick={() => change({ apply: 'new', open: null })}>
      申请开票
    </Button>
  );
  return (
    <>
      <ListPage
        title="发票"
        sub="已付款的订单和已结清的应付账单可以申请开票，一张发票一种税率。"
        actions={
          <>
            <Button size="small" onClick={() => setTitleOpen(true)}>
              发票抬头
            </Button>
            {mayWrite ? applyButton : null}
          </>
        }
        list={list}
        name="invoices"
        label="发票"
        unit="张发票"
        keyOf={keyOf}
        columns={invoiceColumns}
        card={card}
        opens
        fields={fields}
        {...(sum.isError ? {} : { sums: sumsOf(sum.data, list.filter) })}
        empty={{
          title: '还没有发票',
          text: '订单付款之后、应付账单结清之后，都可以在这里申请开票。',
          action: mayWrite ? applyButton : undefined,
        }}
      />
      {list.open === null ? null : <InvoiceDrawer key={list.open} invoiceNo={list.open} onClose={list.close} />}
      {apply !== null && mayWrite ? (
        <ApplyDrawer key={apply} named={apply} onClose={() => change({ apply: null }, { replace: true })} />
      ) : null}
      {isTitleOpen ? <TitleDrawer mayWrite={mayWrite} onClose={() => setTitleOpen(false)} /> : null}
    </>
  );
};
