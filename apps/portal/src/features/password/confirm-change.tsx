import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import type { JSX } from 'react';
import css from './confirm-change.module.css';

interface ConfirmChangeProps {
  /** Whether this device stays logged in. */
  readonly staysHere: boolean;
  /** Changes the password; never rejects, because the form shows failures. */
  readonly onConfirm: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for confirmation and shows the consequences of a password change. @source R4.4, R4.6, R12.7 */
export const ConfirmChange = ({ staysHere, onConfirm, onClose }: ConfirmChangeProps): JSX.Element => (
  <ConfirmPopup
    open
    className={css.popup ?? ''}
    title="确认修改密码？"
    confirmText="确认修改"
    loadingText="正在修改"
    onConfirm={onConfirm}
    onClose={onClose}
  >
    {staysHere
      ? '新密码立即生效。这台设备保持登录，其他设备上的登录会全部退出，不能撤回。'
      : '新密码立即生效。这个账号的所有登录会全部退出，不能撤回。'}
  </ConfirmPopup>
);
