import type { Output } from '@ronghui/contract';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db } from '#kernel/database/db';
import { type ListInput, type Listing, listingOf, pageFrame } from '#kernel/listing';
import type { Limits } from '#kernel/ports';
import { type BillOfLines, listBillLines } from './bill-line.sql.ts';
import { billLineOf, keyOfLine, placeOf, termsOfBill } from './bill-line.ts';

/** The part of a bill's lines that a call asks for. */
interface AskedLines {
  readonly listing: Listing;
  readonly afterPlace: number | null;
  /** The reference or its beginning. */
  readonly loanNo: string | undefined;
}

/** What is asked for, or the 422 of a cursor of another list. */
export const askedLinesOf = (
  { loanNo, ...input }: ListInput & { readonly loanNo?: string | undefined },
  limits: Limits,
): AskedLines | { readonly wrong: ReturnType<typeof wrongField> } => {
  const listing = listingOf(input, limits);
  const afterPlace = placeOf(listing.after);
  if (afterPlace === undefined) return { wrong: wrongField('cursor', '游标无效，请从第一页重新查询') };
  return { listing, afterPlace, loanNo };
};

/** A part of the lines of a bill or a draft, in its order, each with its computation: the same for merchant and staff. @source R10.3 */
export const readBillLines = async (db: Db, bill: BillOfLines, asked: AskedLines): Promise<Output<'bill.lines'>> => {
  const { listing } = asked;
  const key = { billId: bill.bill_id, stageId: bill.stage_id };
  const part = await listBillLines(db, bill.tenant_id, { bill: key, ...asked });
  const terms = termsOfBill(bill);
  const items = part.rows.slice(0, listing.pageSize).map((row) => billLineOf(row, terms));
  return { items, ...pageFrame(listing, part, keyOfLine) };
};
