import { fen } from '@ronghui/domain/money';
import { present } from '@ronghui/web/calls/every-field';
import type { Order, OrderDetail } from './order-queries.ts';

/** An order that waits for its payment, in the list. */
export const order = present<Order>({
  orderNo: 'DD20261120-00000001',
  pid: 'flex-benefits',
  productName: '员工弹性福利',
  skuName: '标准版',
  quantity: 10,
  termMonths: 12,
  totalAmount: fen(140_400),
  status: 'pendingPayment',
  createdAt: '2026-11-20T01:30:00.000Z',
  payBy: '2026-11-27T01:30:00.000Z',
  voucherStatus: undefined,
  activeFrom: undefined,
  expiresAt: undefined,
  version: 2,
});

/** The detail of the same order. */
export const detail: OrderDetail = {
  ...order,
  skuId: 'standard',
  unit: '人',
  billing: 'prepaid',
  choice: [{ label: '福利卡形式', value: '实体卡' }],
  options: { card: 'physical' },
  items: [{ label: '标准版（10 人 × 12 个月）', amount: fen(140_400) }],
  waitsForCertification: false,
  steps: [
    { action: 'submit', from: null, to: 'pendingReview', by: '王小明', at: '2026-11-20T01:30:00.000Z', reason: null },
    {
      action: 'approve',
      from: 'pendingReview',
      to: 'pendingPayment',
      by: '平台运营',
      at: '2026-11-20T02:30:00.000Z',
      reason: null,
    },
  ],
  agreements: [{ recordId: 'r1', id: 'purchase', version: '1', title: '产品采购协议', status: 'active' }],
  paymentCode: 'K7M29PXH',
  payee: { name: '融惠（示例）', bank: '示例银行', accountNo: '0000 1111' },
  vouchers: [],
};
