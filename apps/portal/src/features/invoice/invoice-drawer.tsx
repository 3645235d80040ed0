import type { CallInput } from '@ronghui/client';
import { invoiceTypeNames } from '@ronghui/domain/invoice';
import { invoiceFileNames } from '@ronghui/domain/invoice/invoice-file';
import { rmbText } from '@ronghui/domain/money';
import {
  Amount,
  Button,
  Callout,
  CopyButton,
  DateTime,
  type DetailFacts,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  Skeleton,
} from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, type ReactNode, useState } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import css from './invoice.module.css';
import { rateText } from './invoice-items.ts';
import { downloadInvoice, type InvoiceDetail, useInvoice } from './invoice-queries.ts';
import { InvoiceTag } from './invoice-rows.tsx';
import { TitleFacts } from './title-facts.tsx';

/** One invoice: its status, its file, its title, and what it covers. @source R10.12 */
export const InvoiceDrawer = ({ invoiceNo, onClose }: { invoiceNo: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useInvoice(invoiceNo);
  usePageTitle(`发票 ${invoiceNo}`);
  const invoice = state.status === 'ready' ? state.data : undefined;
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="发票详情"
      actions={invoice?.hasFile === true ? <DownloadButton asked={{ invoiceNo }} /> : undefined}
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这张发票" text="请核对申请编号，或切换到它所属的商户。" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => <Body invoice={detail} />}
      </PageState>
    </Drawer>
  );
};

/** A download, by itself or of one of several files. */
const DownloadButton = ({ asked, label }: { asked: CallInput<'invoice.download'>; label?: string }): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await downloadInvoice(asked));
    } catch (error) {
      showError('invoice.download', error);
    } finally {
      setBusy(false);
    }
  };
  if (label === undefined)
    return (
      <Button variant="primary" loading={busy} onClick={() => void save()}>
        下载发票
      </Button>
    );
  return (
    <Button size="small" loading={busy} aria-label={`下载 ${label}`} onClick={() => void save()}>
      下载
    </Button>
  );
};

const Body = ({ invoice }: { invoice: InvoiceDetail }): JSX.Element => (
  <div className={css.body}>
    <div className={css.head}>
      <div>
        <h3 className={css.name}>{invoice.title.name}</h3>
        <p className={css.note}>{invoiceTypeNames[invoice.type]}</p>
      </div>
      <div className={css.sum}>
        <Amount text={rmbText(invoice.amount)} size="large" />
        <InvoiceTag status={invoice.status} />
      </div>
    </div>
    <Message invoice={invoice} />
    <Part title="开票信息">
      <Facts columns={2} items={factsOf(invoice, facts)} />
    </Part>
    <Part title={`所含项目（${invoice.itemCount}\u00a0项）`}>
      <Items items={invoice.items} />
    </Part>
    <Files invoice={invoice} />
    <Part title="发票抬头">
      <TitleFacts title={invoice.title} />
    </Part>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }): JSX.Element => (
  <section className={css.part}>
    <h3 className={css.title}>{title}</h3>
    {children}
  </section>
);

/** Each file by itself, where there are several: XML is the original, which books are kept with. @source R15.4 */
const Files = ({ invoice: { invoiceNo, files } }: { invoice: InvoiceDetail }): JSX.Element | null =>
  files.length < 2 ? null : (
    <Part title="发票文件">
      <ul className={css.items} aria-label="发票文件">
        {files.map(({ kind, isRed }) => {
          const name = `${isRed ? '红字发票 ' : ''}${invoiceFileNames[kind]}`;
          return (
            <li key={name} className={css.item}>
              <span>{name}</span>
              <DownloadButton asked={{ invoiceNo, kind, isRed }} label={name} />
            </li>
          );
        })}
      </ul>
    </Part>
  );

/** What the status means for the merchant. */
const Message = ({ invoice: { status, reason, hasFile, isDemonstration } }: { invoice: InvoiceDetail }) => {
  switch (status) {
    case 'applied':
      return <Callout tone="info">申请已提交，平台开具之后会通知您。</Callout>;
    case 'issuing':
    case 'needsPerson':
      return <Callout tone="info">平台正在开具这张发票，开具之后会通知您。</Callout>;
    case 'reversing':
      return (
        <Callout tone="warn">
          平台已发起红冲；如需您确认，请在电子税务局办理。红冲之后，所含订单与账单可以重新申请。
        </Callout>
      );
    case 'rejected':
      return <Callout tone="bad">驳回原因：{reason ?? '—'}。所含订单与账单可以重新申请。</Callout>;
    case 'reversed':
      return <Callout tone="warn">红冲原因：{reason ?? '—'}。所含订单与账单可以重新申请。</Callout>;
    case 'issued':
      if (isDemonstration) return <Callout tone="warn">演示环境开具的示例，不是税务凭证，不能报销或抵扣。</Callout>;
      return hasFile ? null : (
        <Callout tone="info">这张发票在税务平台开具，本站没有文件；请凭发票号码在电子税务局查看和下载。</Callout>
      );
  }
};

/** Who issues, rejects and reverses, as far as a merchant learns it, and when. */
const ByProvider = ({ at }: { at: string }): JSX.Element => (
  <>
    平台运营 <DateTime value={at} />
  </>
);

const facts: DetailFacts<InvoiceDetail> = {
  invoiceNo: {
    label: '申请编号',
    value: ({ invoiceNo }) => (
      <span className={css.copied}>
        {invoiceNo} <CopyButton text={invoiceNo} label="复制申请编号" />
      </span>
    ),
  },
  number: {
    label: '发票号码',
    value: ({ number }) =>
      number && (
        <span className={css.copied}>
          {number} <CopyButton text={number} label="复制发票号码" />
        </span>
      ),
  },
  amount: { label: '价税合计', value: ({ amount }) => rmbText(amount) },
  taxAmount: { label: '其中税额', value: ({ taxAmount }) => rmbText(taxAmount) },
  taxRate: { label: '税率', value: ({ taxRate }) => rateText(taxRate) },
  appliedBy: { label: '申请人', value: ({ appliedBy }) => appliedBy },
  appliedAt: { label: '申请时间', value: ({ appliedAt }) => <DateTime value={appliedAt} /> },
  issuedAt: { label: '开票', value: ({ issuedAt }) => issuedAt && <ByProvider at={issuedAt} /> },
  endedAt: ({ status, endedAt }) =>
    endedAt === undefined
      ? []
      : [{ label: status === 'rejected' ? '驳回' : '红冲', value: <ByProvider at={endedAt} /> }],
  type: 'elsewhere',
  status: 'elsewhere',
  titleName: 'elsewhere',
  itemCount: 'elsewhere',
  reason: 'elsewhere',
  hasFile: 'elsewhere',
  title: 'elsewhere',
  items: 'elsewhere',
  files: 'elsewhere',
  isDemonstration: 'elsewhere',
  version: 'notShown',
};

const Items = ({ items }: Pick<InvoiceDetail, 'items'>): JSX.Element => (
  <ul className={css.items} aria-label="所含项目">
    {items.map(({ kind, no, name, amount, taxAmount }) => (
      <li key={`${kind} ${no}`} className={css.item}>
        <span className={css.words}>
          <span>{name}</span>
          <a href={href(kind === 'order' ? paths.order(no) : paths.bill(no))}>
            {kind === 'order' ? '订单' : '账单'} {no}
          </a>
        </span>
        <span className={css.amounts}>
          <Amount text={rmbText(amount)} />
          <span className={css.note}>税额 {rmbText(taxAmount)}</span>
        </span>
      </li>
    ))}
  </ul>
);
