import type { Input, Output } from '@ronghui/contract';
import { ageBands, cameIn, closingOf, postingKinds } from '@ronghui/domain/account-statement';
import { dayOf, endOfDay } from '@ronghui/domain/calendar';
import { addSums, type FenSum, noFen } from '@ronghui/domain/money';
import { instantOn } from '@ronghui/domain/shanghai';
import type { Db, Snapshot } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import type { Limits } from '#kernel/ports';
import {
  digestPostings,
  listPostings,
  type PostingRow,
  type Span,
  type StatementSum,
  sumBefore,
  sumStatement,
  sumUnappliedSpan,
} from './account-statement.sql.ts';
import { digestOfStatement } from './statement-digest.ts';

type Sums = Output<'accountStatement.sum'>;
type Posting = Output<'accountStatement.page'>['items'][number];
/** The days of a statement; of what there was at a moment, where one is given. */
export type StatementDays = Pick<Sums, 'from' | 'to'> & { readonly until?: Date };

/** A step is of the moment at which its transaction began, and the longest takes minutes. @unit ms */
const latestCommitMs = 30 * 60_000;

/** The moments of a span. */
export const spanOf = ({ from, to, until }: StatementDays): Span => {
  const end = endOfDay(to);
  return {
    from: instantOn(from),
    before: until === undefined || until >= end ? end : new Date(until.getTime() + 1),
    to,
  };
};

const sideOf = (sums: readonly StatementSum[], direction: StatementSum['direction']): Sums['payable'] => {
  const own = sums.filter((sum) => sum.direction === direction);
  const opening = addSums(own.flatMap(({ part, amount }) => (part === 'opening' ? [amount] : [])));
  const flows = postingKinds.flatMap((kind) =>
    own.flatMap((sum) =>
      sum.part === 'flow' && sum.kind === kind ? [{ kind, count: sum.count, amount: sum.amount }] : [],
    ),
  );
  const ages = ageBands.map((band) => {
    const sum = own.find((each) => each.part === 'age' && each.kind === band);
    return { band, count: sum?.count ?? 0, amount: sum?.amount ?? noFen };
  });
  const open = (kind: 'pending' | 'disputed') =>
    own.find((each) => each.part === 'open' && each.kind === kind)?.amount ?? noFen;
  return {
    openingAmount: opening,
    flows,
    closingAmount: closingOf(opening, flows),
    ages,
    pendingAmount: open('pending'),
    disputedAmount: open('disputed'),
  };
};

/** The sums of a merchant's statement for a span of days, read from a snapshot, so that they are of one moment. @source receipts 3.1 */
export const readSums = async (
  { db }: Pick<Snapshot, 'db'>,
  tenantId: string,
  days: StatementDays,
  now: Date,
): Promise<Sums> => {
  const span = spanOf(days);
  const sums = await sumStatement(db, tenantId, span);
  const unapplied = await sumUnappliedSpan(db, tenantId, span);
  const { postings, sha256 } = await digestPostings(db, tenantId, span);
  const read = {
    from: days.from,
    to: days.to,
    payable: sideOf(sums, 'payable'),
    receivable: sideOf(sums, 'receivable'),
    unapplied: {
      openingAmount: unapplied.opening,
      inAmount: cameIn(unapplied),
      appliedAmount: unapplied.applied,
      refundedAmount: unapplied.refunded,
      closingAmount: unapplied.closing,
      inCheckAmount: unapplied.in_check,
    },
    postings,
  };
  const isFinal = span.before.getTime() + latestCommitMs <= now.getTime();
  return { ...read, isFinal, sha256: digestOfStatement(tenantId, read, sha256) };
};

const postingOf = (row: PostingRow, balance: FenSum): Posting => ({
  day: dayOf(row.at),
  at: row.at.toISOString(),
  kind: row.kind,
  itemKind: row.item_kind,
  itemNo: row.item_no,
  title: row.title,
  amount: row.amount_fen,
  balanceAmount: balance,
  ...(row.value_on === null ? {} : { valueOn: row.value_on }),
  ...(row.serial === null ? {} : { serial: row.serial }),
  ...(row.receipt_no === null ? {} : { receiptNo: row.receipt_no }),
  ...(row.bill_status === null ? {} : { billStatus: row.bill_status }),
});

/** A page of the postings of a merchant's statement, each with the balance after it. @source receipts 3.1 */
export const readPostings = async (
  db: Db,
  tenantId: string,
  asked: Input<'accountStatement.page'> & { readonly limits: Pick<Limits, 'pageSizeMax'> },
): Promise<Output<'accountStatement.page'>> => {
  const { from, to, direction, limits, ...part } = asked;
  const listing = listingOf(part, limits);
  const read = await listPostings(db, tenantId, { span: spanOf({ from, to }), direction, listing });
  const rows = read.rows.slice(0, listing.pageSize);
  const [first] = rows;
  let balance =
    first === undefined ? noFen : await sumBefore(db, tenantId, { direction, at: first.at, key: first.key });
  const items: Posting[] = [];
  for (const row of rows) {
    balance = addSums([balance, row.amount_fen]);
    items.push(postingOf(row, balance));
  }
  return { items, ...pageFrame(listing, read, ({ at, key }) => ({ at, key })) };
};
