import { createRateWindow, RateLimitedButton } from '@ronghui/chat-kit';
import { CallError } from '@ronghui/client';
import { CodeInput, FormField } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import type { Form } from '#kernel/form.ts';
import { showError } from '#kernel/toasts.ts';
import { type CodeAsked, sendVerifyCode } from './safety-queries.ts';
import css from './verify-code-field.module.css';

/** One code a minute (R5.3). @unit seconds */
const resendAfterSec = 60;

interface FieldProps<Name extends string> {
  readonly form: Form<Name>;
  readonly name: NoInfer<Name>;
  readonly label: string;
  /** Where the code goes, as it is told. */
  readonly to: string;
  /** What is asked for; undefined when the form says first what is wrong. */
  readonly ask: () => CodeAsked | undefined;
}

/** The button that sends a code to a mobile or an address, and the boxes for its six digits. @source R5.3, R8.2 */
export const VerifyCodeField = <Name extends string>({ form, name, label, to, ask }: FieldProps<Name>): JSX.Element => {
  const [sent, setSent] = useState<{ readonly to: string; readonly minutes: number }>();
  const [rateWindow] = useState(() => createRateWindow({ seconds: resendAfterSec }));
  const { id, error } = form.field(name);
  const send = async (): Promise<boolean> => {
    const asked = ask();
    if (asked === undefined) return false;
    try {
      const { expiresIn } = await sendVerifyCode(asked);
      setSent({ to, minutes: Math.round(expiresIn / 60) });
      // A record of one computed key is a record of texts to the compiler.
      form.change({ [name]: '' } as Partial<Record<Name, string>>);
      form.unmark(name);
      document.getElementById(id)?.focus();
      return true;
    } catch (refused) {
      // A code by mail keeps its own words (R8.2).
      if (asked.channel === 'email') showError('user.sendVerifyCode', refused, 'email');
      else form.refuse(refused);
      return refused instanceof CallError && refused.errCode === 'RHSY429';
    }
  };
  const hint = sent === undefined ? `发送至 ${to}` : `已发送至 ${sent.to}，${sent.minutes} 分钟内有效`;
  return (
    <FormField id={id} label={label} required error={error} hint={hint}>
      <div className={css.row}>
        <CodeInput {...form.control(name)} className={css.code} />
        <RateLimitedButton
          seconds={resendAfterSec}
          rateWindow={rateWindow}
          onClick={send}
          className={css.send}
          aria-controls={id}
        >
          {(left) => (left > 0 ? `${left} 秒后重发` : sent === undefined ? '获取验证码' : '重新获取')}
        </RateLimitedButton>
      </div>
    </FormField>
  );
};
