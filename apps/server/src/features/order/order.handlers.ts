import type { orderOperations } from '@ronghui/contract';
import { quote } from '@ronghui/domain/quote';
import { findSku, pricedSku } from '#features/catalog/catalog.sql';
import type { HandlersFor } from '#kernel/context';

/** The live price of a choice (R10.2). */
export const orderHandlers: HandlersFor<typeof orderOperations> = {
  'order.quote': async ({ pid, skuId, quantity, termMonths, options }, { db, fail }) => {
    const sku = await findSku(db, pid, skuId);
    if (sku === undefined) return fail('notFound');
    const result = quote(pricedSku(sku), { quantity, termMonths, options });
    if (result.ok) return { items: [...result.items], totalAmount: result.totalAmount };
    if (result.reason === 'invalid') {
      return fail('invalid', { fields: [{ path: result.path, message: result.message }] });
    }
    if (result.reason === 'tooLarge') return fail('invalid', { fields: [{ path: 'quantity', message: '数量过大' }] });
    return fail('notPriced');
  },
};
