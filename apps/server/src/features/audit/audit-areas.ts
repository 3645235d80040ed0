import type { RequestOf } from '@ronghui/contract';
import { type auditOperations, type nouns as Nouns, nouns, type OperationSpec, operations } from '@ronghui/contract';

/** A part of the product, as the trail is searched. */
export type Area = NonNullable<RequestOf<(typeof auditOperations)['ops.audit.page']>['area']>;

const areaOfNoun: Readonly<Record<keyof typeof Nouns, Area>> = {
  account: 'account',
  password: 'account',
  register: 'account',
  safety: 'account',
  notice: 'account',
  home: 'account',
  behavior: 'account',
  tenant: 'customer',
  certification: 'customer',
  lead: 'customer',
  chat: 'customer',
  customer: 'customer',
  authorization: 'customer',
  file: 'customer',
  order: 'order',
  purchase: 'order',
  bill: 'billing',
  receipt: 'billing',
  intent: 'billing',
  'bank-line': 'billing',
  'account-statement': 'billing',
  'loan-consult': 'billing',
  feedback: 'billing',
  recon: 'billing',
  invoice: 'billing',
  export: 'billing',
  site: 'content',
  content: 'content',
  doc: 'content',
  catalog: 'content',
  agreement: 'content',
  staff: 'staff',
  audit: 'staff',
  desk: 'staff',
  business: 'staff',
  sender: 'staff',
  maintenance: 'staff',
  system: 'staff',
};

/** The areas of events that are no operation's: by their noun, or by a word of their own. */
const areaOfWord: ReadonlyMap<string, Area> = new Map<string, Area>([
  ...Object.entries(areaOfNoun),
  ['lineImport', 'billing'],
  ['demo', 'account'],
  ['keys', 'staff'],
]);

/** Events that are no operation's, in words; those of calls had some of these names before they were named as their operations. */
const otherTitles: Readonly<Record<string, string>> = {
  'ops.account.lock': '锁定用户',
  'ops.account.unlock': '解除用户的锁定',
  'ops.account.resetTotp': '解除用户的动态口令',
  'ops.account.changeMobile': '更换用户的手机号',
  'job.account.kept': '保留到期的注销申请',
  'job.account.closed': '注销到期的账户',
  'ops.certification.show': '查看认证资料',
  'job.certification.transferOverdue': '打款验证过期',
  'ops.order.show': '查看订单',
  'ops.order.approve': '审核通过订单',
  'ops.order.acceptPayment': '确认付款',
  'ops.order.sendBackPayment': '退回付款凭证',
  'ops.order.activate': '开通订单',
  'ops.order.reject': '驳回订单',
  'ops.order.refund': '登记退款',
  'ops.order.terminate': '终止订单',
  'job.order.cancel': '订单逾期未付，自动取消',
  'job.order.lapse': '订单逾期未付，自动取消',
  'job.order.expire': '订单到期',
  'ops.bill.issued': '账单出账',
  'job.bill.sealed': '封存出账的账单',
  'ops.bill.settle': '登记结算',
  'ops.bill.returnVoucher': '退回付款凭证',
  'ops.bill.reversePayment': '撤销付款',
  'bill.confirmed': '确认账单',
  'bill.approved': '复核账单',
  'bill.sentBack': '复核退回账单',
  'job.intent.receive': '支付通道报告付款，登记收款',
  'job.intent.apply': '在线付款抵付账单',
  'job.bill.confirm': '账单到期自动确认',
  'job.bill.autoConfirmed': '账单到期自动确认',
  'job.bill.autoApproved': '账单复核到期，视同通过',
  'job.lineImport.imported': '明细导入完成',
  'ops.lineImport.takenBack': '明细导入已撤回',
  'ops.behavior.count': '统计访问',
  'ops.content.console': '发布内容',
  'ops.content.schedule': '定时发布内容',
  'ops.content.import': '导入内容文件',
  'job.file.infected': '移除带病毒的文件',
  'job.file.unnamed': '清理无人使用的文件',
  'job.file.lost': '文件丢失',
  'job.file.found': '丢失的文件已找回',
  'demo.account.lock': '关闭演示账号',
  'demo.account.unlock': '开放演示账号',
  'feedback.handle': '办理差异反馈',
  'ops.feedback.add': '回复差异反馈',
  'job.staff.firstAdmin': '建立首位管理员',
  'job.feedback.fourEyes': '初始设定答复须复核的金额',
  'ops.staff.resetAdmin': '重置管理员',
  'ops.keys.turn': '更换密钥',
  'ops.keys.drop': '停用旧的密钥',
};

const titles: ReadonlyMap<string, string> = new Map([
  ...Object.entries(operations as Record<string, OperationSpec>).map(([id, { summary }]) => [id, summary] as const),
  ...Object.entries(otherTitles),
]);

/** What was done, in words; an event without words stands for itself. */
export const titleOf = (event: string): string => (titles.get(event) ?? event).slice(0, 100);

const eventsByArea = ((): ReadonlyMap<Area, readonly string[]> => {
  const ofNouns = Object.entries(nouns).flatMap(([noun, own]) =>
    // The keys of `nouns` are those of the table above.
    Object.keys(own).map((event) => [areaOfNoun[noun as keyof typeof nouns], event] as const),
  );
  const others = Object.keys(otherTitles).flatMap((event) => {
    const [first = '', second = ''] = event.split('.');
    const area = areaOfWord.get(['ops', 'job'].includes(first) ? second : first);
    return area === undefined ? [] : [[area, event] as const];
  });
  const byArea = new Map<Area, Set<string>>();
  for (const [area, event] of [...ofNouns, ...others]) byArea.set(area, (byArea.get(area) ?? new Set()).add(event));
  return new Map([...byArea].map(([area, events]) => [area, [...events]]));
})();

/** The events of an area. */
export const eventsOf = (area: Area): readonly string[] => eventsByArea.get(area) ?? [];

const areaOfEvent: ReadonlyMap<string, Area> = new Map(
  [...eventsByArea].flatMap(([area, events]) => events.map((event) => [event, area] as const)),
);

/** The area of an event; undefined where it has none. */
export const areaOf = (event: string): Area | undefined => areaOfEvent.get(event);
