import { billDirection } from '../bill-shapes.ts';
import { homeBills } from '../home-bill-shapes.ts';
import { notice } from '../notice-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { orderFields, someOrders } from '../order-shapes.ts';
import { count, fenSum, flag, id, isoTime, list, mapOf, nullable, object, optional, text, word } from '../shapes.ts';

/** A merchant's first page: open tasks and the state of each noun. A part that the user may not read is absent (R10.1). */
export const homeOperations = {
  'home.summary': operation({
    path: '/ftc/api/home/summary',
    summary: '商户中心首页',
    who: 'merchant',
    request: object({}),
    reply: object({
      orders: optional(
        object({
          /** Counted up to `reach`; a value equal to `reach` means at least that many. */
          byStatus: mapOf(count()),
          reach: count(),
          /** What is to be paid, with the first deadline; and what was paid and is being checked. */
          toPay: someOrders(),
          nextPayBy: optional(isoTime()),
          inCheck: someOrders(),
          /** When the next term ends. */
          nextEnd: optional(isoTime()),
          /** The newest. */
          recent: list(object(orderFields), { max: 10 }),
        }),
      ),
      /** Absent without `bill.read`, and for a tenant that is not certified (R4.13). */
      bills: optional(homeBills()),
      /** A new tenant's steps after the certification: absent once everything is done, and for those who may not order. */
      guide: optional(object({ ordered: flag(), paid: flag() })),
      certification: object({
        status: word(['none', 'pending', 'pendingTransfer', 'passed', 'rejected']),
        /** Certified already, regardless of a change under way. */
        isCertified: flag(),
      }),
      /** `unread` is counted up to `reach` as well; the newest. */
      notices: object({ unread: count(), reach: count(), latest: list(notice(), { max: 10 }) }),
      todos: list(
        object({
          kind: word([
            'invitation',
            'certify',
            'correctCertification',
            'verifyTransfer',
            'payOrder',
            'resendVoucher',
            'renewOrder',
            'confirmBill',
            'approveBill',
            'payBill',
          ]),
          /** Identifies what the task is about: an order, a bill, an invitation; null for several bills of one `direction`. */
          id: nullable(id()),
          direction: optional(billDirection()),
          title: text(200),
          dueAt: nullable(isoTime()),
          /** What is to be paid, or decided on. */
          amount: optional(fenSum({ min: 0 })),
        }),
        { max: 50 },
      ),
    }),
  }),
} satisfies Record<string, OperationSpec>;
