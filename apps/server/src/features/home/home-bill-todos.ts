import type { authMap, Output } from '@ronghui/contract';
import { type BillDirection, billDirectionNames, billDirections } from '@ronghui/domain/bill';
import { endOfDay } from '@ronghui/domain/calendar';
import { addSums, type FenSum } from '@ronghui/domain/money';
import { type BillGroup, type BillTask, listWaitingBills, type WaitingBill } from '#features/bill/bill.reads';
import type { MerchantContext } from '#kernel/calls/context';
import type { DueParts } from './home-bills.ts';

type Todo = Output<'home.summary'>['todos'][number];
type AuthMap = ReturnType<typeof authMap>;

/** Up to how many bills of one task and direction are each a to-do of its own. */
const fewBills = 3;

interface Task {
  readonly task: BillTask;
  readonly kind: Todo['kind'];
  readonly key: keyof AuthMap;
  readonly verb: string;
  readonly waits: string;
}
const tasks: readonly Task[] = [
  { task: 'confirm', kind: 'confirmBill', key: 'bill.confirm', verb: '确认', waits: '待确认' },
  { task: 'approve', kind: 'approveBill', key: 'bill.approve', verb: '复核', waits: '待复核' },
  { task: 'pay', kind: 'payBill', key: 'bill.confirm', verb: '支付', waits: '待付款' },
];

const taskOf = ({ status, approval, direction }: BillGroup): BillTask | null => {
  if (status === 'pending') return 'confirm';
  if (status !== 'confirmed') return null;
  if (approval === 'waiting') return 'approve';
  return direction === 'payable' ? 'pay' : null;
};

/** What is asked for, and until when. */
interface Asked {
  readonly amount: FenSum;
  readonly dueAt: string;
}
interface Several extends Asked {
  readonly count: number;
}

const askedFor = ({ task, amount, remaining, confirmBy, dueOn }: WaitingBill): Asked =>
  task === 'pay'
    ? { amount: remaining, dueAt: endOfDay(dueOn).toISOString() }
    : { amount, dueAt: confirmBy.toISOString() };

/** What a task asks of the bills of its groups together. */
const severalOf = (groups: readonly BillGroup[]): Several => ({
  count: groups.reduce((sum, { count }) => sum + count, 0),
  amount: addSums(groups.map(({ amount }) => amount)),
  dueAt: groups.map(({ firstConfirmBy }) => firstConfirmBy.toISOString()).toSorted()[0] ?? '',
});

/** What is to be paid; a bill whose voucher is being checked waits for the provider. */
const severalToPay = (open: DueParts['open']): Several => ({
  count: open.count,
  amount: open.amount,
  dueAt: open.firstDueOn === null ? '' : endOfDay(open.firstDueOn).toISOString(),
});

const together = (count: number, asked: readonly Asked[]): Several => ({
  count,
  amount: addSums(asked.map(({ amount }) => amount)),
  dueAt: asked.map(({ dueAt }) => dueAt).toSorted()[0] ?? '',
});

const todoOf = (bill: WaitingBill, { kind, verb }: Task): Todo => ({
  kind,
  id: bill.billNo,
  title: `${verb} ${bill.stageName} ${billDirectionNames[bill.direction]}账单 · ${bill.productName}`,
  ...askedFor(bill),
});

/** Says beside those that are to be paid how many have vouchers that are being checked, which are in neither its amount nor its list. */
const todoOfSeveral = (
  { direction, task: { kind, waits } }: { readonly direction: BillDirection; readonly task: Task },
  { count, ...asked }: Several,
  checked = 0,
): Todo => ({
  kind,
  id: null,
  direction,
  title: `${count} 张${billDirectionNames[direction]}账单${waits}${checked === 0 ? '' : `，另有 ${checked} 张凭证审核中`}`,
  ...asked,
});

/** What is known of the bills of a first page, and what its user may do. */
interface Known {
  readonly groups: readonly BillGroup[];
  readonly parts: DueParts;
  readonly holds: AuthMap;
}

/** The tasks of a user with their directions, and what each asks for. */
const askedOf = ({ groups, parts, holds }: Known) =>
  tasks
    .filter(({ key }) => holds[key])
    .flatMap((task) => billDirections.map((direction) => ({ task, direction })))
    .map((kind) => {
      const own = groups.filter((group) => taskOf(group) === kind.task.task && group.direction === kind.direction);
      const isToPay = kind.task.task === 'pay' && own.length > 0;
      return {
        ...kind,
        name: `${kind.task.task} ${kind.direction}`,
        several: isToPay ? severalToPay(parts.open) : severalOf(own),
        checked: isToPay ? parts.inCheck.count : 0,
      };
    })
    .filter(({ several }) => several.count > 0);

/** What is asked of a user: a few bills one by one, many of a task and direction as one to-do (R10.1). */
export const billTodos = async ({ db, tenantId, userId }: MerchantContext, known: Known): Promise<Todo[]> => {
  const kinds = askedOf(known);
  // Nobody approves what they confirmed: bills to approve, which are never many, are always looked at one by one.
  const listed = kinds
    .filter(({ task, several }) => several.count <= fewBills || task.task === 'approve')
    .map(({ name }) => name);
  const bills = listed.length === 0 ? [] : await listWaitingBills(db, tenantId, { tasks: listed, userId });
  return kinds.flatMap((kind) => {
    const { task, direction, name, several, checked } = kind;
    if (!listed.includes(name)) return [todoOfSeveral(kind, several, checked)];
    const waiting = bills.filter((bill) => bill.task === task.task && bill.direction === direction);
    if (waiting.length <= fewBills) return waiting.map((bill) => todoOf(bill, task));
    return [todoOfSeveral(kind, together(waiting.length, waiting.map(askedFor)))];
  });
};
