import { RateLimitedButton } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/rate-limited-button.css';
import { CodeInput, FormField, ImageCodeField } from '@ronghui/ui';
import type { JSX } from 'react';
import type { SmsScene } from './account-queries.ts';
import { pressedTooSoon, resendAfterSec, waitText } from './code-wait.ts';
import css from './sms-code-field.module.css';
import { type SmsCodeForm, useSmsCode } from './use-sms-code.ts';

/** The image code, the button that sends the message, and the boxes for its six digits. */
export const SmsCodeField = ({ form, scene }: { form: SmsCodeForm; scene: SmsScene }): JSX.Element => {
  const { asksImage, image, sent, rateWindow, send } = useSmsCode(form, scene);
  const { id, error } = form.field('smsCode');
  const sentText = sent && `已发送至 ${sent.to}，${sent.minutes}\u00a0分钟内有效`;
  return (
    <>
      {asksImage ? <ImageCodeField {...image} id={`${id}-image`} /> : null}
      <FormField id={id} label="短信验证码" required error={error} hint={sentText}>
        <div className={css.row}>
          <CodeInput {...form.control('smsCode')} className={css.code} />
          <RateLimitedButton
            seconds={resendAfterSec}
            rateWindow={rateWindow}
            warning={pressedTooSoon}
            onClick={send}
            className={css.send}
            aria-controls={id}
          >
            {(left) => (left > 0 ? `${waitText(left)}后重发` : sent && !asksImage ? '重新获取' : '获取验证码')}
          </RateLimitedButton>
        </div>
      </FormField>
    </>
  );
};
