import { createHash, createHmac } from 'node:crypto';
import type { Accepted, Answered, Asked, Form, Read } from './form.ts';

const minutes15Ms = 900_000;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const refuse = (status: number, code: string): Answered => ({
  status,
  body: { Code: code, Message: code, RequestId: 'r' },
});

/** Why the signature of a request does not hold; null where it does. */
const wrongIn = (
  { headers, url, body }: Asked,
  account: { readonly keyId: string; readonly keySecret: string },
): string | null => {
  const match =
    /^ACS3-HMAC-SHA256 Credential=([^,]{1,128}),SignedHeaders=([a-z0-9;-]{1,400}),Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (match === null) return 'IncompleteSignature';
  const [, keyId, signed = '', signature] = match;
  if (keyId !== account.keyId) return 'InvalidAccessKeyId.NotFound';
  if (headers['x-acs-content-sha256'] !== sha256(body)) return 'SignatureDoesNotMatch';
  const names = signed.split(';');
  if (
    !['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'].every(
      (each) => names.includes(each),
    )
  )
    return 'SignatureDoesNotMatch';
  const query = (url.split('?')[1] ?? '').split('&').toSorted().join('&');
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = `POST\n/\n${query}\n${lines}\n${signed}\n${sha256(body)}`;
  const expected = createHmac('sha256', account.keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  return expected === signature ? null : 'SignatureDoesNotMatch';
};

const detailsOf = (accepted: readonly Accepted[], day: string): Answered => ({
  status: 200,
  body: {
    Code: 'OK',
    Message: 'OK',
    TotalCount: String(accepted.length),
    SmsSendDetailDTOs: {
      SmsSendDetailDTO: accepted
        .filter(({ at }) => new Date(at.getTime() + 28_800_000).toISOString().slice(0, 10).replaceAll('-', '') === day)
        .map(({ id, mobile, template }) => ({ OutId: id, PhoneNum: mobile, TemplateCode: template, SendStatus: 3 })),
    },
  },
});

/** The form of Alibaba Cloud, `SendSms` and `QuerySendDetails` of 2017-05-25. */
export const aliyunForm = (account: { readonly keyId: string; readonly keySecret: string }): Form => {
  const nonces = new Set<string>();
  const read = (asked: Asked, now: Date): Read => {
    const wrong = wrongIn(asked, account);
    if (wrong !== null) return { kind: 'refused', answer: refuse(400, wrong) };
    const { headers, url } = asked;
    const nonce = String(headers['x-acs-signature-nonce']);
    if (nonces.has(nonce)) return { kind: 'refused', answer: refuse(400, 'SignatureNonceUsed') };
    nonces.add(nonce);
    if (Math.abs(Date.parse(String(headers['x-acs-date'])) - now.getTime()) > minutes15Ms)
      return { kind: 'refused', answer: refuse(400, 'InvalidTimeStamp.Expired') };
    const query = new URLSearchParams(url.split('?')[1] ?? '');
    const text = (name: string): string => query.get(name) ?? '';
    if (headers['x-acs-version'] !== '2017-05-25') return { kind: 'refused', answer: refuse(400, 'InvalidVersion') };
    if (headers['x-acs-action'] === 'QuerySendDetails')
      return { kind: 'find', mobile: text('PhoneNumber'), found: (accepted) => detailsOf(accepted, text('SendDate')) };
    if (headers['x-acs-action'] !== 'SendSms')
      return { kind: 'refused', answer: refuse(404, 'InvalidAction.NotFound') };
    const mobile = text('PhoneNumbers');
    if (!/^1\d{10}$/.test(mobile)) return { kind: 'refused', answer: refuse(200, 'isv.MOBILE_NUMBER_ILLEGAL') };
    const param = text('TemplateParam');
    const code = param === '' ? '' : String(Object(JSON.parse(param))['code'] ?? '');
    return {
      kind: 'send',
      wanted: { id: text('OutId'), mobile, code, template: text('TemplateCode'), signName: text('SignName') },
    };
  };
  return {
    name: 'aliyun',
    codes: {
      retry: 'isp.SYSTEM_ERROR',
      failOver: 'isv.AMOUNT_NOT_ENOUGH',
      wait: 'isv.BUSINESS_LIMIT_CONTROL',
      number: 'isv.MOBILE_NUMBER_ILLEGAL',
    },
    read,
    accept: (number) => ({ status: 200, body: { Code: 'OK', Message: 'OK', BizId: number, RequestId: 'r' } }),
    refuse: (code) => refuse(200, code),
  };
};
