import type { accountMonthOperations } from '@ronghui/contract';
import { daysOfMonth, isMonth, lineNoteFault, lineNoteNames, mayBeKind } from '@ronghui/domain/bank-line/account-month';
import { dayOf } from '@ronghui/domain/calendar';
import { rmbText } from '@ronghui/domain/money';
import { findReceipt, lockReceipts, restoreUnapplied, takeBackUnapplied } from '#features/receipt/receipt.steps';
import { listStaffHolding } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { accountOf } from '../own-account.ts';
import { lockAccount } from '../statement.sql.ts';
import {
  findClosedMonth,
  findNextOpening,
  holdReceipts,
  insertMonth,
  listMonths,
  type MonthOf,
} from './account-month.sql.ts';
import { digestOfMonth, isReady, readMonth, readOpenMonth } from './account-month.ts';
import { findNotedLine, insertNote, type NotedLine, takeNoteBack } from './line-note.sql.ts';

const wrongMonth = wrongField('month', '没有这个月份');

const monthOfAccount = ({ ownAccount, month }: { readonly ownAccount: string; readonly month: string }): MonthOf => ({
  ownAccount: accountOf(ownAccount),
  month,
  ...daysOfMonth(month),
});

/** A line, its account locked against other notes and the end of its month. */
const lockLine = async (tx: Tx, lineNo: number): Promise<NotedLine | undefined> => {
  const line = await findNotedLine(tx, lineNo);
  if (line === undefined) return undefined;
  await lockAccount(tx, line.own_account);
  return findNotedLine(tx, lineNo);
};

/** The receipt of a line that came in, locked: of nobody known, with unapplied money; undefined where it is otherwise. */
const lockUnknown = async (tx: Tx, receiptNo: string) => {
  await lockReceipts(tx, [receiptNo]);
  const receipt = await findReceipt(tx, receiptNo);
  return receipt === undefined || receipt.tenant_id !== null || receipt.unapplied_fen === 0 ? undefined : receipt;
};

/** The month's end of accounts of ours (R15.2, receipts 2.6). */
export const accountMonthHandlers: HandlersFor<typeof accountMonthOperations> = {
  'ops.bankLine.months': async ({ ownAccount }, { db, now }) => {
    const rows = await listMonths(db, accountOf(ownAccount), dayOf(now));
    return { items: rows.map(({ month, is_closed }) => ({ month, isClosed: is_closed })) };
  },

  'ops.bankLine.month': async (asked, { snapshot, now, staffId, fail }) => {
    if (!isMonth(asked.month)) return fail('invalid', wrongMonth);
    const view = await snapshot();
    try {
      return await readMonth(view.db, monthOfAccount(asked), { staffId, today: dayOf(now) });
    } finally {
      await view.close();
    }
  },

  'ops.bankLine.colleagues': async (_, { db }) => ({ items: await listStaffHolding(db, 'ops.receipt.write') }),

  'ops.bankLine.explain': async (
    { lineNo, kind, note: typed = '', ownerId, ...rest },
    { transact, staffId, fail, audit },
  ) => {
    allTaken(rest);
    const note = typed.trim();
    const fault = lineNoteFault({ kind, note, hasOwner: ownerId !== undefined });
    if (fault !== null) return fail('invalid', wrongField(fault.path, fault.text));
    return transact(async (tx) => {
      const line = await lockLine(tx, lineNo);
      if (line === undefined) return fail('notFound');
      if (line.is_closed) return fail('closed');
      if (!mayBeKind(kind, line.amount_fen > 0 ? 'in' : 'out'))
        return fail('invalid', wrongField('kind', `这一行流水不能是${lineNoteNames[kind]}`));
      if (line.kind !== null) return fail('notAllowed');
      if (ownerId !== undefined) {
        const colleagues = await listStaffHolding(tx, 'ops.receipt.write');
        if (!colleagues.some((each) => each.staffId === ownerId))
          return fail('invalid', wrongField('ownerId', '没有这位同事'));
      }
      if (line.amount_fen > 0) {
        const receipt = await lockUnknown(tx, line.receipt_no ?? '');
        if (receipt === undefined) return fail('notAllowed');
        if (kind !== 'carried') {
          // What is no merchant's money is no receipt: all of it or nothing.
          if (receipt.unapplied_fen !== line.amount_fen) return fail('notAllowed');
          const reason = `不是商户的款项：${lineNoteNames[kind]}`;
          await takeBackUnapplied(tx, receipt.receipt_no, { amount: line.amount_fen, reason, staffId });
        }
      }
      await insertNote(tx, { lineNo, kind, note: note === '' ? null : note, ownerId: ownerId ?? null, staffId });
      audit({
        object: String(lineNo),
        after: { kind, amount: line.amount_fen, ...(note === '' ? {} : { reason: note }) },
      });
      return {};
    });
  },

  'ops.bankLine.dropExplanation': async ({ lineNo, ...rest }, { transact, staffId, fail, audit }) => {
    allTaken(rest);
    return transact(async (tx) => {
      const line = await lockLine(tx, lineNo);
      if (line === undefined || line.note_no === null) return fail('notFound');
      if (line.is_closed) return fail('closed');
      if (line.amount_fen > 0 && line.kind !== 'carried')
        await restoreUnapplied(tx, line.receipt_no ?? '', line.amount_fen);
      await takeNoteBack(tx, line.note_no, staffId);
      audit({ object: String(lineNo), before: { kind: line.kind, amount: line.amount_fen } });
      return {};
    });
  },

  'ops.bankLine.closeMonth': async ({ closingAmount: stated, ...asked }, { transact, now, staffId, fail, audit }) => {
    if (!isMonth(asked.month)) return fail('invalid', wrongMonth);
    const of = monthOfAccount(asked);
    return transact(async (tx) => {
      await lockAccount(tx, of.ownAccount);
      if ((await findClosedMonth(tx, of)) !== undefined) return fail('closed');
      // Who applies money of it meanwhile comes before or after.
      await holdReceipts(tx, of);
      const { shown, sums, parts, opening, closing } = await readOpenMonth(tx, of, { staffId, today: dayOf(now) });
      if (!isReady(shown) || opening === null || closing === null) return fail('notReady');
      if (((await findNextOpening(tx, of)) ?? closing) !== closing) return fail('notReady');
      if (shown.isOwn) return fail('sameStaff');
      if (closing !== stated)
        return fail('invalid', wrongField('closingAmount', `按流水期末是 ${rmbText(closing)}，与银行不同`));
      const sha256 = digestOfMonth({ ...of, opening, closing, sums, parts });
      await insertMonth(tx, { ...of, opening, closing, sums, parts, sha256, staffId, at: now });
      audit({
        object: `${of.ownAccount} ${of.month}`,
        after: {
          openingAmount: opening,
          closingAmount: closing,
          inAmount: sums.in_fen,
          outAmount: sums.out_fen,
          sha256,
        },
      });
      return { closedAt: now.toISOString(), sha256 };
    });
  },
};
