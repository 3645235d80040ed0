import type { Input, Output, receiptOperations } from '@ronghui/contract';
import { rmbText } from '@ronghui/domain/money';
import { moveMoney, type ReceiptMoney } from '@ronghui/domain/receipt/receipt-money';
import type { BillRecord } from '#features/bill/bill.reads';
import { lockBills, payOfReceived, type ReceivedOutcome } from '#features/bill/bill.steps';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { lockReceipt, type ReceiptRow } from './receipt.sql.ts';
import { insertApplications } from './registered.sql.ts';

type Asked = Omit<Input<'ops.receipt.apply'>, 'idempotencyKey'>;
type Context = HandlerContext<(typeof receiptOperations)['ops.receipt.apply']>;
type Refused = Extract<ReceivedOutcome, { readonly ok: false }>;
type Wrong = ReturnType<typeof wrongField>;

const moneyOf = (row: ReceiptRow): ReceiptMoney => ({
  amount: row.amount_fen,
  applied: row.applied_fen,
  refunding: row.refunding_fen,
  refunded: row.refunded_fen,
  unapplied: row.unapplied_fen,
});

/** Why a part pays nothing of its bill. */
const refusedText = ({ reason, open }: Refused): string => {
  switch (reason) {
    case 'overpaid':
      return `账单未付只有 ${rmbText(open)}`;
    case 'waitingApproval':
      return '账单还在等商户复核，复核之后才能认款';
    case 'notConfirmed':
      return '账单已结清，或还没有确认，不能认款';
    case 'notPositive':
      return '请填写大于零的金额';
    case 'wrongDay':
    case 'inFuture':
    case 'serialMissing':
      return '这笔收款的到账日或流水号有误，不能认款';
  }
};

type Part = { readonly bill: BillRecord; readonly amount: Asked['parts'][number]['amount'] };

/** The parts with their bills: payable ones of one merchant, each once; or the field of the first that is none. */
const partsOf = (
  asked: Asked['parts'],
  bills: ReadonlyMap<string, BillRecord>,
  owner: string | null,
): { readonly parts: readonly Part[] } | { readonly wrong: Wrong } => {
  const parts: Part[] = [];
  for (const [at, { billNo, amount }] of asked.entries()) {
    const bill = bills.get(billNo);
    const wrong = (text: string) => ({ wrong: wrongField(`parts.${at}.billNo`, text) });
    if (bill === undefined) return wrong('没有这张账单');
    if (bill.direction !== 'payable') return wrong('这是付给商户的账单，不能认款');
    if (parts.some((part) => part.bill === bill)) return wrong('同一张账单只填一次');
    if (bill.tenantId !== (owner ?? parts[0]?.bill.tenantId ?? bill.tenantId))
      return wrong(owner === null ? '与第一张账单不是同一商户' : '不是这位商户的账单');
    parts.push({ bill, amount });
  }
  return { parts };
};

/**
 * Applies unapplied money of a receipt to bills of one merchant, in parts, all of them or none: each is a payment step of its bill. What is more than
 * unapplied, or more than is open of a bill, is refused at its field. Money of nobody is that merchant's from then on.
 *
 * @source R15.3, receipts 1.2, receipts 2.5
 */
export const applyReceipt = async (
  { receiptNo, version, parts: asked }: Asked,
  { transact, ports, author, staffId, fail }: Context,
): Promise<Output<'ops.receipt.apply'>> =>
  transact(async (tx) => {
    // The bills before the receipt, in the order in which every payment locks them.
    const bills = await lockBills(tx, { tenantId: null, billNos: asked.map(({ billNo }) => billNo) });
    const row = await lockReceipt(tx, receiptNo);
    if (row === undefined) return fail('notFound');
    if (row.version !== version) return fail('changed');
    const read = partsOf(asked, bills, row.tenant_id);
    if ('wrong' in read) return fail('invalid', read.wrong);
    const { parts } = read;
    const tenantId = parts[0]?.bill.tenantId ?? '';
    let money = moneyOf(row);
    for (const [at, { amount }] of parts.entries()) {
      const moved = moveMoney(money, 'apply', amount);
      if (!moved.ok) return fail('invalid', wrongField(`parts.${at}.amount`, `未认款只剩 ${rmbText(money.unapplied)}`));
      ({ money } = moved);
    }
    const outcome = await payOfReceived(
      tx,
      // A receipt without the bank's serial is known by its own number.
      { parts, on: row.received_on, serial: row.serial ?? receiptNo },
      {
        author,
        staffId,
        now: ports.clock.now(),
        place: (payments) => insertApplications(tx, receiptNo, { tenantId, payments }),
      },
    );
    if (!outcome.ok) return fail('invalid', wrongField(`parts.${outcome.at}.amount`, refusedText(outcome)));
    // The events of the bills stand beside it, so that it has to be recorded by itself.
    author.record(tx, {
      event: 'ops.receipt.apply',
      object: receiptNo,
      tenantId,
      before: { unappliedAmount: row.unapplied_fen },
      after: { unappliedAmount: money.unapplied, billNos: parts.map(({ bill }) => bill.billNo) },
    });
    const results = outcome.paid.map(({ billNo, outcome: became, remaining }) => ({
      billNo,
      outcome: became,
      remainingAmount: remaining,
    }));
    return { version: version + 1, unappliedAmount: money.unapplied, results };
  });
