import { yuanText } from '@ronghui/domain/money';
import type { Event, EventDetail } from './audit-queries.ts';

/** The parts of the product that events belong to. */
export const areaNames = {
  account: '登录与安全',
  customer: '商户与认证',
  order: '订单',
  billing: '账务',
  content: '内容',
  staff: '运营人员',
} as const;

const kindNames: Readonly<Record<Event['actorKind'], string>> = {
  visitor: '访客',
  user: '商户用户',
  staff: '运营人员',
  system: '系统',
  operator: '命令行',
};

/** Who did it: a name and what they are, the system and a visitor by that alone. */
export const actorText = ({ actor, actorKind, actorId }: Event): string => {
  const name = actor || actorId || '';
  return actorKind === 'system' || actorKind === 'visitor' || name === ''
    ? kindNames[actorKind]
    : `${name}（${kindNames[actorKind]}）`;
};

/** How it ended. */
export const resultText = ({ result }: Pick<Event, 'result'>): string =>
  result === 'ok' ? '成功' : `被拒绝 ${result}`;

/** The last part of a path, in words. */
const fieldNames: Readonly<Record<string, string>> = {
  account: '账号',
  action: '步骤',
  address: '地址',
  amount: '金额',
  bankBranch: '开户支行',
  bankName: '开户银行',
  brand: '品牌',
  companyName: '企业名称',
  confirmBy: '确认期限',
  count: '数量',
  direction: '方向',
  event: '步骤',
  expiresAt: '到期时间',
  field: '项目',
  fileId: '文件',
  from: '开始',
  kind: '种类',
  legalName: '法定代表人',
  lifted: '解除的锁定',
  lines: '明细数',
  mobileMasked: '手机号',
  name: '名称',
  orgId: '机构',
  payableAmount: '应付金额',
  payBy: '付款期限',
  price: '价格',
  productId: '产品',
  projectId: '项目',
  quantity: '数量',
  reason: '原因',
  reasons: '原因',
  receivableAmount: '应收金额',
  role: '角色',
  roles: '角色',
  stageId: '账期',
  status: '状态',
  submissionNo: '申请号',
  takenBy: '办理人',
  tenantId: '商户',
  termMonths: '期限（月）',
  title: '标题',
  to: '结束',
  totalAmount: '合计',
  totp: '动态口令',
  uscc: '统一社会信用代码',
  value: '值',
  version: '版本',
};

const moneyFields = new Set([
  'amount',
  'payableAmount',
  'receivableAmount',
  'totalAmount',
  'price',
  'fee',
  'taxAmount',
]);

const isPlace = (part: string): boolean => /^\d+$/.test(part);

/** A path in words: `reasons.0.field` is 原因 1 · 项目; a part without words stands for itself. */
export const fieldText = (path: string): string =>
  path
    .split('.')
    .reduce<string[]>((words, part) => {
      const last = words.at(-1);
      if (isPlace(part) && last !== undefined) return [...words.slice(0, -1), `${last} ${Number(part) + 1}`];
      return [...words, fieldNames[part] ?? part];
    }, [])
    .join(' · ');

/** A value as it is read: amounts in yuan. */
export const valueText = (
  { field }: Pick<EventDetail['values'][number], 'field'>,
  value: string | undefined,
): string => {
  if (value === undefined) return '—';
  if (value === '') return '（空）';
  const isMoney = moneyFields.has(field.split('.').at(-1) ?? '') && /^-?\d{1,15}$/.test(value);
  return isMoney ? `¥${yuanText(Number(value) as Parameters<typeof yuanText>[0])}` : value;
};
