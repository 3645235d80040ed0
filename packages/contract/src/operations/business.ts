import { businessSpans, unpaidAges } from '@ronghui/domain/business';
import { invalid } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { count, day, fenSum, list, nullable, object, word } from '../shapes.ts';

/** Days in Shanghai, both ends included, 366 at most; and what figures are added up by. */
const range = () => object({ from: day(), to: day(), by: word(businessSpans) });
/** The days of a period, which the range may cut. */
const period = { from: day(), to: day() };
const reads = (area: 'order' | 'billing' | 'customer' | 'feedback') =>
  ({ who: 'ops', keys: [`ops.${area}.read`] }) as const;
const amounts = () => object({ count: count(), amount: fenSum({ min: 0 }) });
const billSums = () =>
  object({ pending: amounts(), disputed: amounts(), confirmed: amounts(), overdue: amounts(), settled: amounts() });
const unpaid = () => object({ count: count(), remainingAmount: fenSum({ min: 0 }) });

/** How the business goes (R11.2). Each operation shows one area, and asks for that area's key. */
export const businessOperations = {
  'ops.business.orders': operation({
    path: '/ftc/ops/business/orders',
    summary: '按期统计提交与付款的订单',
    ...reads('order'),
    request: range(),
    /** Submitted by the day of submission, paid by the day on which the payment was accepted. */
    reply: object({ periods: list(object({ ...period, submitted: amounts(), paid: amounts() }), { max: 366 }) }),
    errors: { invalid },
  }),
  'ops.business.bills': operation({
    path: '/ftc/ops/business/bills',
    summary: '按期统计出账的账单，及其当前状态',
    ...reads('billing'),
    request: range(),
    reply: object({
      /** By the day of issue, the two directions beside each other. */
      periods: list(object({ ...period, payable: amounts(), receivable: amounts() }), { max: 366 }),
      /** What those bills are by now; `confirmed` without those past their due day. */
      states: object({ payable: billSums(), receivable: billSums() }),
      /** The day that due days are compared with. */
      today: day(),
    }),
    errors: { invalid },
  }),
  'ops.business.unpaid': operation({
    path: '/ftc/ops/business/unpaid',
    summary: '已确认未结清账单的账龄',
    ...reads('billing'),
    request: object({}),
    reply: object({
      today: day(),
      ages: list(object({ age: word(unpaidAges), payable: unpaid(), receivable: unpaid() })),
    }),
  }),
  'ops.business.certifications': operation({
    path: '/ftc/ops/business/certifications',
    summary: '按期统计提交的企业认证，及其结果',
    ...reads('customer'),
    request: range(),
    reply: object({
      /** The merchants' last submissions by their day, and what became of them. */
      periods: list(object({ ...period, submitted: count(), passed: count(), rejected: count() }), { max: 366 }),
      /** From submission to answer, the median of those that were answered; null where none was. */
      medianMinutes: nullable(count()),
    }),
    errors: { invalid },
  }),
  'ops.business.leads': operation({
    path: '/ftc/ops/business/leads',
    summary: '按期统计新线索，及其结果',
    ...reads('customer'),
    request: range(),
    reply: object({
      /** By the day on which they came in, and what became of them. */
      periods: list(object({ ...period, added: count(), won: count(), lost: count() }), { max: 366 }),
    }),
    errors: { invalid },
  }),
  'ops.business.feedback': operation({
    path: '/ftc/ops/business/feedback',
    summary: '按期统计差异反馈，及其答复与调整',
    ...reads('feedback'),
    request: range(),
    reply: object({
      /** By the day on which they were opened. */
      periods: list(object({ ...period, opened: count(), answered: count() }), { max: 366 }),
      /** Those whose answers changed their bill, and by how much; raised and lowered are not netted. */
      adjusted: object({ count: count(), raisedAmount: fenSum({ min: 0 }), loweredAmount: fenSum({ min: 0 }) }),
    }),
    errors: { invalid },
  }),
} satisfies Record<string, OperationSpec>;
