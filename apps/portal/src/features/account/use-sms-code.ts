import type { RateWindow } from '@ronghui/chat-kit';
import { maskMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';
import type { Form } from '@ronghui/web/forms/form';
import { useState } from 'react';
import { type SmsScene, sendSmsCode } from './account-queries.ts';
import { useCodeWait } from './code-wait.ts';
import { type ImageCode, useImageCode, withTicket } from './image-code.ts';

/** The form around an SMS code. */
export type SmsCodeForm = Form<'mobile' | 'smsCode'>;

/** The steps to an SMS code: an image code first, then the message. */
export interface SmsCode {
  readonly image: ImageCode;
  /** Whether the image code is asked for: before each message. */
  readonly asksImage: boolean;
  /** The recipient of the last message and how long its code is valid. */
  readonly sent: { readonly to: string; readonly minutes: number } | undefined;
  readonly rateWindow: RateWindow;
  /** Sends the message, or shows the image code for the next one; false when the button may be pressed again at once. */
  readonly send: () => Promise<boolean>;
}

/** @source R5.3, R8.2 */
export const useSmsCode = (form: SmsCodeForm, scene: SmsScene): SmsCode => {
  const [sent, setSent] = useState<SmsCode['sent']>();
  const [asksImage, setAsksImage] = useState(true);
  const image = useImageCode(asksImage);
  const { mobile } = form.fields;
  const { rateWindow, begin, beginRefused } = useCodeWait(normaliseMobile(mobile));

  const send = async (): Promise<boolean> => {
    if (!asksImage) {
      setAsksImage(true);
      return false;
    }
    const isMobileRight = form.check(['mobile']);
    if (!image.isFilled() || !isMobileRight) {
      form.focusWrong();
      return false;
    }
    try {
      const reply = await withTicket(image, (imageTicket) => sendSmsCode({ mobile, scene, imageTicket }));
      if (reply === undefined) {
        form.focusWrong();
        return false;
      }
      begin(reply.retryAfter);
      setSent({ to: maskMobile(normaliseMobile(mobile)), minutes: Math.round(reply.expiresIn / 60) });
      setAsksImage(false);
      form.change({ smsCode: '' });
      form.unmark('smsCode');
      document.getElementById(form.field('smsCode').id)?.focus();
      return true;
    } catch (error) {
      form.refuse(error);
      // After too many requests the button shows how long to wait.
      return beginRefused(error);
    }
  };
  return { image, asksImage, sent, rateWindow, send };
};
