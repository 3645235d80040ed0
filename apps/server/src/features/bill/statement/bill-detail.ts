import type { Output } from '@ronghui/contract';
import {
  type BillHistoryKind,
  type BillState,
  type ComparedBill,
  compareBills,
  componentSums,
  dueOf,
  presentBill,
  writtenOffOf,
} from '@ronghui/domain/bill';
import { feeRuleText, feeShareText } from '@ronghui/domain/fee-rule';
import { differenceOf, type Fen } from '@ronghui/domain/money';
import { billRecordOf } from '../record/bill-record.sql.ts';
import { type BillRecord, clockStepOf, momentOf } from '../record/bill-record.ts';
import { feeTermsOf } from '../record/rule-terms.sql.ts';
import type { BillDetail, FormerBill } from './bill-detail.sql.ts';
import { momentOfPayment, paymentsOf } from './bill-payments.ts';
import { tierPartsOf } from './bill-tiers.ts';

type Detail = Output<'bill.detail'>;
type Event = Detail['timeline'][number];
type Step = BillDetail['steps'][number];
type Voucher = BillDetail['vouchers'][number];

/** What a statement shows beside what stands in it. */
export interface Surroundings {
  readonly now: Date;
  /** The provider, and the account to which bills are paid. */
  readonly provider: { readonly name: string; readonly account: Detail['payee'] };
  /** The tenant's certified account, masked. */
  readonly ownAccount: Detail['receivingAccount'];
  readonly reader: { readonly userId: string; readonly canApprove: boolean };
  readonly files: ReadonlyMap<string, string>;
  readonly digest: string;
  /** How a member of staff who sent a voucher back is called. */
  readonly nameOfReturner: (staffId: string) => string;
}

const timeOf = (at: Date | string): string => new Date(at).toISOString();
const nameOf = (name: string | null): string => (name === null || name === '' ? '—' : name);

/** An object with those fields that have a value: the contract leaves out absent ones. */
const present = <Fields extends object>(fields: Fields) =>
  // The types of the fields that are left are those that were given.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], null>;
  };

/** What was paid by a step, or was taken back by it. */
const sumOf = ({ reverses_step, payment_fen }: Step) =>
  reverses_step === null
    ? { paymentAmount: payment_fen, reversedAmount: null }
    : { paymentAmount: null, reversedAmount: payment_fen };

const eventOf = (step: Step, steps: readonly Step[]): Event => ({
  // The check constraint allows the domain's words only.
  kind: step.kind as BillHistoryKind,
  by: nameOf(step.by_name),
  at: timeOf(step.at),
  amount: step.amount_fen,
  ...present({
    fromAmount: step.from_fen,
    ...sumOf(step),
    paymentAt: momentOfPayment(step, steps),
    writtenOffAmount: step.written_off_fen,
    // Why the provider gives money up is its own affair.
    reason: step.kind === 'writtenOff' ? null : step.reason,
    feedbackNo: step.feedback_no,
  }),
  ...(step.waits ? { waits: true as const } : {}),
});

/** A voucher that was sent back, between the steps; it leaves the amount as it was. */
const returnOf = ({ returned_at, returned_reason, returned_by }: Voucher, around: Around): Event[] => {
  if (returned_at === null) return [];
  const before = around.row.steps.findLast(({ at }) => new Date(at) <= new Date(returned_at));
  return [
    {
      kind: 'voucherReturned',
      by: nameOf(around.nameOfReturner(returned_by ?? '')),
      at: timeOf(returned_at),
      amount: before?.amount_fen ?? around.record.state.amount,
      reason: nameOf(returned_reason),
    },
  ];
};

/** What a timeline is made of. */
interface Around extends Pick<Surroundings, 'now' | 'nameOfReturner'> {
  readonly row: BillDetail;
  readonly record: BillRecord;
}

/** The timeline, the oldest first; what the clock did stands in it whether it is stored or not. */
const timelineOf = (around: Around): Event[] => {
  const { row, record, now } = around;
  const step = clockStepOf(record, now);
  const events = row.steps.map((each) => eventOf(each, row.steps));
  if (step !== null) {
    const { kind, author, at, after } = step;
    events.push({ kind, by: nameOf(author.name), at: timeOf(at), amount: after.amount });
  }
  const returned = row.vouchers.flatMap((voucher) => returnOf(voucher, around));
  return [...events, ...returned].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
};

const lastBy = (row: BillDetail, kind: BillHistoryKind): string =>
  nameOf(row.steps.findLast((step) => step.kind === kind)?.by_name ?? null);

/** Who confirmed and approved, and when; nothing where that was taken back. */
const confirmationOf = (row: BillDetail, bill: BillState) => ({
  autoConfirmed: bill.autoConfirmed,
  autoApproved: bill.autoApproved,
  ...present({
    confirmedBy: bill.confirmedBy === null ? null : lastBy(row, 'confirmed'),
    confirmedAt: bill.confirmedAt?.toISOString() ?? null,
    approvedBy: bill.approvedBy === null ? null : lastBy(row, 'approved'),
    approvedAt: bill.approvedAt?.toISOString() ?? null,
  }),
});

const adjustmentsOf = ({ steps, line_adjustments }: BillDetail): Detail['adjustments'] =>
  steps.flatMap(({ step_no, from_fen, amount_fen, reason, by_name, at, feedback_no }) =>
    from_fen === null
      ? []
      : [
          {
            fromAmount: from_fen,
            toAmount: amount_fen,
            reason: nameOf(reason),
            by: nameOf(by_name),
            at: timeOf(at),
            feedbackNo: feedback_no ?? '',
            lines: line_adjustments
              .filter((line) => line.step_no === step_no)
              .map((line) => ({
                lineId: line.line_id,
                loanNo: line.loan_no,
                fromAmount: line.from_fen,
                toAmount: line.to_fen,
              })),
          },
        ],
  );

type Compared = Pick<
  FormerBill,
  'line_count' | 'basis' | 'unit' | 'is_per_line' | 'line_limits' | 'lines_fen' | 'minimum_fen' | 'cap_fen'
>;
const comparedOf = (row: Compared, adjustments: readonly Fen[]): ComparedBill => ({
  lineCount: row.line_count,
  basis: row.basis,
  unit: row.unit,
  isPerLine: row.is_per_line,
  lineLimits: row.line_limits,
  components: { lines: row.lines_fen, minimum: row.minimum_fen, cap: row.cap_fen, adjustments },
});

const comparisonOf = (row: BillDetail, present: ComparedBill): Detail['comparison'] => {
  const { former } = row;
  if (former === null) return null;
  return {
    stageId: former.stage_id,
    stageName: former.stage_name,
    billNo: former.bill_no,
    amount: former.amount_fen,
    parts: [...compareBills(comparedOf(former, [former.adjusted_fen]), present)],
  };
};

/** The versions that made a bill, in words with the numbers of the bill. */
export const rulesOf = ({ rules, basis: basisOfAll }: Pick<BillDetail, 'rules' | 'basis'>): Detail['rules'] =>
  rules.map((rule) => {
    const { rule_id: ruleId, rule_version: version, holds_from: holdsFrom } = rule;
    const { line_count: lineCount, basis, share_fen: amount } = rule;
    const terms = feeTermsOf(rule);
    const share = feeShareText(terms, { lineCount, basis, amount, totalBasis: rule.tier_basis ?? basisOfAll });
    const tiers = tierPartsOf(rule);
    return {
      ruleId,
      version,
      text: feeRuleText({ version, holdsFrom, terms }),
      share,
      lineCount,
      amount,
      ...(tiers === null ? {} : { tiers: [...tiers] }),
    };
  });

const vouchersOf = ({ vouchers }: BillDetail, files: Surroundings['files']): Detail['vouchers'] =>
  vouchers.map((voucher) => ({
    voucherId: voucher.voucher_id,
    paidAt: timeOf(voucher.paid_at),
    ...present({ bankSerial: voucher.bank_serial }),
    sentAt: timeOf(voucher.sent_at),
    by: nameOf(voucher.by_name),
    billNos: voucher.bill_nos,
    ...(voucher.returned_at === null
      ? {}
      : { returned: { reason: nameOf(voucher.returned_reason), at: timeOf(voucher.returned_at) } }),
    files: voucher.file_ids.map((fileId) => ({ fileId, name: files.get(fileId) ?? '已删除的文件' })),
  }));

/** The fields of a list, by the bill as it is now. */
const fieldsOf = (row: BillDetail, record: BillRecord, bill: BillState) => {
  const due = dueOf(bill, record.payDays);
  return {
    billNo: record.billNo,
    direction: record.direction,
    stageId: row.stage_id,
    stageName: row.stage_name,
    projectId: row.project_id,
    projectName: row.project_name,
    productId: row.product_id,
    productName: row.product_name,
    orgId: row.org_id,
    orgName: row.org_name,
    lineCount: row.line_count,
    amount: bill.amount,
    taxAmount: row.tax_fen,
    status: bill.status,
    approval: bill.approval,
    confirmBy: bill.confirmBy.toISOString(),
    dueOn: due.on,
    dueIsExpected: due.isExpected,
    paidAmount: bill.paid,
    inCheck: bill.status === 'confirmed' && row.in_check,
    issuedAt: record.issuedAt.toISOString(),
    ...present({ settledAt: row.settled_at?.toISOString() ?? null }),
    version: record.version,
  };
};

/** A bill as its statement shows it, in the contract's shape (contract 5). @source R10.3 */
export const statementOf = (row: BillDetail, around: Surroundings): Detail => {
  const { now, provider, ownAccount, reader } = around;
  const record = billRecordOf(row);
  const bill = presentBill(record.state, momentOf(record, now));
  const isPayable = record.direction === 'payable';
  const adjustments = adjustmentsOf(row);
  const changes = adjustments.map(({ fromAmount, toAmount }) => differenceOf(toAmount, fromAmount));
  const compared = comparedOf(row, changes);
  const tenant = nameOf(row.tenant_name);
  return {
    ...fieldsOf(row, record, bill),
    basis: row.basis,
    unit: row.unit,
    sums: [...componentSums(compared.components)],
    adjustments,
    timeline: timelineOf({ row, record, ...around }),
    ...confirmationOf(row, bill),
    canApprove: reader.canApprove && bill.approval === 'waiting' && bill.confirmedBy !== reader.userId,
    payer: isPayable ? tenant : provider.name,
    receiver: isPayable ? provider.name : tenant,
    payee: isPayable ? provider.account : null,
    ...present({ paymentCode: row.payment_code }),
    ...(writtenOffOf(bill) > 0 ? { writtenOffAmount: writtenOffOf(bill) } : {}),
    receivingAccount: isPayable ? null : ownAccount,
    taxRate: record.taxRate,
    rules: rulesOf(row),
    comparison: comparisonOf(row, compared),
    ...paymentsOf(row),
    vouchers: vouchersOf(row, around.files),
    digest: around.digest,
  };
};
