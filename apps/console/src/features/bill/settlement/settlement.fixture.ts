import { fen } from '@ronghui/domain/money';
import type { SettledBill, SettledDetail } from './settlement-queries.ts';

const dimensions = {
  stageId: 'stage1',
  stageName: '2026年10月',
  projectId: 'p1',
  projectName: '弹性福利',
  productId: 'benefit',
  productName: '员工弹性福利',
  orgId: 'o1',
  orgName: '示例机构',
};
/** A bill at the settlement desk, paid in part, whose voucher waits. */
export const bill: SettledBill = {
  billNo: 'ZD20261120-1',
  tenantId: 't1',
  tenantName: '云栖商贸有限公司',
  direction: 'payable',
  ...dimensions,
  amount: fen(120_000),
  paidAmount: fen(20_000),
  remainingAmount: fen(100_000),
  status: 'confirmed',
  dueOn: '2026-11-20',
  isOverdue: true,
  inCheck: true,
  version: 3,
};
/** Its statement. */
export const detail: SettledDetail = {
  ...bill,
  lineCount: 2,
  taxAmount: fen(6792),
  approval: 'none',
  confirmBy: '2026-11-10T16:00:00.000Z',
  dueIsExpected: false,
  issuedAt: '2026-11-02T01:00:00.000Z',
  basis: 100,
  unit: null,
  sums: [],
  adjustments: [],
  timeline: [{ kind: 'issued', by: '平台', at: '2026-11-02T01:00:00.000Z', amount: fen(120_000) }],
  autoConfirmed: true,
  autoApproved: false,
  canApprove: false,
  payer: '云栖商贸有限公司',
  receiver: '融惠',
  payee: { name: '融惠', bank: '示例银行', accountNo: '0000' },
  receivingAccount: null,
  taxRate: 60_000,
  rules: [],
  comparison: null,
  settlements: [
    { amount: fen(20_000), on: '2026-11-18', serial: 'S-1', by: '平台', at: '2026-11-18T01:00:00.000Z', stepNo: 3 },
  ],
  vouchers: [
    {
      voucherId: 'v1',
      paidAt: '2026-11-19T20:00:00.000Z',
      bankSerial: 'S-77',
      sentAt: '2026-11-20T02:00:00.000Z',
      by: '王小明',
      billNos: ['ZD20261120-1', 'ZD20261120-2'],
      files: [],
    },
  ],
  digest: 'a'.repeat(64),
  canSettle: true,
  returnable: ['v1'],
};
