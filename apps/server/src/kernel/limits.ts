import { uploadMegabytes } from '@ronghui/domain/file-kind';
import type { LimitName, Limits } from '#kernel/ports';

/** What one limit is, for people and for `/limits.json`. */
export interface LimitRow {
  readonly value: number;
  /** What happens to a call when the counter itself cannot be read: refuse it, or let it pass. */
  readonly whenUnknown: 'refuse' | 'pass';
  readonly about: string;
}

const refuse = (value: number, about: string): LimitRow => ({ value, whenUnknown: 'refuse', about });
const pass = (value: number, about: string): LimitRow => ({ value, whenUnknown: 'pass', about });

/** Every limit with its standard value (contract 7): the one table. `LIMITS` overrides entries by name. */
export const limitTable: Readonly<Record<LimitName, LimitRow>> = {
  loginTries: refuse(5, '锁定前允许的密码错误次数'),
  loginTryWindowMinutes: refuse(15, '密码错误次数的统计窗口（分钟）'),
  lockMinutes: refuse(10, '锁定时长（分钟）'),
  locksPerDay: refuse(3, '24 小时内第几次锁定后须由运营解锁'),
  smsPerMobilePerMinute: refuse(1, '同一手机号每分钟短信数'),
  smsPerMobilePerDay: refuse(10, '同一手机号每日短信数'),
  smsPerAddressPerHour: refuse(20, '同一地址每小时短信数'),
  smsPerMinute: refuse(600, '全站每分钟短信数'),
  smsPerDay: refuse(100_000, '全站每日短信数'),
  smsCodeTries: refuse(5, '短信验证码允许的输错次数'),
  smsCodeMinutes: refuse(5, '短信验证码有效期（分钟）'),
  imageCodeMinutes: refuse(2, '图形验证码有效期（分钟）'),
  imageCodesPerAddressPerMinute: refuse(60, '同一地址每分钟图形验证码数'),
  leadsPerAddressPerHour: refuse(20, '同一地址每小时线索数'),
  loginsPerAddressPerMinute: refuse(120, '同一地址每分钟登录次数'),
  requestsPerAddressPerMinute: pass(3000, '同一地址每分钟请求数'),
  sessionIdleMinutes: refuse(30, '商户会话空闲时长（分钟）'),
  sessionHours: refuse(12, '商户会话最长时长（小时）'),
  opsSessionIdleMinutes: refuse(15, '运营会话空闲时长（分钟）'),
  opsSessionHours: refuse(8, '运营会话最长时长（小时）'),
  sessionsPerUser: refuse(5, '同一用户的并存会话数'),
  signatureWindowMinutes: refuse(5, '签名时间戳允许的偏差（分钟）'),
  bodyKilobytes: refuse(64, '请求体大小（KB）'),
  uploadMegabytes: refuse(uploadMegabytes, '单个文件大小（MB）'),
  ledgerMegabytes: refuse(200, '账单文件大小（MB）'),
  pageSizeMax: refuse(100, '列表每页条数上限'),
  batchMax: refuse(200, '批量操作条数上限'),
  ordersUnderWay: refuse(10, '同一商户办理中（尚未开通）的订单数'),
  tenantFilesMegabytes: refuse(2048, '同一商户的文件空间（MB）'),
  uploadsPerTenantPerMinute: refuse(120, '同一商户每分钟上传文件数'),
  reportsPerSessionPerMinute: refuse(60, '同一会话每分钟行为上报次数'),
  reportsPerAddressPerMinute: refuse(120, '同一地址每分钟行为上报次数'),
  idempotencyHours: refuse(72, '幂等键保留时长（小时）'),
};

const isLimitName = (name: string): name is LimitName => Object.hasOwn(limitTable, name);

/** The standard limits. */
export const standardLimits: Limits = Object.fromEntries(
  Object.entries(limitTable).map(([name, row]) => [name, row.value]),
) as Limits;

/**
 * The limits in force: the table with the overrides of `LIMITS` (JSON). Faults come back as sentences: an unknown name, or a number
 * that is not positive. @source contract 7
 */
export const readLimits = (json: string | undefined): { limits: Limits; faults: string[] } => {
  if (json === undefined || json === '') return { limits: standardLimits, faults: [] };
  let overrides: unknown;
  try {
    overrides = JSON.parse(json);
  } catch {
    return { limits: standardLimits, faults: ['LIMITS 不是合法的 JSON'] };
  }
  if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides)) {
    return { limits: standardLimits, faults: ['LIMITS 应为 JSON 对象'] };
  }
  const faults: string[] = [];
  const limits: Record<LimitName, number> = { ...standardLimits };
  for (const [name, value] of Object.entries(overrides)) {
    if (!isLimitName(name)) faults.push(`LIMITS 中没有名为 ${name} 的限制`);
    else if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) faults.push(`LIMITS.${name} 应为正数`);
    else limits[name] = value;
  }
  return { limits, faults };
};
