import { orderStatuses } from '@ronghui/domain/order';
import { fen, list, object, text, word } from './shapes.ts';

/** The lines of a price. */
export const quoteItems = () => list(object({ label: text(120), amount: fen() }));
/** The status of an order. */
export const orderStatus = () => word(orderStatuses);
