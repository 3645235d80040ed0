import { chosenOptions } from '../chosen-options.ts';
import { accepted } from '../content-shapes.ts';
import { invalid, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { id, idempotencyKey, kid, name, object, optional, sealed, text, word } from '../shapes.ts';
import { leadOpsOperations } from './lead/ops.ts';

export { leadOpsOperations };

/** Trial requests and contact messages; each creates a lead with a ticket number. */
export const leadFormOperations = {
  'portal.contact': operation({
    path: '/ftc/portal/contact',
    summary: '联系我们与意见反馈',
    who: 'visitor',
    writes: true,
    idempotent: true,
    request: object({
      mobile: sealed('mobile'),
      kid: kid(),
      name: name(40),
      company: optional(name(120)),
      topic: word(['consult', 'cooperate', 'feedback', 'complaint']),
      content: text(2000),
      imageTicket: id(),
      agreements: accepted(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ ticketNo: id() }),
    errors: { wrongCode: 'OPS10004', tooOften, agreementsChanged: 'RHAG001' },
  }),
  'customerContact.trial': operation({
    path: '/ftc/api/customerContact/trial',
    summary: '申请产品试用',
    who: 'visitor',
    writes: true,
    idempotent: true,
    request: object({
      pid: id(),
      skuId: optional(id()),
      options: optional(chosenOptions()),
      mobile: sealed('mobile'),
      kid: kid(),
      name: name(40),
      company: name(120),
      remark: optional(text(1000)),
      imageTicket: id(),
      agreements: accepted(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ ticketNo: id() }),
    errors: {
      notFound: 'RHSY404',
      invalid,
      wrongCode: 'OPS10004',
      tooOften,
      agreementsChanged: 'RHAG001',
    },
  }),
} satisfies Record<string, OperationSpec>;

/** Leads: the forms of the portal, and what the provider's staff make of them. */
export const leadOperations = {
  ...leadFormOperations,
  ...leadOpsOperations,
} satisfies Record<string, OperationSpec>;
