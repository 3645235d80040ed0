import { isSmsProvider, type SmsProvider, smsProviders } from '@ronghui/domain/sender/sms';
import { isUrl, type Reader } from '#kernel/setup/config-reader';

/** Credentials of Alibaba Cloud and its address. */
export interface AliyunSettings {
  readonly keyId: string;
  readonly keySecret: string;
  readonly url: string;
}

/** Credentials of Tencent Cloud, the application's number there and the address. */
export interface TencentSettings {
  readonly secretId: string;
  readonly secretKey: string;
  readonly appId: string;
  readonly url: string;
}

/** Address and shared secret of one's own platform. */
export interface HttpSmsSettings {
  readonly url: string;
  readonly secret: string;
}

/** A mail server. */
export interface MailSettings {
  /** With user and password. */
  readonly url: string;
  readonly from: string;
}

/** What messages leave by; no provider in the order: by the file of the outbox. @source running 2.1 */
export interface SenderConfig {
  readonly order: readonly SmsProvider[];
  readonly aliyun: AliyunSettings | null;
  readonly tencent: TencentSettings | null;
  readonly http: HttpSmsSettings | null;
  readonly mail: MailSettings | null;
}

const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(host);

/** Values of the variables that a provider needs; null, and a sentence with the missing names, where one is missing. */
const readAll = (read: Reader, provider: SmsProvider, names: readonly string[]): string[] | null => {
  const values = names.map((name) => read.secret(name));
  const missing = names.filter((_, at) => values[at] === null);
  read.refuse(missing.length > 0, `SMS_PROVIDER=${provider} 还需要设置 ${missing.join('、')}`);
  return missing.length > 0 ? null : values.map((value) => value ?? '');
};

/** An address of a carrier: nothing but HTTPS, and on loopback HTTP. */
const readAddress = (read: Reader, name: string, standard: string | null): string => {
  const address = read.text(name) ?? standard ?? '';
  const isRight = address === '' || isUrl(address, ['http:', 'https:']);
  read.refuse(!isRight, `${name} 应为 http(s) 地址`);
  if (!isRight || address === '') return address;
  const { protocol, hostname } = new URL(address);
  read.refuse(protocol === 'http:' && !isLoopback(hostname), `${name} 应为 https 地址：短信内容与密钥不能明文传输`);
  return address;
};

const readOrder = (read: Reader): readonly SmsProvider[] => {
  const names = read.list('SMS_PROVIDER');
  if (names.length === 0 || (names.length === 1 && names[0] === 'outbox')) return [];
  const unknown = names.filter((name) => !isSmsProvider(name));
  read.refuse(
    unknown.length > 0,
    `SMS_PROVIDER 中的 ${unknown.join('、')} 不受支持：应为 outbox，或 ${smsProviders.join('、')} 按先后用逗号分隔`,
  );
  read.refuse(new Set(names).size < names.length, 'SMS_PROVIDER 中有重复的名字');
  return names.filter(isSmsProvider);
};

const readHttp = (read: Reader): HttpSmsSettings | null => {
  const url = readAddress(read, 'SMS_HTTP_URL', null);
  const [secret] = readAll(read, 'http', ['SMS_HTTP_SECRET']) ?? [];
  read.refuse(url === '', 'SMS_PROVIDER=http 还需要设置 SMS_HTTP_URL');
  read.refuse(secret !== undefined && secret.length < 16, 'SMS_HTTP_SECRET 过短（至少 16 个字符）');
  return secret === undefined || url === '' ? null : { url, secret };
};

const readAliyun = (read: Reader): AliyunSettings | null => {
  const url = readAddress(read, 'SMS_ALIYUN_URL', 'https://dysmsapi.aliyuncs.com');
  const [keyId, keySecret] = readAll(read, 'aliyun', ['ALIYUN_SMS_KEY_ID', 'ALIYUN_SMS_KEY_SECRET']) ?? [];
  return keyId === undefined || keySecret === undefined ? null : { keyId, keySecret, url };
};

const readTencent = (read: Reader): TencentSettings | null => {
  const url = readAddress(read, 'SMS_TENCENT_URL', 'https://sms.tencentcloudapi.com');
  const names = ['TENCENT_SMS_SECRET_ID', 'TENCENT_SMS_SECRET_KEY', 'TENCENT_SMS_APP_ID'];
  const [secretId, secretKey, appId] = readAll(read, 'tencent', names) ?? [];
  return secretId === undefined || secretKey === undefined || appId === undefined
    ? null
    : { secretId, secretKey, appId, url };
};

/** A mail server: TLS from the first byte (`smtps:`) or by STARTTLS (`smtp:`); without TLS where `?tls=off` says so, in production on loopback alone. */
const readMail = (read: Reader, isReal: boolean): MailSettings | null => {
  const [url, from] = [read.secret('MAIL_URL'), read.text('MAIL_FROM')];
  read.refuse((url === null) !== (from === null), 'MAIL_URL 与 MAIL_FROM 须同时设置');
  if (url === null || from === null) return null;
  const isRight = isUrl(url, ['smtp:', 'smtps:']) && new URL(url).hostname !== '';
  read.refuse(!isRight, 'MAIL_URL 应为 smtps://用户:密码@主机 或 smtp://…');
  read.refuse(
    !/^(?:[^<>\r\n]{1,64} )?<?[^\s@<>]{1,64}@[^\s@<>]{1,255}>?$/.test(from),
    'MAIL_FROM 应为邮箱，或 名称 <邮箱>',
  );
  if (!isRight) return null;
  const { hostname, searchParams } = new URL(url);
  const isOpen = searchParams.get('tls') === 'off';
  read.refuse(isReal && isOpen && !isLoopback(hostname), '生产环境的 MAIL_URL 不能关闭 TLS：邮件会明文传输');
  return { url, from };
};

/** Reads what messages leave by; a production that serves people needs both kinds. @source running 2.1 */
export const readSenders = (read: Reader, isReal: boolean): SenderConfig => {
  const order = readOrder(read);
  read.refuse(
    isReal && read.list('SMS_PROVIDER').every((name) => name === 'outbox'),
    `生产环境不能使用 SMS_PROVIDER=outbox：验证码不会送达用户。请设置 SMS_PROVIDER（${smsProviders.join('、')}）与其密钥`,
  );
  const mail = readMail(read, isReal);
  read.refuse(isReal && read.secret('MAIL_URL') === null, '生产环境需要设置 MAIL_URL 与 MAIL_FROM：否则邮件不会送达');
  return {
    order,
    aliyun: order.includes('aliyun') ? readAliyun(read) : null,
    tencent: order.includes('tencent') ? readTencent(read) : null,
    http: order.includes('http') ? readHttp(read) : null,
    mail,
  };
};
