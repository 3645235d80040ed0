import { madeWithin } from '@ronghui/domain/day-range';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import type { ListedRows } from '#kernel/database/listed-rows.sql';
import { isTyped, nameHas } from '#kernel/database/name-search.sql';
import type { Keyset, Listing } from '#kernel/listing';

/** What a typed word finds: invoices by their numbers, and by these titles. */
export interface Found {
  /** The condition of the numbers; null where the word is no beginning of one. */
  readonly numbers: RawBuilder<unknown> | null;
  readonly titles: readonly string[];
  /** The condition of a title, where more match than are looked into one by one. */
  readonly manyTitles: RawBuilder<unknown> | null;
}

/** Up to this many titles are looked into one by one; of more, one is met soon in any order. */
const titlesAtMost = 500;

/**
 * The numbers that begin with a text: of an application, which are those of some days, by invoice_newest and invoice_applied; or of an invoice, by
 * invoice_number_own and invoice_number.
 */
const numbersOf = (text: string): RawBuilder<unknown> | null => {
  if (/^\d+$/.test(text)) return sql`i.number >= ${text} and i.number < ${`${text}~`}`;
  const number = text.toUpperCase();
  if ('FP'.startsWith(number)) return sql`true`;
  if (!number.startsWith('FP')) return null;
  const made = madeWithin(number);
  const isThen = made === null ? sql`` : sql` and i.applied_at >= ${made.from} and i.applied_at < ${made.before}`;
  return sql`starts_with(i.invoice_no, ${number})${isThen}`;
};

/**
 * The titles of invoices that contain a text, of a tenant or of all: each title is read once, however many invoices bear it. By invoice_titles and
 * invoice_titles_own.
 */
const listTitles = async (db: Db, tenantId: string | null, text: string): Promise<readonly string[]> => {
  const own = tenantId === null ? sql`true` : sql`i.tenant_id = ${tenantId}`;
  const { rows } = await sql<{ name: string }>`
    with recursive title (name) as (
      (select i.title_name from invoice i where ${own} order by i.title_name limit 1)
      union all
      select (select i.title_name from invoice i where ${own} and i.title_name > t.name order by i.title_name limit 1)
        from title t where t.name is not null)
    select name from title where ${nameHas(sql`name`, text)} limit ${titlesAtMost + 1}`.execute(db);
  return rows.map(({ name }) => name);
};

/** What a typed word finds, of a tenant or of all; undefined where nothing but blanks was typed. @source R10.12 */
export const findByWord = async (db: Db, tenantId: string | null, word = ''): Promise<Found | undefined> => {
  const text = word.normalize('NFKC').trim();
  if (!isTyped(text)) return undefined;
  const titles = await listTitles(db, tenantId, text);
  const isMany = titles.length > titlesAtMost;
  // Of a part of a name PostgreSQL expects few and would sort them all; of a case it expects half, and reads the list in its order.
  const manyTitles = isMany ? sql`case when ${nameHas(sql`i.title_name`, text)} then true else false end` : null;
  return { numbers: numbersOf(text), titles: isMany ? [] : titles, manyTitles };
};

/** The condition of all that was found. */
export const isFound = ({ numbers, titles, manyTitles }: Found): RawBuilder<unknown> => {
  const title = titles.length === 0 ? manyTitles : sql`i.title_name = any(${[...titles]}::text[])`;
  const each = [numbers, title].filter((condition) => condition !== null);
  return each.length === 0 ? sql`false` : sql`((${sql.join(each, sql`) or (`)}))`;
};

/**
 * The condition that finds a part of a list: of the numbers and of each title the first ones in the order of the list, which its index gives,
 * are as many as the part can have. Where there are more titles, the list is read in its order until the part is full.
 */
const firstFound = <Row>(found: Found, list: ListedRows<Row>, { offset, pageSize }: Listing): RawBuilder<unknown> => {
  const { numbers, titles, manyTitles } = found;
  if (manyTitles !== null || (numbers === null && titles.length === 0)) return isFound(found);
  const { where, beyond, orderBy } = list;
  const first = (condition: RawBuilder<unknown>) => sql`select i.tenant_id, i.invoice_no from invoice i
    where ${where} and ${condition}${beyond} order by ${orderBy} limit ${offset + pageSize + 1}`;
  const ofTitles = sql`(select f.tenant_id, f.invoice_no from unnest(${[...titles]}::text[]) t (name) cross join lateral (
    ${first(sql`i.title_name = t.name`)}) f)`;
  const each = [...(numbers === null ? [] : [sql`(${first(numbers)})`]), ...(titles.length === 0 ? [] : [ofTitles])];
  return sql`(i.tenant_id, i.invoice_no) in (${sql.join(each, sql` union all `)})`;
};

/** A list of invoices `i`, narrowed to what a word found. How much that is, is known anew each time. */
export const narrowed = <Row>(list: ListedRows<Row>, found: Found, listing: Listing): ListedRows<Row> => ({
  ...list,
  where: sql`${list.where} and ${firstFound(found, list, listing)}`,
  countedWhere: sql`${list.where} and ${isFound(found)}`,
  planning: 'fresh',
});

/** What comes behind a cursor, in the order of a list. */
export const behind = (after: Keyset | null, isOldestFirst = false): RawBuilder<unknown> => {
  if (after === null) return sql``;
  const compared = isOldestFirst ? sql`>` : sql`<`;
  return sql` and (i.applied_at, i.invoice_no) ${compared} (${after.at}, ${after.key})`;
};
