import type { bankLineOperations, Input, Output } from '@ronghui/contract';
import type { KeyedLine, RefusedLine } from '@ronghui/domain/bank-line';
import { monthOf } from '@ronghui/domain/bank-line/account-month';
import { dayOf } from '@ronghui/domain/calendar';
import { lockSerials } from '#features/bill/bill.steps';
import { checkTable, type UsedTable, withTable } from '#features/file/file.steps';
import { confirmReceipts, insertBankReceipts } from '#features/receipt/receipt.steps';
import { keptSite } from '#features/site/site.reads';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { allowMinutes, type Db, type Tx } from '#kernel/database/db';
import { rowChoicesOf, sheetOf } from '#kernel/files/row-choices';
import { insertLines } from './bank-line.sql.ts';
import { bankMappingOf } from './mapping-of.ts';
import { listClosedOf } from './month/line-note.sql.ts';
import { accountOf } from './own-account.ts';
import { insertStatement, isKnownAccount, listMappings, lockAccount } from './statement.sql.ts';
import { type ComparedFile, comparedFile } from './statement-look.ts';
import { statementPreviewOf } from './statement-preview.ts';
import { previewStatement, readStatement } from './statement-reading.ts';
import { matchReceipts } from './statement-receipts.ts';

type Importing = HandlerContext<(typeof bankLineOperations)['ops.bankLine.import']>;
type Previewing = HandlerContext<(typeof bankLineOperations)['ops.bankLine.preview']>;
type Asked = Input<'ops.bankLine.preview'>;

/** Some banks print an account with stars: one digest would be that of many payers. */
const isUnmasked = (account: string | null): account is string => /^[0-9A-Z]{6,}$/i.test(account ?? '');

const mostShown = 50;
const minutes = 5;

/** The account that merchants pay to; undefined where there is none. */
export const payeeAccount = async (db: Db, ports: Previewing['ports']): Promise<string | undefined> => {
  const { settings } = await keptSite(db, ports);
  const account = accountOf(settings.payee?.accountNo ?? '');
  return account === '' ? undefined : account;
};

/** Refuses an account that is none of ours. */
const ownAccountOf = async (
  typed: string,
  { db, ports, fail }: Pick<Previewing, 'db' | 'ports'> & { readonly fail: Previewing['fail'] },
): Promise<string> => {
  const account = accountOf(typed);
  if (account === (await payeeAccount(db, ports)) || (await isKnownAccount(db, account))) return account;
  return fail('invalid', wrongField('ownAccount', '不是我方的收款账户'));
};

const shownRefused = (refused: readonly RefusedLine[]) => ({
  refused: refused.slice(0, mostShown).map(({ rowNo, reason }) => ({ row: rowNo, reason: reason.slice(0, 200) })),
  refusedRows: refused.length,
});

const sourceOf = ({ path, kind, encoding }: UsedTable, choices: Asked['choices']) => ({
  path,
  kind,
  encoding,
  ...sheetOf(choices),
});

const incomingOf = (lines: readonly KeyedLine[]): readonly KeyedLine[] => lines.filter(({ amount }) => amount > 0);

/** Lines that no earlier file had, of months that are closed: a closed month gets none. @source receipts 2.6 */
const closedLines = async (
  tx: Tx,
  fresh: readonly KeyedLine[],
  ownAccount: string,
): Promise<readonly RefusedLine[]> => {
  const months = [...new Set(fresh.map(({ occurredOn }) => monthOf(occurredOn)))];
  const closed = await listClosedOf(tx, ownAccount, months);
  return fresh.flatMap(({ rowNo, occurredOn }) => {
    const month = monthOf(occurredOn);
    return closed.has(month) ? [{ rowNo, reason: `${month} 已月结，不能再加流水` }] : [];
  });
};

/** What of the file is to be compared, its lines locked against other imports of the account and payments of their serials. */
const compareLocked = async (
  tx: Tx,
  rows: Parameters<typeof comparedFile>[1],
  terms: Parameters<typeof comparedFile>[2],
): Promise<{ readonly compared: ComparedFile; readonly confirmed: ReadonlyMap<string, string> } | undefined> => {
  await lockAccount(tx, terms.ownAccount);
  const compared = await comparedFile(tx, rows, terms);
  if (compared === undefined) return undefined;
  const refusedRows = new Set(compared.refused.map(({ rowNo }) => rowNo));
  const incoming = incomingOf(compared.fresh).filter(({ rowNo }) => !refusedRows.has(rowNo));
  await lockSerials(
    tx,
    incoming.flatMap(({ serial }) => serial ?? []),
  );
  const { confirmed, refused } = await matchReceipts(tx, incoming, terms.ownAccount);
  const closed = await closedLines(tx, compared.fresh, terms.ownAccount);
  return { compared: { ...compared, refused: [...compared.refused, ...refused, ...closed] }, confirmed };
};

const fileOf = ({ file, fresh }: ComparedFile, confirmed: ReadonlyMap<string, string>) => ({
  ...file,
  confirmed: confirmed.size,
  receipts: incomingOf(fresh).length - confirmed.size,
});

/** Looks through a statement, and at what its import would do; nothing is stored. @source receipts 2.1 */
export const previewOfStatement = async (
  { name, size, ownAccount: typed, mapping, choices, isFiltered = false }: Asked,
  context: Previewing,
): Promise<Output<'ops.bankLine.preview'>> => {
  const { db, transact, ports } = context;
  checkTable({ name, size }, context);
  const ownAccount = await ownAccountOf(typed, context);
  return withTable(name, context, async (table) => {
    const source = sourceOf(table, choices);
    const rowChoices = rowChoicesOf(choices);
    const piece = await previewStatement({
      source,
      given: mapping && bankMappingOf(mapping),
      earlier: mapping === undefined ? await listMappings(db, ownAccount) : [],
      choices: rowChoices,
    });
    const preview = statementPreviewOf(piece);
    if (piece.plan.fault !== null) return { ...preview, ...shownRefused([]) };
    const rows = await readStatement({ source, mapping: piece.plan.mapping, choices: rowChoices });
    const terms = { ownAccount, isFiltered, leavesOut: rowChoices.leaveOutFaulty > 0, today: dayOf(ports.clock.now()) };
    const seen = await transact((tx) => compareLocked(tx, rows, terms));
    if (seen === undefined) return { ...preview, ...shownRefused([]) };
    return { ...preview, file: fileOf(seen.compared, seen.confirmed), ...shownRefused(seen.compared.refused) };
  });
};

/** Stores the fresh lines of a file with the receipts of those that came in; returns the number of the statement. */
const storeFile = async (
  tx: Tx,
  { fresh }: ComparedFile,
  {
    confirmed,
    statement,
    ports,
  }: {
    readonly confirmed: ReadonlyMap<string, string>;
    readonly statement: Parameters<typeof insertStatement>[1];
    readonly ports: Importing['ports'];
  },
): Promise<string> => {
  const { ownAccount, staffId } = statement;
  const moneyOf = (line: KeyedLine) => ({
    on: line.occurredOn,
    time: line.time,
    amount: line.amount,
    serial: line.serial,
    payerName: line.counterparty,
    payerBank: line.counterpartyBank,
    remark: line.remark,
  });
  const incoming = incomingOf(fresh);
  const others = incoming.filter(({ key }) => !confirmed.has(key));
  await confirmReceipts(
    tx,
    incoming.flatMap((line) => {
      const receiptNo = confirmed.get(line.key);
      return receiptNo === undefined ? [] : [{ ...moneyOf(line), receiptNo }];
    }),
    { ownAccount, staffId },
  );
  const made = await insertBankReceipts(tx, others.map(moneyOf), { ownAccount, staffId });
  const receiptOf = new Map([...confirmed, ...others.map(({ key }, at) => [key, made[at] ?? ''] as const)]);
  const statementNo = await insertStatement(tx, statement);
  const lines = fresh.map((line) => {
    const { counterparty, counterpartyAccount: account, counterpartyBank, remark } = line;
    const details = { counterparty, counterpartyAccount: account, counterpartyBank, remark };
    const hasDetails = Object.values(details).some((text) => text !== null);
    return {
      ...line,
      payerDigest: line.amount > 0 && isUnmasked(account) ? ports.digests.of('bankAccount', account) : null,
      detailsSealed: hasDetails ? ports.vault.seal(JSON.stringify(details)) : null,
      receiptNo: receiptOf.get(line.key) ?? null,
    };
  });
  await insertLines(tx, lines, { statementNo, ownAccount });
  return statementNo;
};

/**
 * Imports a statement: all of its new lines, or none where a row contradicts what is known. A line that came in confirms the receipt that staff registered of
 * it, or is one. A file that was imported before adds nothing.
 *
 * @source receipts 1.3, receipts 2.1, receipts 2.2
 */
export const importStatement = async (
  { name, size, sha256, ownAccount: typed, mapping, choices, isFiltered = false }: Input<'ops.bankLine.import'>,
  context: Importing,
): Promise<Output<'ops.bankLine.import'>> => {
  const { transact, ports, staffId, audit, fail } = context;
  checkTable({ name, size }, context);
  const ownAccount = await ownAccountOf(typed, context);
  return withTable(name, context, async (table) => {
    const terms = { mapping: bankMappingOf(mapping), choices: rowChoicesOf(choices) };
    const rows = await readStatement({ source: sourceOf(table, choices), ...terms });
    return transact(async (tx) => {
      allowMinutes(tx, minutes);
      const leavesOut = terms.choices.leaveOutFaulty > 0;
      const seen = await compareLocked(tx, rows, {
        ownAccount,
        isFiltered,
        leavesOut,
        today: dayOf(ports.clock.now()),
      });
      if (seen === undefined) return fail('invalid', wrongField('file', '文件里没有可以导入的流水'));
      const { compared, confirmed } = seen;
      if (compared.refused.length > 0) return fail('refused', shownRefused(compared.refused));
      const file = fileOf(compared, confirmed);
      if (compared.fresh.length === 0) return file;
      const { openingAmount: opening = null, closingAmount: closing = null, ...of } = file;
      const statement = { ...of, ownAccount, name: table.name, sha256, size, mapping, opening, closing, staffId };
      const statementNo = await storeFile(tx, compared, { confirmed, statement, ports });
      const { added, confirmed: confirms, receipts, inAmount, outAmount } = file;
      audit({ object: statementNo, after: { sha256, added, confirmed: confirms, receipts, inAmount, outAmount } });
      return { statementNo, ...file };
    });
  });
};
