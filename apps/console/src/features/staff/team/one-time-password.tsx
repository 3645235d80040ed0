import { Button, Callout, CopyButton, DateTime } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../staff.module.css';
import type { OneTimePassword } from './team-queries.ts';

interface OneTimePasswordNoticeProps {
  readonly account: string;
  readonly made: OneTimePassword;
  readonly onClose: () => void;
}

/** A one-time password, shown once. @source security 4.10 */
export const OneTimePasswordNotice = ({ account, made, onClose }: OneTimePasswordNoticeProps): JSX.Element => (
  <div className={css.body}>
    <Callout tone="warn">
      一次性密码只显示这一次，只能登录一次，
      <DateTime value={made.expiresAt} /> 前有效。请当面或用安全的方式交给本人。
    </Callout>
    <p>
      账号 <code>{account}</code> 的一次性密码
    </p>
    <output className={css.secret} aria-label="一次性密码">
      {made.oneTimePassword}
    </output>
    <CopyButton text={made.oneTimePassword} label="复制一次性密码" />
    <Button variant="primary" block onClick={onClose}>
      我已交给本人
    </Button>
  </div>
);
