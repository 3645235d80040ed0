import { Card, ChevronRightIcon, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX, ReactNode } from 'react';
import { pagePath, paths } from '#kernel/paths.ts';
import { certificationTags, changeTags, orderFigures } from './figure-words.ts';
import css from './figures.module.css';
import type { Summary } from './home-queries.ts';

/** The figures of each noun; every figure links to its filtered list. A noun without an answer is left out. @source R10.1 */
export const Figures = ({ summary }: { summary: Summary }): JSX.Element => {
  const { orders, certification, notices } = summary;
  return (
    <>
      {orders === undefined ? null : (
        <Card title="我的订单" actions={<a href={href(paths.orders())}>全部订单</a>}>
          <ul className={css.row}>
            {orderFigures.map(({ status, label }) => (
              <Figure
                key={status}
                label={label}
                href={`${href(paths.orders())}?status=${status}`}
                value={countText(orders.byStatus[status] ?? 0, orders.reach)}
              />
            ))}
          </ul>
        </Card>
      )}
      <Card title="账户状态">
        <ul className={css.lines}>
          <Line
            label="企业认证"
            href={href(paths.verify())}
            value={<CertificationTags certification={certification} />}
          />
          <Line label="未读通知" href={href(pagePath('notice'))} value={countText(notices.unread, notices.reach)} />
        </ul>
      </Card>
    </>
  );
};

const countText = (count: number, reach: number): string => (count >= reach ? `${reach - 1}+` : String(count));

/** The tags of a certification: its status, and beside it that of a pending change. */
const CertificationTags = ({ certification }: Pick<Summary, 'certification'>): JSX.Element => {
  const { status, isCertified } = certification;
  const change = isCertified ? changeTags[status] : undefined;
  const { tone, label } = certificationTags[isCertified ? 'passed' : status];
  return (
    <>
      {change === undefined ? null : <Tag tone={change.tone}>{change.label}</Tag>}
      <Tag tone={tone}>{label}</Tag>
    </>
  );
};

const Figure = ({ label, href: to, value }: { label: string; href: string; value: ReactNode }): JSX.Element => (
  <li>
    <a className={css.figure} href={to}>
      <span className={css.value}>{value}</span>
      <span className={css.label}>{label}</span>
    </a>
  </li>
);

const Line = ({ label, href: to, value }: { label: string; href: string; value: ReactNode }): JSX.Element => (
  <li>
    <a className={css.line} href={to}>
      <span className={css.label}>{label}</span>
      {value}
      <ChevronRightIcon size={16} />
    </a>
  </li>
);
