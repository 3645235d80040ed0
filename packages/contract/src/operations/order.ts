import { chosenOptions } from '../chosen-options.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { fen, id, list, object, optional, text, whole } from '../shapes.ts';

/** What a purchase would cost, priced on the server (R10.2). */
export const orderOperations = {
  'order.quote': operation({
    path: '/ftc/api/order/quote',
    summary: '实时报价',
    who: 'visitor',
    content: true,
    request: object({
      pid: id(),
      skuId: id(),
      quantity: whole(1, 1_000_000),
      termMonths: optional(whole(1, 120)),
      options: optional(chosenOptions()),
    }),
    reply: object({ items: list(object({ label: text(120), amount: fen() })), totalAmount: fen({ min: 0 }) }),
    errors: { notFound: 'RHSY404', invalid: 'RHSY422', notPriced: 'RHOR002' },
  }),
} satisfies Record<string, OperationSpec>;
