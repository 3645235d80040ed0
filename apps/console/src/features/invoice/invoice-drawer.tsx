import { invoiceTypeNames } from '@ronghui/domain/invoice';
import { differenceOf, rmbText } from '@ronghui/domain/money';
import {
  AlsoOpen,
  Amount,
  Button,
  Callout,
  CopyButton,
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
  takenText,
} from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { ListedNeighbours, OwnerBar } from '#features/desk/desk.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './invoice.module.css';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceFile } from './invoice-file.tsx';
import { type InvoiceDetail, revealAccount, useInvoice, useWatch } from './invoice-queries.ts';
import { InvoiceTags, rateText } from './invoice-rows.tsx';

/** A text that is taken over to the tax bureau's form. */
const Copied = ({ text, label }: { text: string; label: string }): JSX.Element => (
  <>
    {text} <CopyButton text={text} label={label} />
  </>
);

/** The account, shown whole to who issues the invoice; every look is in the trail. */
const Account = ({ invoiceNo, value }: { invoiceNo: string; value: string }): JSX.Element => (
  <Masked
    label="银行账号"
    value={value}
    reveal={() =>
      revealAccount(invoiceNo).catch((error: unknown) => {
        showError('ops.invoice.reveal', error);
        throw error;
      })
    }
  />
);

const factsFor = (mayReveal: boolean): DetailFacts<InvoiceDetail> => ({
  status: 'elsewhere',
  invoiceNo: ({ invoiceNo }) => [{ label: '申请编号', value: invoiceNo }],
  tenantName: 'elsewhere',
  appliedBy: ({ appliedBy }) => [{ label: '申请人', value: appliedBy }],
  type: 'elsewhere',
  amount: ({ amount, taxAmount }) => [
    { label: '不含税金额', value: <Amount text={rmbText(differenceOf(amount, taxAmount))} /> },
  ],
  taxAmount: ({ taxAmount, taxRate }) => [
    { label: '税额', value: <Amount text={rmbText(taxAmount)} /> },
    { label: '税率', value: rateText(taxRate) },
  ],
  title: ({ invoiceNo, title }) => [
    { label: '抬头', value: <Copied text={title.name} label="复制抬头" /> },
    { label: '税号', value: title.taxNo === null ? null : <Copied text={title.taxNo} label="复制税号" /> },
    { label: '地址', value: title.address },
    { label: '电话', value: title.phone },
    { label: '开户银行', value: title.bankName },
    {
      label: '银行账号',
      value:
        mayReveal && title.bankAccountNoMasked !== null ? (
          <Account invoiceNo={invoiceNo} value={title.bankAccountNoMasked} />
        ) : (
          title.bankAccountNoMasked
        ),
    },
  ],
  appliedAt: ({ appliedAt }) => [{ label: '申请时间', value: <DateTime value={appliedAt} /> }],
  number: ({ number, isDemonstration }) => [
    {
      label: '发票号码',
      value: number === undefined ? '' : `${number}${isDemonstration ? '（示例，非税务凭证）' : ''}`,
    },
  ],
  issuedAt: ({ issuedAt }) => [
    { label: '开票时间', value: issuedAt === undefined ? '' : <DateTime value={issuedAt} /> },
  ],
  endedAt: ({ endedAt, status }) => [
    {
      label: status === 'rejected' ? '驳回时间' : '红冲时间',
      value: endedAt === undefined ? '' : <DateTime value={endedAt} />,
    },
  ],
  reason: ({ reason }) => [{ label: '原因', value: reason }],
  items: 'elsewhere',
  itemCount: 'elsewhere',
  hasFile: 'elsewhere',
  files: 'elsewhere',
  hasRefunded: 'elsewhere',
  refundedNos: 'elsewhere',
  isDemonstration: 'elsewhere',
  taxRate: 'elsewhere',
  titleName: 'elsewhere',
  withIssuer: 'elsewhere',
  issuerRefusal: 'elsewhere',
  last: 'elsewhere',
  hasIssuer: 'notShown',
  tenantId: 'notShown',
  version: 'notShown',
});

/** One invoice: its title, what it covers, and the steps that staff may take. @source R10.12, R11.6 */
export const InvoiceDrawer = ({ invoiceNo, onClose }: { invoiceNo: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useInvoice(invoiceNo);
  usePageTitle(`开票申请 ${invoiceNo}`);
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="开票申请"
      beside={<ListedNeighbours list="invoices" at={invoiceNo} unit="份" />}
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这份申请" />}
        onRetry={() => void query.refetch()}
      >
        {(invoice) => <Body key={invoice.invoiceNo} invoice={invoice} onRefresh={() => void query.refetch()} />}
      </PageState>
    </Drawer>
  );
};

/** Its amount, for whom it is and in whose name. */
const Head = ({ invoice }: { invoice: InvoiceDetail }): JSX.Element => (
  <DetailHead
    subject={`${invoiceTypeNames[invoice.type]} · ${invoice.title.name}`}
    tag={<InvoiceTags {...invoice} />}
    word="价税合计"
    main={<Amount text={rmbText(invoice.amount)} size="statement" />}
    parties={invoice.tenantName}
  />
);

const Body = ({ invoice, onRefresh }: { invoice: InvoiceDetail; onRefresh: () => void }): JSX.Element => {
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const { hasRefunded, refundedNos, status, withIssuer } = invoice;
  const watch = useWatch(invoice.invoiceNo);
  return (
    <div className={css.body}>
      <Head invoice={invoice} />
      {watch !== undefined && watch.version > invoice.version ? (
        <Callout tone="warn" role="alert">
          这份申请{takenText(watch.last, invoice.last)}。
          <Button size="small" onClick={onRefresh}>
            刷新
          </Button>
        </Callout>
      ) : null}
      <AlsoOpen others={watch?.others} what="这份申请" />
      <IssuerNote invoice={invoice} />
      {hasRefunded ? (
        <Callout tone="warn">
          订单 {refundedNos.join('、')} 已退款，请
          {['issued', 'reversing'].includes(status) ? '红冲' : withIssuer === undefined ? '驳回' : '在开具后红冲'}
          这张发票；商户可就其余项目重新申请。
        </Callout>
      ) : null}
      {status === 'applied' ? <OwnerBar kind="invoice" objectId={invoice.invoiceNo} mayTake={mayWrite} /> : null}
      {mayWrite ? <InvoiceActions invoice={invoice} /> : null}
      <InvoiceFile invoice={invoice} mayWrite={mayWrite} />
      <Facts columns={2} items={factsOf(invoice, factsFor(mayWrite))} />
      <Items invoice={invoice} />
    </div>
  );
};

/** What the issuer was asked for and last reported. @source receipts 5.1 */
const IssuerNote = ({ invoice: { withIssuer, issuerRefusal, status } }: { invoice: InvoiceDetail }) => {
  if (withIssuer === undefined)
    return issuerRefusal === undefined ? null : (
      <Callout tone="bad">开票服务没有办理：{issuerRefusal}。处理之后可以再次办理。</Callout>
    );
  const { step, since, isUnknown, note, url } = withIssuer;
  const name = step === 'issue' ? '开票' : '红冲';
  return (
    <Callout tone={isUnknown || status === 'needsPerson' ? 'warn' : 'info'}>
      {isUnknown ? <strong>结果未知：</strong> : null}
      <DateTime value={since} /> 已请开票服务{name}，系统会自动查询结果。
      {note === undefined ? null : `开票服务答复：${note}。`}
      {url === undefined ? null : (
        <a href={url} target="_blank" rel="noreferrer noopener">
          前往办理
        </a>
      )}
      也可以再次{name}立即查询，不会重复开具；在此之前不能办理别的步骤。
      {isUnknown ? '已超过 30\u00a0分钟没有结果：请到开票服务核实，再登记核实结果。' : null}
    </Callout>
  );
};

const Items = ({ invoice: { items, refundedNos } }: { invoice: InvoiceDetail }): JSX.Element => (
  <section>
    <h3 className={css.title}>开票项目（{items.length}）</h3>
    <div className={css.scroll} tabIndex={0} role="region" aria-label="开票项目">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">编号</th>
            <th scope="col">名称</th>
            <th scope="col" className={css.right}>
              价税合计
            </th>
            <th scope="col" className={css.right}>
              税额
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ kind, no, name, amount, taxAmount }) => (
            <tr key={`${kind} ${no}`}>
              <th scope="row">
                {kind === 'order' ? '订单' : '账单'} {no}
                {refundedNos.includes(no) ? '（已退款）' : ''}
              </th>
              <td>{name}</td>
              <td className={css.right}>{rmbText(amount)}</td>
              <td className={css.right}>{rmbText(taxAmount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
