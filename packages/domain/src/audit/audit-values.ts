import { authorizationStatusNames } from '../authorization.ts';
import { billApprovalNames, billStatusNames, providerDirectionNames } from '../bill.ts';
import { certificationStatusNames } from '../certification.ts';
import { feedbackActionNames, feedbackStatusNames } from '../feedback.ts';
import { invoiceStatusNames, invoiceTypeNames } from '../invoice.ts';
import { leadStatusNames } from '../lead.ts';
import { fenSum, rmbText } from '../money.ts';
import { orderStatusNames } from '../order.ts';
import { isAuditAmount } from './audit-fields.ts';

type Names = Readonly<Record<string, string>>;

const accountNames: Names = { active: '正常', locked: '已锁定', cancelled: '已注销', closed: '已停用' };
const billNames: Names = { draft: '草稿', ...billStatusNames };

/** The statuses of each noun in words; a word such as `pending` is another thing for a bill than for a certification. */
const statusNames: Readonly<Record<string, Names>> = {
  account: accountNames,
  authorization: authorizationStatusNames,
  bill: billNames,
  certification: certificationStatusNames,
  feedback: feedbackStatusNames,
  invoice: invoiceStatusNames,
  lead: leadStatusNames,
  order: orderStatusNames,
  stage: { open: '未出账', issued: '已出账' },
  staff: accountNames,
  user: accountNames,
};

/** The words of other fields that mean the same everywhere. */
const valueNames: Readonly<Record<string, Names>> = {
  action: feedbackActionNames,
  assignment: { hand: '由客服自己接待', turn: '轮流分配给在线的客服' },
  approval: { ...billApprovalNames, none: '无需复核' },
  billStatus: billNames,
  decision: { released: '放行', sentBack: '退回', takenBack: '收回' },
  direction: providerDirectionNames,
  dutyStatus: { online: '在线', busy: '忙碌', off: '离线' },
  type: invoiceTypeNames,
};

/** The noun of an event: `order` of `ops.order.review`. */
const nounOf = (event: string): string => {
  const [first = '', second = ''] = event.split('.');
  return ['ops', 'job'].includes(first) ? second : first;
};

/** A value as it is read: sums in yuan, statuses in words; what has no words stands for itself. @source R1.5, R11.7 */
export const auditValueText = (event: string, field: string, value: string): string => {
  const name = field.split('.').at(-1) ?? '';
  if (isAuditAmount(name, value)) return rmbText(fenSum(BigInt(value)));
  const names = name === 'status' ? statusNames[nounOf(event)] : valueNames[name];
  return names !== undefined && Object.hasOwn(names, value) ? (names[value] ?? value) : value;
};
