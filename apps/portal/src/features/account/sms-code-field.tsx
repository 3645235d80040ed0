import { RateLimitedButton } from '@ronghui/chat-kit';
import { CodeInput, FormField, ImageCodeField } from '@ronghui/ui';
import type { JSX } from 'react';
import type { SmsScene } from './account-queries.ts';
import css from './sms-code-field.module.css';
import { resendAfterSec, type SmsCodeForm, useSmsCode } from './use-sms-code.ts';

/** `41 秒`, `35 分钟`, `12 小时`. */
const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 100) return `${seconds} 秒`;
  return minutes < 100 ? `${minutes} 分钟` : `${Math.ceil(minutes / 60)} 小时`;
};

/** The image code, the button that sends the message, and the boxes for its six digits. */
export const SmsCodeField = ({ form, scene }: { form: SmsCodeForm; scene: SmsScene }): JSX.Element => {
  const { asksImage, image, sent, rateWindow, send } = useSmsCode(form, scene);
  const { id, error } = form.field('smsCode');
  const sentText = sent && `已发送至 ${sent.to}，${sent.minutes} 分钟内有效`;
  return (
    <>
      {asksImage ? <ImageCodeField {...image} id={`${id}-image`} /> : null}
      <FormField id={id} label="短信验证码" required error={error} hint={sentText}>
        <div className={css.row}>
          <CodeInput {...form.control('smsCode')} className={css.code} />
          <RateLimitedButton
            seconds={resendAfterSec}
            rateWindow={rateWindow}
            warning="还不能重发"
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
