import { billStatusNames, providerDirectionNames } from '@ronghui/domain/bill';
import { lastDayBefore } from '@ronghui/domain/calendar';
import { invoiceStatusNames } from '@ronghui/domain/invoice';
import { rmbText } from '@ronghui/domain/money';
import { orderStatusNames } from '@ronghui/domain/order';
import { Amount, Card, DateTime, Facts, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../customer.module.css';
import type { TenantDetail } from './tenant-queries.ts';

type Bills = NonNullable<TenantDetail['bills']>;

const Side = ({ title, side }: { title: string; side: Bills['payable'] }): JSX.Element => (
  <div>
    <h3 className={css.title}>{title}</h3>
    <Facts
      items={[
        { label: '账单', value: `${side.count}\u00a0张` },
        { label: '金额', value: <Amount text={rmbText(side.amount)} /> },
        { label: '已结', value: <Amount text={rmbText(side.paidAmount)} /> },
        { label: '待确认', value: side.toConfirm === 0 ? '' : `${side.toConfirm}\u00a0张` },
        { label: '差异处理中', value: side.disputed === 0 ? '' : `${side.disputed}\u00a0张` },
      ]}
    />
  </div>
);

/** The ways to the statement of account, for those who may read it, and to all bills. */
const BillLinks = ({ tenantId, hasBills }: { tenantId: string; hasBills: boolean }): JSX.Element => {
  const mayReadStatement = useAuth()['ops.receipt.read'] === true;
  return (
    <>
      {mayReadStatement ? <a href={href(paths.accountStatement({ tenantId }))}>对账单</a> : null}{' '}
      {hasBills ? <a href={href(paths.bills({ tenantId }))}>全部账单</a> : null}
    </>
  );
};

/** The bills: what the merchant pays and what it gets, side by side and never netted. */
export const BillCard = ({ tenantId, bills }: { tenantId: string; bills: Bills }): JSX.Element => (
  <Card
    title="账单"
    className={css.wide}
    actions={<BillLinks tenantId={tenantId} hasBills={bills.recent.length > 0} />}
  >
    <div className={css.sides}>
      <Side title={providerDirectionNames.payable} side={bills.payable} />
      <Side title={providerDirectionNames.receivable} side={bills.receivable} />
    </div>
    {bills.recent.length === 0 ? null : (
      <ul className={css.list} aria-label="最近的账单">
        {bills.recent.map(({ billNo, direction, stageName, productName, amount, status }) => (
          <li key={billNo} className={css.row}>
            <span className={css.main}>
              <span>
                <a href={href(paths.bills({ tenantId, open: billNo }))}>
                  {stageName} {productName}
                </a>{' '}
                <Tag>{billStatusNames[status]}</Tag>
              </span>
              <span className={css.note}>
                {billNo} · {providerDirectionNames[direction]}
              </span>
            </span>
            <Amount text={rmbText(amount)} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

/** The newest orders, and the way to all of them. */
export const OrderCard = ({
  tenantId,
  orders,
}: {
  tenantId: string;
  orders: NonNullable<TenantDetail['orders']>;
}): JSX.Element => (
  <Card
    title="订单"
    actions={orders.length === 0 ? undefined : <a href={href(paths.orders({ queue: 'all', tenantId }))}>全部订单</a>}
  >
    {orders.length === 0 ? (
      <p className={css.note}>没有订单。</p>
    ) : (
      <ul className={css.list} aria-label="最近的订单">
        {orders.map(({ orderNo, productName, skuName, totalAmount, status, createdAt }) => (
          <li key={orderNo} className={css.row}>
            <span className={css.main}>
              <span>
                <a href={href(paths.orders({ queue: 'all', open: orderNo }))}>
                  {productName}（{skuName}）
                </a>{' '}
                <Tag>{orderStatusNames[status]}</Tag>
              </span>
              <span className={css.note}>
                {orderNo} · <DateTime value={createdAt} />
              </span>
            </span>
            <Amount text={rmbText(totalAmount)} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

/** The feedback that waits for an answer, the most urgent first. */
export const FeedbackCard = ({
  tenantId,
  feedback,
}: {
  tenantId: string;
  feedback: NonNullable<TenantDetail['feedback']>;
}): JSX.Element => (
  <Card
    title={`差异反馈（${feedback.open}${'\u00a0'}件待答复）`}
    actions={<a href={href(paths.feedbacks({ queue: 'all', tenantId }))}>全部反馈</a>}
  >
    {feedback.recent.length === 0 ? (
      <p className={css.note}>没有等待答复的反馈。</p>
    ) : (
      <ul className={css.list} aria-label="等待答复的反馈">
        {feedback.recent.map(({ feedbackNo, billNo, claimedAmount, answerBy, late }) => (
          <li key={feedbackNo} className={css.row}>
            <span className={css.main}>
              <span>
                <a href={href(paths.feedback(feedbackNo))}>{feedbackNo}</a>{' '}
                {late ? <Tag tone="bad">答复逾期</Tag> : null}
              </span>
              <span className={css.note}>
                账单 {billNo} · {lastDayBefore(new Date(answerBy))} 前答复
              </span>
            </span>
            <span>
              主张 <Amount text={rmbText(claimedAmount)} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

/** The newest applications for invoices. */
export const InvoiceCard = ({
  tenantId,
  invoices,
}: {
  tenantId: string;
  invoices: NonNullable<TenantDetail['invoices']>;
}): JSX.Element => (
  <Card
    title="开票"
    actions={
      invoices.length === 0 ? undefined : <a href={href(paths.invoices({ queue: 'all', tenantId }))}>全部开票</a>
    }
  >
    {invoices.length === 0 ? (
      <p className={css.note}>没有开票申请。</p>
    ) : (
      <ul className={css.list} aria-label="最近的开票申请">
        {invoices.map(({ invoiceNo, titleName, amount, status, appliedAt }) => (
          <li key={invoiceNo} className={css.row}>
            <span className={css.main}>
              <span>
                <a href={href(paths.invoices({ queue: 'all', tenantId, open: invoiceNo }))}>{titleName}</a>{' '}
                <Tag>{invoiceStatusNames[status]}</Tag>
              </span>
              <span className={css.note}>
                {invoiceNo} · <DateTime value={appliedAt} />
              </span>
            </span>
            <Amount text={rmbText(amount)} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);
