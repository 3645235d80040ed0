import { createHash, createHmac } from 'node:crypto';
import type { Accepted, Answered, Asked, Form, Read } from './form.ts';

/** An application of a client. */
export interface TencentAccount {
  readonly secretId: string;
  readonly secretKey: string;
  readonly appId: string;
}

const minutes5Sec = 300;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const wrap = (response: Record<string, unknown>): Answered => ({
  status: 200,
  body: { Response: { ...response, RequestId: 'r' } },
});
const refuseCall = (code: string): Answered => wrap({ Error: { Code: code, Message: code } });

/** Why the signature of a request does not hold; null where it does. */
const wrongIn = ({ headers, body }: Asked, { secretId, secretKey }: TencentAccount, now: Date): string | null => {
  const match =
    /^TC3-HMAC-SHA256 Credential=([^/]{1,128})\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([a-z0-9;-]{1,200}), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (match === null) return 'AuthFailure.InvalidAuthorization';
  const [, id, date = '', signed = '', signature] = match;
  if (id !== secretId) return 'AuthFailure.SecretIdNotFound';
  const timestamp = Number(headers['x-tc-timestamp']);
  if (!(Math.abs(timestamp - now.getTime() / 1000) <= minutes5Sec)) return 'AuthFailure.SignatureExpire';
  if (!['content-type', 'host'].every((name) => signed.split(';').includes(name)))
    return 'AuthFailure.SignatureFailure';
  const lines = signed
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim().toLowerCase()}\n`)
    .join('');
  const canonical = `POST\n/\n\n${lines}\n${signed}\n${sha256(body)}`;
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${date}/sms/tc3_request\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), 'sms'), 'tc3_request');
  return hmac(key, text).toString('hex') === signature ? null : 'AuthFailure.SignatureFailure';
};

const statesOf = (accepted: readonly Accepted[], fromSec: number): Answered =>
  wrap({
    PullSmsSendStatusSet: accepted
      .filter(({ at }) => at.getTime() / 1000 >= fromSec)
      .map(({ id, mobile, number }) => ({
        SessionContext: id,
        SubscriberNumber: mobile,
        SerialNo: number,
        ReportStatus: 'SUCCESS',
      })),
  });

/** The form of Tencent Cloud, `SendSms` and `PullSmsSendStatusByPhoneNumber` of 2021-01-11. */
export const tencentForm = (account: TencentAccount): Form => ({
  name: 'tencent',
  codes: {
    retry: 'InternalError.OtherError',
    failOver: 'FailedOperation.InsufficientBalanceInSmsPackage',
    wait: 'LimitExceeded.PhoneNumberOneHourLimit',
    number: 'InvalidParameterValue.IncorrectPhoneNumber',
  },
  read(asked, now): Read {
    const { headers, body } = asked;
    const wrong = wrongIn(asked, account, now);
    if (wrong !== null) return { kind: 'refused', answer: refuseCall(wrong) };
    const fields: Record<string, unknown> = Object(JSON.parse(body));
    if (headers['x-tc-version'] !== '2021-01-11') return { kind: 'refused', answer: refuseCall('NoSuchVersion') };
    if (fields['SmsSdkAppId'] !== account.appId)
      return { kind: 'refused', answer: refuseCall('InvalidParameterValue.SdkAppIdNotExist') };
    const local = (number: unknown): string => String(number).replace(/^\+86/, '');
    if (headers['x-tc-action'] === 'PullSmsSendStatusByPhoneNumber') {
      const fromSec = Number(fields['BeginTime']);
      return { kind: 'find', mobile: local(fields['PhoneNumber']), found: (accepted) => statesOf(accepted, fromSec) };
    }
    if (headers['x-tc-action'] !== 'SendSms') return { kind: 'refused', answer: refuseCall('InvalidAction') };
    const [mobile] = Array.isArray(fields['PhoneNumberSet']) ? fields['PhoneNumberSet'].map(local) : [];
    const [code = ''] = Array.isArray(fields['TemplateParamSet']) ? fields['TemplateParamSet'].map(String) : [];
    if (mobile === undefined || !/^1\d{10}$/.test(mobile))
      return { kind: 'refused', answer: this.refuse('InvalidParameterValue.IncorrectPhoneNumber') };
    const [id, template, signName] = ['SessionContext', 'TemplateId', 'SignName'].map((name) =>
      typeof fields[name] === 'string' ? fields[name] : '',
    );
    return { kind: 'send', wanted: { id: id ?? '', mobile, code, template: template ?? '', signName: signName ?? '' } };
  },
  accept: (number) => wrap({ SendStatusSet: [{ SerialNo: number, Code: 'Ok', Message: 'send success', Fee: 1 }] }),
  refuse: (code) => wrap({ SendStatusSet: [{ SerialNo: '', Code: code, Message: code, Fee: 0 }] }),
});
