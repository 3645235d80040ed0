import { agreement } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { flag, id, isoTime, list, mapOf, nullable, object, optional, text, whole, word } from '../shapes.ts';

const count = () => whole(0, Number.MAX_SAFE_INTEGER);

/** What a merchant sees first: what is due, and how each noun stands. A part that the user may not read is left out (R10.1). */
export const homeOperations = {
  'home.summary': operation({
    path: '/ftc/api/home/summary',
    summary: '商户中心首页',
    who: 'merchant',
    request: object({}),
    reply: object({
      /** Counted up to `reach`; a figure that reaches it stands for at least as many. */
      orders: optional(object({ byStatus: mapOf(count()), reach: count() })),
      certification: object({
        status: word(['none', 'pending', 'pendingTransfer', 'passed', 'rejected']),
        /** Certified already, whatever becomes of a change that is under way. */
        isCertified: flag(),
      }),
      /** Counted up to `reach` as well. */
      notices: object({ unread: count(), reach: count() }),
      /** Texts of registration that changed since this user agreed to them; `agreement.accept` takes them. Absent when there are none. */
      staleAgreements: optional(list(agreement(), { max: 20 })),
      todos: list(
        object({
          kind: word(['invitation', 'certify', 'correctCertification', 'verifyTransfer', 'payOrder', 'renewOrder']),
          /** Of the thing that waits: an order number, an invitation. */
          id: nullable(id()),
          title: text(200),
          dueAt: nullable(isoTime()),
        }),
        { max: 50 },
      ),
    }),
  }),
} satisfies Record<string, OperationSpec>;
