import { join } from 'node:path';
import { type Config, readConfig } from '#kernel/setup/config';
import type { Environment } from '#kernel/setup/config-reader';

interface Variable {
  readonly about: string;
  readonly secret?: true;
  /** The default values. */
  readonly standard?: (config: Config) => string;
}

const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

/** The description of each variable for `config check`. Secret values are never printed. */
export const variables: Readonly<Record<string, Variable>> = {
  NODE_ENV: { about: 'production、test 或其他（开发）', standard: ({ environment }) => environment },
  PORT: { about: '监听端口，默认 8080', standard: ({ port }) => String(port) },
  HOST: { about: '监听地址，默认 127.0.0.1', standard: ({ host }) => host },
  DATA_DIR: { about: '数据目录，默认 ./data', standard: ({ dataDir }) => dataDir },
  DATABASE_URL: { about: 'PostgreSQL 连接串；不设则使用内置数据库', secret: true, standard: () => '内置数据库' },
  DATABASE_READ_URL: { about: '只读副本的连接串：导出与统计由它提供；不设则都由主库提供', secret: true },
  DATABASE_FLIGHTS: {
    about: 'on 或 off：语句成批发送；off 则逐条发送，默认 on',
    standard: ({ databaseFlights }) => onOff(databaseFlights),
  },
  SHARED_STATE: {
    about: 'memory 或 postgres：防重放、票据、图形验证码与来源计数存于本进程或数据库，默认 memory',
    standard: ({ sharedState }) => sharedState,
  },
  REDIS_URL: {
    about: 'redis:// 或 rediss:// 地址：防重放、票据、图形验证码与来源计数存于 Redis 7 或 Valkey',
    secret: true,
  },
  SMS_PROVIDER: {
    about: '短信通道：outbox，或 aliyun、tencent、http 按先后用逗号分隔',
    standard: ({ senders }) => (senders.order.length === 0 ? 'outbox' : senders.order.join(',')),
  },
  ALIYUN_SMS_KEY_ID: { about: '阿里云短信：访问密钥的编号', secret: true },
  ALIYUN_SMS_KEY_SECRET: { about: '阿里云短信：访问密钥', secret: true },
  SMS_ALIYUN_URL: { about: '阿里云短信：地址', standard: ({ senders }) => senders.aliyun?.url ?? '' },
  TENCENT_SMS_SECRET_ID: { about: '腾讯云短信：密钥的编号', secret: true },
  TENCENT_SMS_SECRET_KEY: { about: '腾讯云短信：密钥', secret: true },
  TENCENT_SMS_APP_ID: { about: '腾讯云短信：应用编号' },
  SMS_TENCENT_URL: { about: '腾讯云短信：地址', standard: ({ senders }) => senders.tencent?.url ?? '' },
  SMS_HTTP_URL: { about: '自有短信平台：地址' },
  SMS_HTTP_SECRET: { about: '自有短信平台：签名用的共同密钥', secret: true },
  MAIL_URL: { about: '邮件服务器：smtps://用户:密码@主机；不设则写入数据目录', secret: true },
  MAIL_FROM: { about: '邮件的发件人：邮箱，或 名称 <邮箱>' },
  PAYMENT_CALLBACK_URL: { about: '在线支付：支付通道通知本站的地址，如 https://www.example.com' },
  WECHAT_PAY_APP_ID: { about: '微信支付：应用编号；不设则没有这个通道' },
  WECHAT_PAY_MERCHANT_ID: { about: '微信支付：商户号' },
  WECHAT_PAY_SERIAL: { about: '微信支付：商户证书的序列号' },
  WECHAT_PAY_PRIVATE_KEY: { about: '微信支付：商户私钥（PEM）', secret: true },
  WECHAT_PAY_PUBLIC_KEY_ID: { about: '微信支付：微信支付公钥的编号' },
  WECHAT_PAY_PUBLIC_KEY: { about: '微信支付：微信支付公钥（PEM）', secret: true },
  WECHAT_PAY_API_V3_KEY: { about: '微信支付：APIv3 密钥，32 个字符', secret: true },
  WECHAT_PAY_MOST: { about: '微信支付：一笔最多多少元；不设则不限，0 为不再发起（在途的付款照常处理）' },
  WECHAT_PAY_URL: { about: '微信支付：地址', standard: ({ payments }) => payments.wechat?.url ?? '' },
  ALIPAY_APP_ID: { about: '支付宝：应用编号；不设则没有这个通道' },
  ALIPAY_SELLER_ID: { about: '支付宝：收款方的编号，2088 开头' },
  ALIPAY_PRIVATE_KEY: { about: '支付宝：应用私钥', secret: true },
  ALIPAY_PUBLIC_KEY: { about: '支付宝：支付宝公钥', secret: true },
  ALIPAY_MOST: { about: '支付宝：一笔最多多少元；不设则不限，0 为不再发起（在途的付款照常处理）' },
  ALIPAY_URL: { about: '支付宝：地址', standard: ({ payments }) => payments.alipay?.url ?? '' },
  DEMO: { about: 'on 或 off：演示内容与账号', standard: ({ demo }) => onOff(demo) },
  ALLOWED_ORIGINS: { about: '允许跨源调用的来源，逗号分隔' },
  GATEWAY_BASES: { about: 'JSON：页面域名 → 网关地址' },
  LOG_LEVEL: { about: '日志级别，默认 info', standard: ({ logLevel }) => logLevel },
  TRUST_PROXY: { about: '可信代理的地址或网段，逗号分隔' },
  OPS_ADDRESSES: { about: '允许使用运营台的地址或网段，逗号分隔；不设则不限' },
  LIMITS: { about: 'JSON：覆盖限额表中的条目' },
  TEST_IMAGE_CODE: { about: '仅 NODE_ENV=test：图形验证码固定为此文本' },
  TLS_CERT: { about: 'TLS 证书文件' },
  TLS_KEY: { about: 'TLS 私钥文件' },
  DRAIN_SECONDS: {
    about: '收到停止信号后仍接受请求的秒数，共享状态时默认 10，否则 0；负载均衡须在此期间转走',
    standard: ({ drainMs }) => String(drainMs / 1000),
  },
  METRICS_TOKEN: { about: '从非本机读取 /metrics 所需的令牌', secret: true },
  CERTIFICATION_TRANSFER: {
    about: 'on 或 off：企业认证是否需要打款验证，默认 off',
    standard: ({ certificationTransfer }) => onOff(certificationTransfer),
  },
  SCAN_COMMAND: { about: '上传文件的查毒程序，如 clamdscan --fdpass；不设则不查' },
  FILES_DIR: {
    about: '文件存储：所有节点共同挂载的文件夹；不设则存于数据目录',
    standard: ({ s3, dataDir }) => (s3 === null ? join(dataDir, 'files') : ''),
  },
  MASTER_KEY_FILE: { about: '主密钥的文件：数据目录中没有时取自它，供各节点使用同一密钥' },
  PEPPER_KEY_FILE: { about: '口令密钥的文件，与 MASTER_KEY_FILE 同时设置' },
  S3_ENDPOINT: {
    about: '文件存储：S3 兼容服务的地址；不设则存于文件夹',
  },
  S3_BUCKET: { about: '文件存储：桶' },
  S3_ACCESS_KEY: { about: '文件存储：访问密钥', secret: true },
  S3_SECRET_KEY: { about: '文件存储：私有密钥', secret: true },
  S3_REGION: { about: '文件存储：区域，默认 us-east-1', standard: ({ s3 }) => s3?.region ?? '' },
  S3_PATH_STYLE: {
    about: 'on 或 off：桶写在路径中，默认 on',
    standard: ({ s3 }) => (s3 === null ? '' : onOff(s3.pathStyle)),
  },
  BACKUP_TO: { about: '定时备份到：文件夹，或 s3://桶/前缀；不设则不备份' },
  BACKUP_EVERY: {
    about: '每隔几小时备份一次，默认 24',
    standard: ({ backup: { plan } }) => (plan === null ? '' : String(plan.everyHours)),
  },
  BACKUP_KEEP: {
    about: '保留最近几份备份，默认 14',
    standard: ({ backup: { plan } }) => (plan === null ? '' : String(plan.keep)),
  },
  BACKUP_RECIPIENT: { about: '备份加密给这个 age 公钥；不设则不加密' },
  PROVIDER_MAIL: { about: '接收待办通知的邮箱', standard: ({ providerMail }) => providerMail },
};

/** Every setting in force, one a line, defaults marked and secrets masked: the output of `config check`. */
export const describeConfig = (env: Environment = process.env): string => {
  const config = readConfig(env);
  const rows = Object.entries(variables).map(([name, { about, secret, standard }]) => {
    const file = secret === true ? (env[`${name}_FILE`]?.trim() ?? '') : '';
    const value = file === '' ? (env[name]?.trim() ?? '') : file;
    const usual = standard?.(config) ?? '';
    const unset = usual === '' ? '（未设置）' : `${usual}（默认）`;
    const masked = file === '' ? '********' : `********（${file}）`;
    const shown = value === '' ? unset : secret === true ? masked : value;
    return `${name.padEnd(22)} ${shown.padEnd(24)} ${about}`;
  });
  return `${rows.join('\n')}\n`;
};
