import type { bankLineOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import { findDetails, type LineRow, listLines } from './bank-line.sql.ts';
import { lineMatchHandlers } from './match.handlers.ts';
import { accountMonthHandlers } from './month/account-month.handlers.ts';
import { accountOf } from './own-account.ts';
import { listAccounts, listStatements } from './statement.sql.ts';
import { importStatement, payeeAccount, previewOfStatement } from './statement-import.ts';

/** What a line seals. */
type Details = Readonly<Record<'counterparty' | 'counterpartyAccount' | 'counterpartyBank' | 'remark', string | null>>;

/** What staff say that a line is; nothing where they say nothing. */
const noteOf = ({ note_kind: kind, note, note_owner, note_by, note_at }: LineRow) =>
  kind === null || note_at === null
    ? {}
    : {
        note: {
          kind,
          ...(note === null ? {} : { text: note }),
          ...(note_owner === null ? {} : { owner: note_owner }),
          by: note_by ?? '',
          at: note_at.toISOString(),
        },
      };

/** Lines of the bank's statements: brought as files, listed, and what is sealed of them shown (R15, receipts 2.1, 2.2). */
export const bankLineHandlers: HandlersFor<typeof bankLineOperations> = {
  ...lineMatchHandlers,
  ...accountMonthHandlers,
  'ops.bankLine.preview': previewOfStatement,
  'ops.bankLine.import': importStatement,

  'ops.bankLine.accounts': async (_, { db, ports }) => {
    const [payee, known] = await Promise.all([payeeAccount(db, ports), listAccounts(db)]);
    const items = known.map(({ own_account, last_on }) => ({
      ownAccount: own_account,
      isPayee: own_account === payee,
      lastOn: last_on,
    }));
    const isNew = payee !== undefined && !items.some(({ isPayee }) => isPayee);
    return { items: isNew ? [{ ownAccount: payee, isPayee: true }, ...items] : items };
  },

  'ops.bankLine.statements': async ({ ownAccount, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const account = ownAccount === undefined ? undefined : accountOf(ownAccount);
    const part = await listStatements(db, { ownAccount: account, listing });
    const items = part.rows.slice(0, listing.pageSize).map((row) => ({
      statementNo: row.statement_no,
      ownAccount: row.own_account,
      name: row.name,
      sha256: row.sha256,
      order: row.line_order,
      ...(row.opening_fen === null ? {} : { openingAmount: row.opening_fen }),
      ...(row.closing_fen === null ? {} : { closingAmount: row.closing_fen }),
      firstOn: row.first_on,
      lastOn: row.last_on,
      lines: row.line_count,
      added: row.added_count,
      inAmount: row.in_fen,
      outAmount: row.out_fen,
      importedBy: row.imported_by,
      importedAt: row.imported_at.toISOString(),
    }));
    return {
      items,
      ...pageFrame(listing, part, ({ imported_at, statement_no }) => ({ at: imported_at, key: statement_no })),
    };
  },

  'ops.bankLine.list': async ({ ownAccount, direction, from, to, isOpen, ...input }, { db, ports, fail }) => {
    if (from !== undefined && to !== undefined && from > to)
      return fail('invalid', wrongField('to', '结束日期不能早于开始日期'));
    const listing = listingOf(input, ports.limits);
    const part = await listLines(db, {
      filter: { ownAccount: accountOf(ownAccount), direction, from, to, isOpen },
      listing,
    });
    const items = part.rows.slice(0, listing.pageSize).map((row) => ({
      lineNo: row.line_no,
      bookedOn: row.booked_on,
      ...(row.booked_time === null ? {} : { bookedTime: row.booked_time }),
      amount: row.amount_fen,
      ...(row.balance_fen === null ? {} : { balanceAmount: row.balance_fen }),
      ...(row.serial === null ? {} : { serial: row.serial }),
      ...(row.receipt_no === null ? {} : { receiptNo: row.receipt_no }),
      ...(row.unapplied_fen === null ? {} : { unappliedAmount: row.unapplied_fen }),
      ...(row.tenant_name === null ? {} : { tenantName: row.tenant_name }),
      isOpen: row.is_open,
      ...noteOf(row),
    }));
    return {
      items,
      ...pageFrame(listing, part, ({ booked_on, line_no }) => ({
        at: new Date(`${booked_on}T00:00:00Z`),
        key: String(line_no),
      })),
    };
  },

  'ops.bankLine.reveal': async ({ lineNo }, { db, ports, fail, audit }) => {
    const sealed = await findDetails(db, lineNo);
    if (sealed === undefined) return fail('notFound');
    audit({ object: String(lineNo) });
    if (sealed === null) return {};
    // Only an import seals it.
    const details = JSON.parse(ports.vault.open(sealed)) as Details;
    const { counterparty, counterpartyAccount, counterpartyBank, remark } = details;
    return {
      ...(counterparty === null ? {} : { counterparty }),
      ...(counterpartyAccount === null ? {} : { counterpartyAccount }),
      ...(counterpartyBank === null ? {} : { counterpartyBank }),
      ...(remark === null ? {} : { remark }),
    };
  },
};
