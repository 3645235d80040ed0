import { billStatusNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { orderStatusNames } from '@ronghui/domain/order';
import { Amount, Button, DateTime, Skeleton, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX, ReactNode } from 'react';
import { statusNames, statusTones } from '#features/certification/certification.shared.ts';
import { paths } from '#kernel/paths.ts';
import { type Customer, useCustomer } from './chat-queries.ts';
import css from './customer-card.module.css';

interface CustomerCardProps {
  readonly conversationId: string;
  /** What stands below it, once it is known whose it is. */
  readonly children?: (customer: Customer) => ReactNode;
}

/** Whom one speaks with, each part with the way to its page. @source service 5.1 */
export const CustomerCard = ({ conversationId, children }: CustomerCardProps): JSX.Element => {
  const { data, isError, refetch } = useCustomer(conversationId);
  return (
    <aside className={css.card} aria-label="客户">
      {isError && (
        <p role="alert">
          客户的资料没有读出来
          <Button size="small" variant="ghost" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      )}
      {data === undefined ? !isError && <Skeleton shape="row" count={6} /> : <Parts customer={data} />}
      {data && children?.(data)}
    </aside>
  );
};

const Parts = ({ customer }: { readonly customer: Customer }): JSX.Element => {
  const { tenant, user, since, orders, bills, feedback, receptions } = customer;
  const tenantId = tenant?.tenantId;
  return (
    <>
      <section>
        <h3>
          {tenant === null ? '访客' : <a href={href(paths.tenant(tenant.tenantId))}>{tenant.name || '未命名商户'}</a>}
        </h3>
        {tenant && <Tag tone={statusTones[tenant.certificationStatus]}>{statusNames[tenant.certificationStatus]}</Tag>}
        {user && (
          <p>
            <a href={href(paths.users({ open: user.userId }))}>{user.name || '用户'}</a> {user.mobileMasked}
          </p>
        )}
        <p className={css.quiet}>
          首次咨询 <DateTime value={since} />
        </p>
      </section>
      {orders && (
        <Part title="未完成的订单" none="没有未完成的订单" all={tenantId && paths.orders({ queue: 'all', tenantId })}>
          {orders.map(({ orderNo, productName, totalAmount, status }) => (
            <li key={orderNo}>
              <a href={href(paths.orders({ queue: 'all', open: orderNo }))}>{productName}</a>
              <Amount text={rmbText(totalAmount)} />
              <span className={css.quiet}>{orderStatusNames[status]}</span>
            </li>
          ))}
        </Part>
      )}
      {bills && (
        <Part title="未结的账单" none="没有未结的账单" all={tenantId && paths.bills({ tenantId })}>
          {bills.map(({ billNo, stageName, productName, amount, status, dueOn }) => (
            <li key={billNo}>
              <a href={href(paths.bills({ tenantId: tenantId ?? '', open: billNo }))}>
                {stageName} {productName}
              </a>
              <Amount text={rmbText(amount)} />
              <span className={css.quiet}>
                {billStatusNames[status]} · {dueOn} 到期
              </span>
            </li>
          ))}
        </Part>
      )}
      {feedback && (
        <Part
          title={`待答复的反馈 ${feedback.open}`}
          none="没有待答复的反馈"
          all={tenantId && paths.feedbacks({ queue: 'all', tenantId })}
        >
          {feedback.recent.map(({ feedbackNo, billNo, late }) => (
            <li key={feedbackNo}>
              <a href={href(paths.feedback(feedbackNo))}>{feedbackNo}</a>
              {late ? <Tag tone="bad">超时</Tag> : <span />}
              <span className={css.quiet}>账单 {billNo}</span>
            </li>
          ))}
        </Part>
      )}
      <Part title="最近的接待" none="没有更早的接待">
        {receptions.map(({ receptionId, openedAt, agent, category, summary, stars }) => (
          <li key={receptionId}>
            <DateTime value={openedAt} />
            <span className={css.quiet}>{agent}</span>
            {(category ?? summary ?? stars) !== undefined && (
              <span className={css.words}>
                {[category, summary, stars && `评价 ${stars} 星`].filter(Boolean).join(' · ')}
              </span>
            )}
          </li>
        ))}
      </Part>
    </>
  );
};

interface PartProps {
  readonly title: string;
  /** What stands there where there is nothing. */
  readonly none: string;
  /** The page with the rest. */
  readonly all?: string | undefined;
  readonly children: readonly ReactNode[];
}

const Part = ({ title, none, all, children }: PartProps): JSX.Element => (
  <section>
    <h3>{title}</h3>
    {children.length === 0 ? <p className={css.quiet}>{none}</p> : <ul>{children}</ul>}
    {all !== undefined && children.length > 0 && <a href={href(all)}>全部</a>}
  </section>
);
