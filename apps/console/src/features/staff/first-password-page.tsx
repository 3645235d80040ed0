import { AuthCard } from '@ronghui/ui';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { PasswordForm } from './password-form.tsx';

/** The first step of the set-up: a one-time password is changed at once. @source R11.1 */
export const FirstPasswordPage = (): JSX.Element => (
  <AuthCard title="设置您自己的密码" sub="一次性密码只能用来登录这一次，请现在就改掉它">
    <PasswordForm oldLabel="一次性密码" onDone={() => showToast('ok', '密码已设置')} />
  </AuthCard>
);
