import { RateLimitedButton } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/rate-limited-button.css';
import { CodeInput, FormField } from '@ronghui/ui';
import type { Form } from '@ronghui/web/forms/form';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { pressedTooSoon, resendAfterSec, useCodeWait, waitText } from '#features/account/account.shared.ts';
import { type CodeRequest, sendVerifyCode } from './safety-queries.ts';
import css from './verify-code-field.module.css';

interface FieldProps<Name extends string> {
  readonly form: Form<Name>;
  readonly name: NoInfer<Name>;
  readonly label: string;
  /** The masked recipient of the code. */
  readonly to: string;
  /** The recipient in full, where it is known; by default the masked one. */
  readonly target?: string;
  /** The request for a code; undefined when the form shows an error instead. */
  readonly ask: () => CodeRequest | undefined;
}

/** The button that sends a code to a mobile or an address, and the boxes for its six digits. @source R5.3, R8.2 */
export const VerifyCodeField = <Name extends string>(props: FieldProps<Name>): JSX.Element => {
  const { form, name, label, to, target = to, ask } = props;
  const [sent, setSent] = useState<{ readonly to: string; readonly minutes: number }>();
  const { rateWindow, begin, beginRefused } = useCodeWait(target);
  const { id, error } = form.field(name);
  const send = async (): Promise<boolean> => {
    const asked = ask();
    if (asked === undefined) return false;
    try {
      const { expiresIn, retryAfter } = await sendVerifyCode(asked);
      begin(retryAfter);
      setSent({ to, minutes: Math.round(expiresIn / 60) });
      // The compiler widens a computed key to string.
      form.change({ [name]: '' } as Partial<Record<Name, string>>);
      form.unmark(name);
      document.getElementById(id)?.focus();
      return true;
    } catch (refused) {
      // A code by mail has its own error texts (R8.2).
      if (asked.channel === 'email') showError('user.sendVerifyCode', refused, 'email');
      else form.refuse(refused);
      return beginRefused(refused);
    }
  };
  const hint = sent === undefined ? `发送至 ${to}` : `已发送至 ${sent.to}，${sent.minutes}\u00a0分钟内有效`;
  return (
    <FormField id={id} label={label} required error={error} hint={hint}>
      <div className={css.row}>
        <CodeInput {...form.control(name)} className={css.code} />
        <RateLimitedButton
          seconds={resendAfterSec}
          rateWindow={rateWindow}
          warning={pressedTooSoon}
          onClick={send}
          className={css.send}
          aria-controls={id}
        >
          {(left) => (left > 0 ? `${waitText(left)}后重发` : sent === undefined ? '获取验证码' : '重新获取')}
        </RateLimitedButton>
      </div>
    </FormField>
  );
};
