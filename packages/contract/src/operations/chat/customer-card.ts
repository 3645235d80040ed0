import { certificationStatuses } from '@ronghui/domain/certification';
import { receptionStates } from '@ronghui/domain/chat';
import { billDirection, billStatus } from '../../bill-shapes.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { orderStatus } from '../../order-shapes.ts';
import {
  count,
  day,
  fen,
  flag,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  whole,
  word,
} from '../../shapes.ts';

/** How many rows of each kind are shown. */
const few = { max: 5 };

/** A reception of the past, or the one that goes on. */
const pastReception = () =>
  object({
    receptionId: id(),
    state: word(receptionStates),
    openedAt: isoTime(),
    endedAt: optional(isoTime()),
    agent: optional(text(80, { min: 0 })),
    category: optional(text(40)),
    summary: optional(text(500)),
    stars: optional(whole(1, 5)),
  });

/** Whom the desk speaks with (service 5.1). */
export const customerCardOperations = {
  'ops.chat.customer': operation({
    path: '/ftc/ops/chat/customer',
    summary: '会话的客户：商户、认证、订单、账单、反馈与最近的接待',
    who: 'ops',
    keys: ['ops.chat.read'],
    request: object({ conversationId: id() }),
    /** The person, orders, bills and feedback are for those alone who hold the keys of their pages. */
    reply: object({
      /** Null for a visitor. */
      tenant: nullable(
        object({ tenantId: id(), name: text(120, { min: 0 }), certificationStatus: word(certificationStatuses) }),
      ),
      user: optional(object({ userId: id(), name: text(60, { min: 0 }), mobileMasked: text(20, { min: 0 }) })),
      /** Of the conversation. */
      since: isoTime(),
      /** Those that are not finished, newest first. */
      orders: optional(
        list(
          object({ orderNo: id(), productName: text(60), totalAmount: fen({ min: 0 }), status: orderStatus() }),
          few,
        ),
      ),
      /** Those that are not settled, by the day on which they are due. */
      bills: optional(
        list(
          object({
            billNo: id(),
            direction: billDirection(),
            stageName: text(60),
            productName: text(60),
            amount: fen({ min: 0 }),
            status: billStatus(),
            dueOn: day(),
          }),
          few,
        ),
      ),
      /** What waits for an answer. */
      feedback: optional(
        object({ open: count(), recent: list(object({ feedbackNo: id(), billNo: id(), late: flag() }), few) }),
      ),
      /** Newest first. */
      receptions: list(pastReception(), few),
    }),
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
