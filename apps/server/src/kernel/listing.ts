import { isWithinReach } from '@ronghui/domain/day-range';
import type { Limits } from '#kernel/ports';
import { wrongFields } from '#kernel/refusal';

/** The part of a list that a call asks for (contract 4). */
export interface ListInput {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly withTotal?: boolean | undefined;
  readonly cursor?: string | undefined;
}

/** The last row of the previous part: its time and its key. */
export interface Keyset {
  readonly at: Date;
  readonly key: string;
}

/** The part of a list that a statement reads. */
export interface Listing {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  readonly after: Keyset | null;
  readonly wantsTotal: boolean;
}

/** Without a cursor `page × pageSize` is at most this, and a total beyond `totalReach` is not counted. @source contract 4 */
const reach = 10_000;
export const totalReach = 100_000;

const writeCursor = ({ at, key }: Keyset): string => Buffer.from(`${at.getTime()}~${key}`).toString('base64url');

const readCursor = (cursor: string): Keyset => {
  const [, ms, key] = /^(\d{1,15})~([A-Za-z0-9_-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const at = new Date(Number(ms));
  if (key === undefined || !isWithinReach(at))
    throw wrongFields([{ path: 'cursor', message: '游标无效，请从第一页重新查询' }]);
  return { at, key };
};

/** The default page size (contract 4). */
const standardPageSize = 20;

/**
 * The part that a call asks for. A page longer than `pageSizeMax` is refused; a page too deep without a cursor is
 * refused with the cursor's name. @source contract 4, contract 7
 */
export const listingOf = (
  { page = 1, pageSize: asked, withTotal = false, cursor }: ListInput,
  { pageSizeMax }: Pick<Limits, 'pageSizeMax'>,
): Listing => {
  const pageSize = asked ?? Math.min(standardPageSize, pageSizeMax);
  if (pageSize > pageSizeMax) throw wrongFields([{ path: 'pageSize', message: `不能大于 ${pageSizeMax}` }]);
  if (cursor === undefined && page * pageSize > reach) {
    throw wrongFields([{ path: 'cursor', message: '页码过深，请用游标继续，或缩小查询范围' }]);
  }
  return {
    page,
    pageSize,
    offset: cursor === undefined ? (page - 1) * pageSize : 0,
    after: cursor === undefined ? null : readCursor(cursor),
    wantsTotal: withTotal || (cursor === undefined && page === 1),
  };
};

/** The rows that a statement read: one more than the page if there is one, and the total as far as it was counted. */
export interface ReadPart<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
}

/** The reply of a part: the total where it was requested, and the cursor of the next part; `keyOf` is the sort key of a row. */
export const pageFrame = <Row>(
  { page, pageSize }: Listing,
  { rows, total }: ReadPart<Row>,
  keyOf: (row: Row) => Keyset,
) => {
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  const length = total === null ? {} : { total: Math.min(total, totalReach), totalIsExact: total <= totalReach };
  return { page, pageSize, ...length, nextCursor: last === undefined ? null : writeCursor(keyOf(last)) };
};
