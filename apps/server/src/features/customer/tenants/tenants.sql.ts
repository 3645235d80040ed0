import type { Output } from '@ronghui/contract';
import type { CertificationStatus } from '@ronghui/domain/certification';
import { maskName } from '@ronghui/domain/identity/resident-id';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { likeText } from '#kernel/database/fragments.sql';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import { isTyped, nameFound } from '#kernel/database/name-search.sql';
import type { Listing, ReadPart } from '#kernel/listing';

type Listed = Output<'ops.tenant.page'>['items'][number];

const owner = (column: RawBuilder<unknown>) => sql`(
  select ${column} from member m join user_account u using (user_id) where m.tenant_id = t.tenant_id and m.role = 'owner')`;

const listed = wireList<Omit<Listed, 'memberCount' | 'ownerName' | 'ownerMobileMasked'>>()(
  { t: 'tenant' },
  {
    always: {
      tenantId: 't.tenant_id',
      name: 't.name',
      certificationStatus: 't.certification_status',
      createdAt: 't.created_at',
    },
    present: { uscc: 't.uscc' },
  },
)
  .plus<{ readonly member_count: number }>(
    'member_count',
    sql`(select count(*)::int from member m where m.tenant_id = t.tenant_id)`,
  )
  .plus<{ readonly owner_name: string | null }>('owner_name', owner(sql`u.name`))
  .plus<{ readonly owner_mobile: string | null }>('owner_mobile', owner(sql`u.mobile_masked`));

type TenantRow = RowOf<typeof listed>;

/** A merchant in the contract's shape, its owner masked. */
export const tenantOf = (row: TenantRow): Listed => ({
  ...listed.recordOf(row),
  memberCount: row.member_count,
  ownerName: maskName(row.owner_name ?? ''),
  ownerMobileMasked: row.owner_mobile ?? '',
});

/** The filter of the list; `before` is the first moment after the range. */
export interface TenantFilter {
  readonly keyword?: string | undefined;
  readonly certification?: CertificationStatus | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

const wanted = ({ keyword = '', certification, from, before }: TenantFilter): RawBuilder<unknown> => {
  const text = keyword.normalize('NFKC').trim();
  return sql.join(
    [
      sql`true`,
      ...(isTyped(text)
        ? [sql`(${nameFound(sql`t.name`, text)} or t.uscc like ${`${likeText(text.toUpperCase())}%`})`]
        : []),
      ...(certification === undefined ? [] : [sql`t.certification_status = ${certification}`]),
      ...(from === undefined ? [] : [sql`t.created_at >= ${from}`]),
      ...(before === undefined ? [] : [sql`t.created_at < ${before}`]),
    ],
    sql` and `,
  );
};

/** A page of the merchants, newest first, by tenant_newest or tenant_by_certification; a name is found by tenant_pieces, a code by tenant_uscc_begins, or along them where many match. */
export const listTenants = (
  db: Db,
  { filter, listing }: { readonly filter: TenantFilter; readonly listing: Listing },
): Promise<ReadPart<TenantRow>> => {
  const { after } = listing;
  return readPart(db, listing, {
    list: listed,
    from: sql`tenant t`,
    where: wanted(filter),
    // Times are stored more precisely than a Date, so the cursor's row is compared inside the database.
    beyond:
      after === null
        ? sql``
        : sql` and (t.created_at, t.tenant_id) < (
            select last.created_at, last.tenant_id from tenant last where last.tenant_id = ${after.key})`,
    orderBy: sql`created_at desc, tenant_id desc`,
    key: 'tenant_id',
    keyed: { alias: 't', columns: ['tenant_id'] },
  });
};
