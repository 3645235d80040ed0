export { type OrderDetail, useOrder } from './order-queries.ts';
