export { type OrderDetail, useOrder } from './order-queries.ts';
export { OrderAmount, OrderTag, sizeText, tagOf } from './order-rows.tsx';
