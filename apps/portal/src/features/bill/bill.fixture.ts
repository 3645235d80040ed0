import { fen, noFen } from '@ronghui/domain/money';
import { present } from '@ronghui/web/calls/every-field';
import type { Bill, BillDetail, BillLine, BillRule, BillSum } from './bill-queries.ts';

/** A bill that waits for its confirmation until the end of 25 November, in the list. */
export const bill = present<Bill>({
  billNo: 'ZD20261118-00000042',
  direction: 'payable',
  stageId: 'stage-10',
  stageName: '2026 年 10 月',
  projectId: 'project-1',
  projectName: '华东项目',
  productId: 'loan',
  productName: '经营贷款咨询',
  orgId: 'org-1',
  orgName: '岚汀小贷',
  lineCount: 1283,
  amount: fen(12_840_650),
  taxAmount: fen(726_829),
  status: 'pending',
  approval: 'none',
  confirmBy: '2026-11-25T16:00:00.000Z',
  dueOn: '2026-12-05',
  dueIsExpected: true,
  paidAmount: noFen,
  inCheck: false,
  issuedAt: '2026-11-18T01:00:00.000Z',
  settledAt: undefined,
  version: 2,
});

/** A bill that the provider pays. */
export const receivable: Bill = {
  ...bill,
  billNo: 'ZD20261118-00000043',
  direction: 'receivable',
  productName: '权益返佣',
  lineCount: 210,
  amount: fen(1_824_000),
};

/** The detail of the first bill: adjusted once, more than the stage before. */
export const detail: BillDetail = {
  ...bill,
  basis: 1_130_822_222,
  unit: null,
  sums: [
    { label: '明细费用合计', amount: fen(12_903_650) },
    { label: '调整', amount: fen(-63_000) },
  ],
  adjustments: [
    {
      fromAmount: fen(12_903_650),
      toAmount: fen(12_840_650),
      reason: 'HT-19877 重复计费',
      by: '平台运营 林舟',
      at: '2026-11-19T02:00:00.000Z',
      feedbackNo: 'FK20261118-00000018',
      lines: [{ lineId: 'line-2', loanNo: 'HT-19877', fromAmount: fen(63_000), toAmount: noFen }],
    },
  ],
  timeline: [
    { kind: 'issued', by: '平台', at: '2026-11-18T01:00:00.000Z', amount: fen(12_903_650) },
    {
      kind: 'disputed',
      by: '王小明',
      at: '2026-11-18T03:00:00.000Z',
      amount: fen(12_903_650),
      feedbackNo: 'FK20261118-00000018',
    },
    {
      kind: 'adjusted',
      by: '平台运营 林舟',
      at: '2026-11-19T02:00:00.000Z',
      amount: fen(12_840_650),
      fromAmount: fen(12_903_650),
      reason: 'HT-19877 重复计费',
      feedbackNo: 'FK20261118-00000018',
    },
  ],
  autoConfirmed: false,
  autoApproved: false,
  canApprove: false,
  payer: '示例商贸有限公司',
  receiver: '融惠（示例）',
  paymentCode: 'K7M29PXH',
  payee: { name: '融惠（示例）', bank: '示例银行', accountNo: '0000 1111' },
  receivingAccount: null,
  taxRate: 60_000,
  rules: [
    {
      ruleId: 'rule-1',
      version: 3,
      text: '按贷款金额的 1.2% 收取',
      share: '1,283 条明细的贷款金额共 ¥11,308,222.22，费用共 ¥129,036.50',
      lineCount: 1283,
      amount: fen(12_903_650),
    },
  ],
  comparison: {
    stageId: 'stage-09',
    stageName: '2026 年 9 月',
    billNo: 'ZD20261018-00000039',
    amount: fen(11_998_640),
    parts: [
      { label: '笔数增加 86 笔（1,197 → 1,283）', amount: fen(862_010) },
      { label: '平均每笔计费金额增加', amount: fen(43_000) },
      { label: '调整', amount: fen(-63_000) },
    ],
  },
  settlements: [],
  vouchers: [],
  digest: '7f3a'.repeat(16),
};

/** A rule with tiers, whose lines were rounded up by 4 fen together. */
export const tieredRule: BillDetail['rules'][number] = {
  ruleId: 'rule-1',
  version: 3,
  text: '按本账单的计费金额合计分档，各档的部分分别收取',
  share: '本账单计费金额合计 ¥150,000.00，最高一档为 0.90%',
  lineCount: 1283,
  amount: fen(165_004),
  tiers: [
    { label: '¥0.00 至 ¥100,000.00 的部分', basis: '¥100,000.00', charge: '1.20%', amount: fen(120_000) },
    { label: '¥100,000.00 以上的部分', basis: '¥50,000.00', charge: '0.90%', amount: fen(45_000) },
    { label: '逐笔四舍五入', amount: fen(4) },
  ],
};

/** A line of it. */
export const line: BillLine = {
  lineId: 'line-1',
  loanNo: 'HT-19876',
  stageId: 'stage-10',
  orgId: 'org-1',
  projectId: 'project-1',
  productId: 'loan',
  borrowerMasked: '张*',
  loanAmount: fen(5_000_000),
  quantity: null,
  unit: '元',
  rate: 12_000,
  amount: fen(60_000),
  occurredOn: '2026-10-15',
  computation: '¥50,000.00 × 1.2% = ¥600.00',
  rule: { ruleId: 'rule-1', version: 3 },
};

/** The rule that made it, with its former version. */
export const rule: BillRule = {
  ruleId: 'rule-1',
  productName: '经营贷款咨询',
  orgName: null,
  isOwn: false,
  versions: [
    {
      version: 3,
      holdsFrom: '2026-10-01',
      text: '规则第 3 版，自 2026-10-01 起：按计费金额的 1.20% 收取；金额含税，税率 6%。',
      by: '平台运营',
      at: '2026-09-20T02:00:00.000Z',
      inBill: {
        text: '适用 1,283 笔，计费金额 ¥11,308,222.22，费用 ¥129,036.50。',
        lineCount: 1283,
        amount: fen(12_903_650),
      },
    },
    {
      version: 2,
      holdsFrom: '2026-01-01',
      text: '规则第 2 版，自 2026-01-01 起：按计费金额的 1.00% 收取；金额含税，税率 6%。',
      by: '平台运营',
      at: '2025-12-20T02:00:00.000Z',
    },
  ],
};

const none = { count: 0, amount: noFen };
const pending = (one: Bill) => ({
  pending: { count: 1, amount: one.amount },
  disputed: none,
  confirmed: none,
  settled: none,
});

/** The sum over both bills. */
export const sum: BillSum = {
  count: 2,
  totalAmount: fen(bill.amount + receivable.amount),
  byStatus: {
    pending: { count: 2, amount: fen(bill.amount + receivable.amount) },
    disputed: none,
    confirmed: none,
    settled: none,
  },
  byDirection: {
    payable: { count: 1, amount: bill.amount, paidAmount: noFen, openAmount: bill.amount, byStatus: pending(bill) },
    receivable: {
      count: 1,
      amount: receivable.amount,
      paidAmount: noFen,
      openAmount: receivable.amount,
      byStatus: pending(receivable),
    },
  },
};
