import { ledgerMegabytes, uploadMegabytes } from '@ronghui/domain/file-kind';
import type { LockRules } from '@ronghui/domain/identity/login-lock';
import type { LimitName } from '#kernel/limit-name';
import type { Limits } from '#kernel/ports';

/** One limit, for people and for `/limits.json`. */
export interface LimitRow {
  readonly value: number;
  /** Whether it counts things; durations and sizes may be fractions. */
  readonly isInteger: boolean;
  readonly about: string;
}

const count = (value: number, about: string): LimitRow => ({ value, isInteger: true, about });
const measure = (value: number, about: string): LimitRow => ({ value, isInteger: false, about });

/** Every limit with its default (contract 7), in one table. `LIMITS` overrides entries by name. */
export const limitTable: Readonly<Record<LimitName, LimitRow>> = {
  loginTries: count(5, '锁定前允许的密码错误次数'),
  loginTryWindowMinutes: measure(15, '密码错误次数的统计窗口（分钟）'),
  lockMinutes: measure(10, '锁定时长（分钟）'),
  locksPerDay: count(3, '24 小时内第几次锁定后须由运营解锁'),
  smsPerMobilePerMinute: count(1, '同一手机号每分钟短信数'),
  smsPerMobilePerHour: count(5, '同一手机号每小时短信数'),
  smsPerMobilePerDay: count(10, '同一手机号每日短信数'),
  smsPerAddressPerHour: count(20, '同一地址每小时短信数'),
  smsPerMinute: count(600, '全站每分钟短信数'),
  smsPerDay: count(100_000, '全站每日短信数'),
  smsCodeTries: count(5, '短信验证码允许的输错次数'),
  smsCodeMinutes: measure(5, '短信验证码有效期（分钟）'),
  imageCodeMinutes: measure(2, '图形验证码有效期（分钟）'),
  imageCodesPerAddressPerMinute: count(60, '同一地址每分钟图形验证码数'),
  leadsPerAddressPerHour: count(20, '同一地址每小时线索数'),
  newChatsPerAddressPerHour: count(20, '同一地址每小时新的访客会话数'),
  chatDays: count(1095, '商户客服会话的保存天数'),
  loginsPerAddressPerMinute: count(120, '同一地址每分钟登录次数'),
  requestsPerAddressPerMinute: count(3000, '同一地址每分钟请求数'),
  sessionIdleMinutes: measure(30, '商户会话空闲时长（分钟）'),
  sessionHours: measure(12, '商户会话最长时长（小时）'),
  opsSessionIdleMinutes: measure(15, '运营会话空闲时长（分钟）'),
  opsSessionHours: measure(8, '运营会话最长时长（小时）'),
  sessionsPerUser: count(5, '同一用户的并存会话数'),
  signatureWindowMinutes: measure(5, '签名时间戳允许的偏差（分钟）'),
  bodyKilobytes: measure(64, '请求数据大小（KB）'),
  uploadMegabytes: measure(uploadMegabytes, '单个文件大小（MB）'),
  ledgerMegabytes: measure(ledgerMegabytes, '商户账与明细文件的大小（MB）'),
  pageSizeMax: count(100, '列表每页条数上限'),
  batchMax: count(200, '批量操作条数上限'),
  ordersUnderWay: count(10, '同一商户办理中（尚未开通）的订单数'),
  tenantFilesMegabytes: measure(2048, '同一商户的文件空间（MB）'),
  uploadsPerTenantPerMinute: count(120, '同一商户每分钟上传文件数'),
  uploadsPerTenantAtOnce: count(20, '同一商户或运营人员同时上传的文件数'),
  uploadsPerAddressAtOnce: count(100, '同一地址同时上传的文件数'),
  downloadsPerTenantPerMinute: count(20, '同一商户每分钟的明细下载次数'),
  reportsPerSessionPerMinute: count(60, '同一会话每分钟行为上报次数'),
  reportsPerAddressPerMinute: count(120, '同一地址每分钟行为上报次数'),
  recordsPerAddressPerDay: count(50_000, '同一地址每日留存的行为记录数'),
  recordsPerDay: count(1_000_000, '全站每日留存的行为记录数'),
  idempotencyHours: measure(72, '幂等键保留时长（小时）'),
  refusalsKept: count(500, '同一用户在同一商户下、按幂等键留存的拒绝数'),
  serviceConnections: count(10, '每个节点的数据库连接数：运营与后台任务'),
  tenantConnections: count(10, '每个节点的数据库连接数：商户'),
  entryConnections: count(6, '每个节点的数据库连接数：登录与会话'),
  jobsAtOnce: count(4, '同时进行的后台任务数'),
  jobsPerTenantAtOnce: count(2, '同一商户同时进行的后台任务数'),
  jobTries: count(3, '后台任务最多尝试次数'),
  jobResultDays: measure(7, '后台任务结果文件保留时长（天）'),
  jobRecordDays: measure(30, '后台任务记录保留时长（天）'),
  exportsAtOnce: count(5, '同一商户未完成的导出数'),
  reconRunsAtOnce: count(3, '同一商户未完成的对账数'),
  reconRunsPerDay: count(100, '同一商户每天的对账与试算次数'),
  reconMegabytesPerTenant: measure(2000, '同一商户的商户账文件总量（MB）'),
  reconUploadsPerHour: count(30, '同一商户每小时上传的商户账'),
  previewsPerTenantPerMinute: count(30, '同一商户每分钟的商户账预览次数'),
  reconFileDays: measure(90, '商户账文件保留时长（天）'),
  reconRows: count(1_000_000, '一份商户账的行数'),
  exportsPerDay: count(100, '同一商户 24 小时内的导出数'),
  auditExportsPerDay: count(10, '运营人员 24 小时内导出审计记录的次数'),
  exportRows: count(10_000_000, '一次导出的行数'),
  importRows: count(1_000_000, '一次导入的明细行数'),
  vouchersPerBill: count(20, '一张账单的付款凭证份数'),
  importsPerStaffPerHour: count(60, '一位运营人员一小时上传的明细导入文件数'),
  importsOpen: count(50, '一位运营人员上传后未导入的明细文件数'),
  trialLines: count(200_000, '计费规则一次试算的明细笔数'),
  feedbackPerBill: count(20, '一张账单的差异反馈次数'),
  messagesPerFeedback: count(200, '一条差异反馈的往来条数'),
  looksPerStaffPerHour: count(200, '一位运营人员一小时查看个人信息的次数'),
  documentLooksPerStaffPerHour: count(800, '一位运营人员一小时查看证照、凭证与附件的次数'),
};

/** Limits of operations to come: they can be set, and nothing reads them yet. */
export const laterLimits: ReadonlySet<LimitName> = new Set<LimitName>();

/** The minimum page size of the contract (contract 4); calls that need two connections at once must not wait for each other. */
const leastOf: Readonly<Partial<Record<LimitName, number>>> = {
  pageSizeMax: 10,
  serviceConnections: 4,
  tenantConnections: 4,
  entryConnections: 2,
};

const isLimitName = (name: string): name is LimitName => Object.hasOwn(limitTable, name);

/** The default limits. */
export const standardLimits: Limits = Object.fromEntries(
  Object.entries(limitTable).map(([name, row]) => [name, row.value]),
) as Limits;

/** The error of an override, as a sentence. */
const faultOf = (name: LimitName, value: unknown): string | null => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return `LIMITS.${name} 应为正数`;
  if (limitTable[name].isInteger && !Number.isSafeInteger(value)) return `LIMITS.${name} 应为正整数`;
  const least = leastOf[name] ?? 0;
  return value < least ? `LIMITS.${name} 不能小于 ${least}` : null;
};

/**
 * The limits in force: the table with the overrides of `LIMITS` (JSON). Errors are returned as sentences: an unknown
 * name, a number that is not positive, or a count that is no integer. @source contract 7
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
    else {
      const fault = faultOf(name, value);
      if (fault === null) limits[name] = Number(value);
      else faults.push(fault);
    }
  }
  return { limits, faults };
};

/** The rules of R4.5, of the limits in force. */
export const lockRulesOf = (limits: Limits): LockRules => ({
  tries: limits.loginTries,
  tryWindowMinutes: limits.loginTryWindowMinutes,
  lockMinutes: limits.lockMinutes,
  locksPerDay: limits.locksPerDay,
});
