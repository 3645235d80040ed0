import type { Output } from '@ronghui/contract';
import { addFen, fen, noFen, yuanText } from '@ronghui/domain/money';
import { uploadOf } from '../operation-call.ts';
import type { BillingBook } from './billing-book.ts';
import { stageCount } from './billing-calendar.ts';
import type { DaysAgo, Event, Stage } from './event.ts';

/** A row of the merchant's own ledger of service fees. */
interface LedgerRow {
  readonly reference: string;
  readonly day: string;
  readonly amount: number;
  readonly counterparty: string;
}

/** The payable lines of a stage, as the merchant's finance reads them in its bills. */
const payableLines = async (stage: Stage, book: BillingBook, of: number): Promise<readonly LedgerRow[]> => {
  const { finance } = stage.cast;
  const rows: LedgerRow[] = [];
  for (const { billNo, direction, orgName } of await book.bills(of)) {
    if (direction !== 'payable') continue;
    let cursor: string | null = null;
    do {
      const part: Output<'bill.lines'> = await finance.call('bill.lines', {
        billNo,
        pageSize: 100,
        ...(cursor !== null && { cursor }),
      });
      for (const { loanNo, occurredOn, amount, adjustedAmount } of part.items)
        rows.push({
          reference: loanNo,
          day: occurredOn,
          amount: adjustedAmount ?? amount ?? noFen,
          counterparty: orgName,
        });
      cursor = part.nextCursor;
    } while (cursor !== null);
  }
  return rows;
};

/** The ledger of somebody who booked most of it alike: some fees are rounded or of another rate, some rows are missing, twice there or of their own. */
const withDifferences = (rows: readonly LedgerRow[]): readonly LedgerRow[] => {
  const booked = rows.flatMap((row, at): LedgerRow[] => {
    if (at % 97 === 40) return [];
    if (at % 61 === 20) return [{ ...row, amount: addFen(fen(row.amount), fen(1200)) }];
    if (at % 149 === 75) return [row, row];
    return [row];
  });
  const [first] = rows;
  const own = [58_800, 126_050].map((amount, at) => ({
    reference: `NB${String(at + 1).padStart(6, '0')}`,
    day: first?.day ?? '',
    amount,
    counterparty: first?.counterparty ?? '',
  }));
  return [...booked, ...own];
};

const fileOf = (rows: readonly LedgerRow[]): Buffer =>
  Buffer.from(
    [
      '业务编号,记账日期,服务费（元）,对方机构',
      ...rows.map(({ reference, day, amount, counterparty }) =>
        [reference, day, yuanText(fen(amount), { grouping: false }), counterparty].join(','),
      ),
    ].join('\r\n'),
  );

/** The finance of the merchant uploads its ledger of a stage and starts a run, which is matched once the server runs. */
const reconcile = async (
  stage: Stage,
  book: BillingBook,
  { of, ledger = (rows) => rows }: { of: number; ledger?: (rows: readonly LedgerRow[]) => readonly LedgerRow[] },
): Promise<void> => {
  const { finance } = stage.cast;
  const bytes = fileOf(ledger(await payableLines(stage, book, of)));
  const { facts, upload } = uploadOf(`服务费台账 ${book.days.opensOn(of).slice(0, 7)}.csv`, bytes);
  const { ledgerId } = await finance.call('recon.upload', facts, upload);
  const { mapping } = await finance.call('recon.preview', { ledgerId });
  await finance.call('recon.start', {
    ledgerId,
    stageId: book.stageId(of),
    side: 'fee',
    direction: 'payable',
    mapping,
  });
};

/** Two stages reconciled with the merchant's own ledger: one that ties out, and one with differences of every kind (R13). */
export const ledgerEvents = (stage: Stage, book: BillingBook, ago: DaysAgo): readonly Event[] => [
  { at: ago(1, '19:20'), happens: () => reconcile(stage, book, { of: stageCount - 3 }) },
  { at: ago(1, '19:40'), happens: () => reconcile(stage, book, { of: stageCount - 2, ledger: withDifferences }) },
];
