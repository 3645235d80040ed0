import { fen } from '@ronghui/domain/money';
import { present } from '@ronghui/web/calls/every-field';
import type { Candidate, Invoice, InvoiceDetail, Title } from './invoice-queries.ts';

/** An invoice that was issued, in the list. */
export const invoice = present<Invoice>({
  invoiceNo: 'FP20261120-00000001',
  type: 'special',
  status: 'issued',
  titleName: '云栖商贸有限公司',
  itemCount: 2,
  amount: fen(318_000),
  taxAmount: fen(18_000),
  taxRate: 60_000,
  number: '00123456789012345678',
  appliedAt: '2026-11-20T01:30:00.000Z',
  issuedAt: '2026-11-21T01:30:00.000Z',
  endedAt: undefined,
  reason: undefined,
  hasFile: true,
  version: 2,
});

/** A whole title. */
export const title: Title = {
  name: '云栖商贸有限公司',
  taxNo: '91330106MA2CFRG02W',
  address: '浙江省杭州市西湖区文三路 1 号',
  phone: null,
  bankName: '示例银行杭州分行',
  bankAccountNoMasked: '************7890',
};

/** The detail of the same invoice. */
export const detail: InvoiceDetail = {
  ...invoice,
  title,
  items: [
    {
      kind: 'order',
      no: 'DD20261101-00000001',
      name: '员工弹性福利（标准版）',
      amount: fen(106_000),
      taxAmount: fen(6000),
    },
    {
      kind: 'bill',
      no: 'ZD202611010000000001',
      name: '订单融资 · 2026 年 10 月',
      amount: fen(212_000),
      taxAmount: fen(12_000),
    },
  ],
  appliedBy: '王小明',
  files: [{ kind: 'pdf', isRed: false }],
  isDemonstration: true,
};

const candidate = (more: Partial<Candidate>): Candidate => ({
  kind: 'order',
  no: 'DD20261101-00000002',
  name: '员工弹性福利（标准版）',
  amount: fen(106_000),
  taxAmount: fen(6000),
  taxRate: 60_000,
  at: '2026-11-01T01:30:00.000Z',
  ...more,
});

/** Orders of two rates, and a bill. */
export const orders: readonly [Candidate, Candidate] = [
  candidate({}),
  candidate({ no: 'DD20261101-00000003', name: '门店耗材（套装）', taxRate: 130_000, taxAmount: fen(12_195) }),
];
export const bill: Candidate = candidate({
  kind: 'bill',
  no: 'ZD202611010000000002',
  name: '订单融资 · 2026 年 10 月',
  amount: fen(212_000),
  taxAmount: fen(12_000),
});
