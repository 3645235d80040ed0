import { agreement } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { fen, flag, id, isoTime, list, mapOf, nullable, object, optional, text, whole, word } from '../shapes.ts';

const count = () => whole(0, Number.MAX_SAFE_INTEGER);

/** A merchant's first page: open tasks and the state of each noun. A part that the user may not read is absent (R10.1). */
export const homeOperations = {
  'home.summary': operation({
    path: '/ftc/api/home/summary',
    summary: '商户中心首页',
    who: 'merchant',
    request: object({}),
    reply: object({
      /** Counted up to `reach`; a value equal to `reach` means at least that many. */
      orders: optional(object({ byStatus: mapOf(count()), reach: count() })),
      certification: object({
        status: word(['none', 'pending', 'pendingTransfer', 'passed', 'rejected']),
        /** Certified already, regardless of a change under way. */
        isCertified: flag(),
      }),
      /** Counted up to `reach` as well. */
      notices: object({ unread: count(), reach: count() }),
      /** Agreements of registration that changed since this user accepted them; `agreement.accept` accepts them. Absent when there are none. */
      staleAgreements: optional(list(agreement(), { max: 20 })),
      todos: list(
        object({
          kind: word(['invitation', 'certify', 'correctCertification', 'verifyTransfer', 'payOrder', 'renewOrder']),
          /** Identifies what the task is about: an order number, an invitation. */
          id: nullable(id()),
          title: text(200),
          dueAt: nullable(isoTime()),
          /** What is to be paid. */
          amount: optional(fen({ min: 0 })),
        }),
        { max: 50 },
      ),
    }),
  }),
} satisfies Record<string, OperationSpec>;
