import type { CallReply } from '@ronghui/client';
import { DateTime, Tag } from '@ronghui/ui';
import type { JSX, ReactNode } from 'react';
import css from './customer.module.css';
import { loginText } from './customer-words.ts';

type Login = CallReply<'ops.account.detail'>['logins'][number];

interface LoginRowsProps<Row extends Login> {
  readonly logins: readonly Row[];
  /** Whose try it was, where the list has several people's. */
  readonly who?: (login: Row) => ReactNode;
}

/** The last tries to log in, newest first; addresses without their last part. */
export const LoginRows = <Row extends Login>({ logins, who }: LoginRowsProps<Row>): JSX.Element =>
  logins.length === 0 ? (
    <p className={css.note}>还没有登录记录。</p>
  ) : (
    <ul className={css.list} aria-label="最近登录">
      {logins.map((login) => (
        <li key={login.loginId} className={css.row}>
          <span className={css.main}>
            <span>
              {who?.(login)} {loginText(login)} {login.isKnownDevice ? null : <Tag tone="warn">新设备</Tag>}
            </span>
            <span className={css.note}>
              {login.device || '未知设备'} · {login.address}
            </span>
          </span>
          <DateTime value={login.at} />
        </li>
      ))}
    </ul>
  );
