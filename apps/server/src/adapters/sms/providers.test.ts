import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SmsSender, SmsToSend } from '#kernel/sending/sender';
import { createClock } from '#kernel/setup/clock';
import { type Carrier, carrierAccounts, startCarrier } from '../../../../../tools/carrier/carrier.ts';
import type { FormName } from '../../../../../tools/carrier/forms/form.ts';
import { aliyunCodes } from './aliyun-codes.ts';
import { createAliyunSms } from './aliyun-sms.ts';
import { createHttpSms } from './http-sms.ts';
import { tencentCodes } from './tencent-codes.ts';
import { createTencentSms } from './tencent-sms.ts';

let carrier: Carrier;
beforeAll(async () => {
  carrier = await startCarrier();
});
afterAll(() => carrier.close());

/** Of one that answers: a busy machine takes its time. Of one that is silent: long enough to send to it. */
const [answersMs, silentMs] = [10_000, 1500];
const { aliyun, tencent, http } = carrierAccounts;
const senderOf = (
  form: FormName,
  url = carrier.url,
  account: { readonly wrong?: string; readonly withinMs?: number } = {},
): SmsSender => {
  const deps = { clock: createClock(), withinMs: account.withinMs ?? answersMs };
  if (form === 'aliyun') return createAliyunSms({ ...aliyun, keySecret: account.wrong ?? aliyun.keySecret, url }, deps);
  if (form === 'tencent')
    return createTencentSms({ ...tencent, secretKey: account.wrong ?? tencent.secretKey, url }, deps);
  return createHttpSms({ url: `${url}/sms`, secret: account.wrong ?? http.secret }, deps);
};

let last = 0;
const smsOf = (changed: Partial<SmsToSend> = {}): SmsToSend => {
  last += 1;
  const mobile = `139${String(last).padStart(8, '0')}`;
  return {
    id: `id-${last}`,
    mobile,
    scene: 'login',
    code: '654321',
    signName: '融惠',
    region: '',
    template: 'T1',
    ...changed,
  };
};
const forms = ['aliyun', 'tencent', 'http'] as const;

describe('running 2.1 the providers, by a carrier that verifies', () => {
  it.each(forms)('running 2.2 %s signs so that the carrier accepts, and gives its number', async (form) => {
    const sms = smsOf();
    const outcome = await senderOf(form).send(sms);
    const accepted = carrier.accepted.at(-1);
    expect(outcome).toEqual({ outcome: 'accepted', providerId: accepted?.number });
    expect(accepted).toMatchObject({ form, id: sms.id, mobile: sms.mobile, code: '654321' });
  });

  it.each(forms)('running 2.1 %s sends a message without a code', async (form) => {
    const sms = smsOf({ code: '', scene: 'notice.bill' });
    expect(await senderOf(form).send(sms)).toMatchObject({ outcome: 'accepted' });
    expect(carrier.accepted.at(-1)).toMatchObject({ id: sms.id, code: '' });
  });

  it.each(forms)('running 2.2 %s with a wrong secret is refused, for the next provider', async (form) => {
    const outcome = await senderOf(form, carrier.url, { wrong: 'another-secret-of-ours' }).send(smsOf());
    expect(outcome).toMatchObject({ outcome: 'refused', class: 'failOver' });
  });

  it.each(
    forms.flatMap((form) => (['retry', 'failOver', 'wait', 'number'] as const).map((why) => [form, why] as const)),
  )('running 2.3 %s answers %s, which is that class', async (form, why) => {
    carrier.behave(form, why);
    expect(await senderOf(form).send(smsOf())).toMatchObject({ outcome: 'refused', class: why });
    carrier.behave(form, null);
  });

  it.each(forms.flatMap((form) => (['cut', 'lose', 'silent'] as const).map((how) => [form, how] as const)))(
    'running 2.3 %s that answers nothing (%s) leaves a message unknown, within its time',
    async (form, how) => {
      carrier.behave(form, how);
      const sender = senderOf(form, carrier.url, { withinMs: how === 'silent' ? silentMs : answersMs });
      expect(await sender.send(smsOf())).toMatchObject({ outcome: 'unknown' });
      carrier.behave(form, null);
    },
  );

  it.each(forms)('running 2.3 %s that nobody answers for never had the message', async (form) => {
    const gone = await startCarrier();
    await gone.close();
    expect(await senderOf(form, gone.url).send(smsOf())).toMatchObject({ outcome: 'refused', class: 'retry' });
  });

  it.each(['aliyun', 'tencent'] as const)('running 2.3 %s can be asked whether it has a message', async (form) => {
    const sender = senderOf(form);
    const sms = smsOf();
    carrier.behave(form, 'lose');
    await sender.send(sms);
    carrier.behave(form, null);
    const now = new Date();
    const sentOn = new Date(now.getTime() + 28_800_000).toISOString().slice(0, 10);
    const asked = { id: sms.id, mobile: sms.mobile, sentAt: now, sentOn };
    expect(await sender.find?.(asked)).toBe('found');
    expect(await sender.find?.({ ...asked, id: 'another' })).toBe('absent');
    carrier.behave(form, 'silent');
    expect(await senderOf(form, carrier.url, { withinMs: silentMs }).find?.(asked)).toBe('unanswered');
    carrier.behave(form, null);
  });

  it.each([
    ['aliyun', 'isp.NEW_ONE', 'retry'],
    ['aliyun', 'isv.NEW_ONE', 'failOver'],
    ['tencent', 'InternalError.NewOne', 'retry'],
    ['tencent', 'FailedOperation.NewOne', 'failOver'],
  ] as const)('running 2.3 %s: a code that is not listed, %s, is %s', async (form, code, why) => {
    carrier.behave(form, { code });
    expect(await senderOf(form).send(smsOf())).toMatchObject({ outcome: 'refused', class: why, code });
    carrier.behave(form, null);
  });

  it('running 2.3 each listed code has the class of the table', async () => {
    for (const [form, { codes }] of [
      ['aliyun', aliyunCodes],
      ['tencent', tencentCodes],
    ] as const)
      for (const [code, [meaning]] of Object.entries(codes)) {
        carrier.behave(form, { code });
        const outcome = await senderOf(form).send(smsOf());
        const got = outcome.outcome === 'refused' ? outcome.class : outcome.outcome;
        expect(`${code} ${got}`).toBe(`${code} ${meaning}`);
      }
    carrier.behave('aliyun', null);
    carrier.behave('tencent', null);
  });
});
