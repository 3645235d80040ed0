import type { lineMatchOperations } from '@ronghui/contract';
import {
  confirmReceipts,
  deleteMatch,
  findMatched,
  findReceipt,
  hasPaymentOfSerial,
  insertMatch,
  lockReceipts,
  type ReceiptRow,
  takeBackUnapplied,
} from '#features/receipt/receipt.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { moveLine } from './bank-line.sql.ts';
import { isClosedLine, isExplainedLine } from './month/line-note.sql.ts';
import { lockAccount } from './statement.sql.ts';

/** Two receipts, held; before them the account of the line, as an explanation of it and the end of its month do. */
const lockBoth = async (tx: Tx, one: string, other: string, ofLine: string) => {
  const { own_account: ownAccount = null } = (await findReceipt(tx, ofLine)) ?? {};
  if (ownAccount !== null) await lockAccount(tx, ownAccount);
  await lockReceipts(tx, [one, other]);
  return Promise.all([findReceipt(tx, one), findReceipt(tx, other)]);
};

/** Whether nothing of a line's receipt went anywhere yet. */
const isUntouchedLine = ({ source, is_confirmed, unapplied_fen, amount_fen }: ReceiptRow): boolean =>
  source === 'bank' && is_confirmed && unapplied_fen === amount_fen && amount_fen > 0;

/** Whether a receipt may be the money of that line: registered without a serial, of its amount, and on its account as far as one was stated. */
const mayBe = (registered: ReceiptRow, line: ReceiptRow): boolean =>
  registered.source === 'hand' &&
  !registered.is_confirmed &&
  registered.serial === null &&
  registered.amount_fen === line.amount_fen &&
  (registered.own_account === null || registered.own_account === line.own_account);

/** The line of a bank and the money that staff registered before it are one receipt (receipts 1.3). */
export const lineMatchHandlers: HandlersFor<typeof lineMatchOperations> = {
  'ops.bankLine.match': async ({ receiptNo, version, registeredNo, ...rest }, { transact, staffId, fail, audit }) => {
    allTaken(rest);
    return transact(async (tx) => {
      const [line, registered] = await lockBoth(tx, receiptNo, registeredNo, receiptNo);
      if (line === undefined || registered === undefined) return fail('notFound');
      if (line.version !== version) return fail('changed');
      if (!isUntouchedLine(line) || !mayBe(registered, line) || (await isClosedLine(tx, receiptNo)))
        return fail('notAllowed');
      const { amount_fen: amount, received_on: on, received_time: time, payer_name: payerName } = line;
      const { payer_bank: payerBank, remark, own_account: ownAccount } = line;
      await insertMatch(tx, { receiptNo, registeredNo, serial: line.serial }, staffId);
      await moveLine(tx, { from: receiptNo, to: registeredNo });
      await takeBackUnapplied(tx, receiptNo, { amount, reason: `与收款 ${registeredNo} 认作一笔`, staffId });
      const money = { receiptNo: registeredNo, on, time, amount, serial: line.serial, payerName, payerBank, remark };
      await confirmReceipts(tx, [money], { ownAccount: ownAccount ?? '', staffId });
      const { tenant_id: tenantId } = registered;
      audit({
        object: registeredNo,
        ...(tenantId === null ? {} : { tenantId }),
        after: { amount, lineReceiptNo: receiptNo },
      });
      return { receiptNo: registeredNo, version: registered.version + 1 };
    });
  },

  'ops.bankLine.unmatch': async (
    { receiptNo: registeredNo, version, reason: typed, ...rest },
    { transact, fail, audit },
  ) => {
    allTaken(rest);
    const reason = typed.trim();
    if (reason === '') return fail('invalid', wrongField('reason', '请填写撤销的原因'));
    return transact(async (tx) => {
      const known = await findMatched(tx, registeredNo);
      const bankNo = known?.bank_receipt_no ?? registeredNo;
      const [registered] = await lockBoth(tx, registeredNo, bankNo, bankNo);
      if (registered === undefined) return fail('notFound');
      if (registered.version !== version) return fail('changed');
      if (known === undefined || (await hasPaymentOfSerial(tx, registeredNo))) return fail('notAllowed');
      if ((await isClosedLine(tx, registeredNo)) || (await isExplainedLine(tx, registeredNo)))
        return fail('notAllowed');
      const { bank_receipt_no: receiptNo, amount_fen: amount } = known;
      await moveLine(tx, { from: registeredNo, to: receiptNo });
      await deleteMatch(tx, registeredNo);
      const { tenant_id: tenantId } = registered;
      audit({
        object: registeredNo,
        ...(tenantId === null ? {} : { tenantId }),
        before: { amount, lineReceiptNo: receiptNo },
        after: { reason },
      });
      return { receiptNo: registeredNo, version: version + 1 };
    });
  },
};
