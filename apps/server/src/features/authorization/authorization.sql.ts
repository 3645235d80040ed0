import type { Output } from '@ronghui/contract';
import type { AuthorizationStatus, ConsentEnding, ConsentScene } from '@ronghui/domain/authorization';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';

/** Who consented, from which address, in which call, and for what. */
export interface ConsentSource {
  readonly tenantId: string;
  readonly userId: string;
  readonly address: string;
  readonly requestId: string;
  readonly product?: { readonly pid: string; readonly name: string; readonly orgName: string | null };
  readonly orderNo?: string;
  readonly ticketNo?: string;
}

/** A consent to add: an accepted agreement, in the version that was shown. */
export interface NewConsent {
  readonly recordId: string;
  readonly id: string;
  readonly version: string;
  readonly scene: ConsentScene;
  /** When the consent ends; null: it holds until it is withdrawn. */
  readonly validTo: Date | null;
}

/**
 * Adds to the consent ledger. Registration, purchase, trial and certification all write through this function. The digest is that of the text as
 * published, read in the same statement; a version that is not published adds nothing and fails. @source R10.6
 */
export const insertConsents = async (tx: Tx, source: ConsentSource, consents: readonly NewConsent[]): Promise<void> => {
  if (consents.length === 0) return;
  const { tenantId, userId, address, requestId, product, orderNo = null, ticketNo = null } = source;
  const rows = consents.map(
    ({ recordId, id, version, scene, validTo }) =>
      sql`(${recordId}::text, ${id}::text, ${version}::text, ${scene}::text, ${validTo}::timestamptz, ${scene === 'dataSharing'}::bool)`,
  );
  const added = await sql`
    insert into consent (tenant_id, consent_id, user_id, granted_by, scene, agreement_id, agreement_version, sha256, address,
      request_id, pid, product_name, org_name, order_no, ticket_no, valid_to)
    select ${tenantId}, added.record_id, ${userId}, coalesce(user_label(${userId}), ''), added.scene, a.agreement_id, a.version, a.sha256,
      ${address}, ${requestId}, ${product?.pid ?? null}, ${product?.name ?? null},
      case when added.is_shared then ${product?.orgName ?? null}::text end, ${orderNo}, ${ticketNo}, added.valid_to
    from (values ${sql.join(rows)}) added (record_id, agreement_id, version, scene, valid_to, is_shared)
    join agreement a using (agreement_id, version)`.execute(tx);
  if (added.numAffectedRows !== BigInt(consents.length))
    throw new Error('a consent names a text that is not published');
};

/** The fields that are decided by several columns. */
type Decided = 'purpose' | 'status' | 'orgId' | 'orgName' | 'endedAt' | 'ending';

/** The columns of a record; a list shows the fields, the others are for its detail. */
export const recorded = wireList<Omit<Output<'authorization.page'>['items'][number], Decided>>()(
  { c: 'consent', a: 'agreement' },
  {
    always: {
      recordId: 'c.consent_id',
      title: 'a.title',
      agreementId: 'c.agreement_id',
      version: 'c.agreement_version',
      sha256: 'c.sha256',
      grantedBy: 'c.granted_by',
      grantedAt: 'c.granted_at',
      address: 'c.address',
      validTo: 'c.valid_to',
    },
    present: { productName: 'c.product_name', orderNo: 'c.order_no' },
  },
  [
    'c.scene',
    'a.required',
    'c.pid',
    'c.org_id',
    'c.org_name',
    'c.ended_at',
    'c.end_reason',
    'c.withdrawn_at',
    'c.withdrawn_by',
    'c.withdraw_reason',
  ],
).narrow<{ scene: ConsentScene; end_reason: ConsentEnding | null }>();

/** A record of the ledger with the title of its agreement and whether that is required. */
export type ConsentRow = RowOf<typeof recorded>;

/** The filter of a list or an export. */
export interface ConsentFilter {
  readonly status?: AuthorizationStatus | undefined;
  readonly orgId?: string | undefined;
  /** The moment at which `status` is meant; now where it is left out. */
  readonly statusAt?: Date | undefined;
}

const source = sql.raw(
  `consent c join agreement a on a.agreement_id = c.agreement_id and a.version = c.agreement_version`,
);

/** The clock, read once a statement. */
const now = sql`(select app_now())`;

const statusIs = (status: AuthorizationStatus, at: RawBuilder<unknown>): RawBuilder<unknown> => {
  switch (status) {
    case 'active':
      return sql`c.withdrawn_at is null and c.ended_at is null and (c.valid_to is null or c.valid_to > ${at})`;
    case 'withdrawn':
      return sql`c.withdrawn_at is not null`;
    case 'expired':
      return sql`c.withdrawn_at is null and (c.ended_at is not null or c.valid_to <= ${at})`;
  }
};

const whereOf = (tenantId: string, { status, statusAt, orgId }: ConsentFilter) =>
  sql.join(
    [
      sql`c.tenant_id = ${tenantId}`,
      ...(status === undefined ? [] : [statusIs(status, statusAt === undefined ? now : sql`${statusAt}::timestamptz`)]),
      ...(orgId === undefined ? [] : [sql`c.org_id = ${orgId}`]),
    ],
    sql` and `,
  );

/** A page of the ledger, newest first, with the total where it is asked for: one statement, by consent_newest. */
export const listConsents = async (
  db: Db,
  tenantId: string,
  { filter, listing }: { readonly filter: ConsentFilter; readonly listing: Listing },
): Promise<ReadPart<ConsentRow>> => {
  const { after } = listing;
  return readPart(db, listing, {
    list: recorded,
    from: source,
    where: whereOf(tenantId, filter),
    // Times are stored more precisely than a Date, so the cursor's row is compared inside the database.
    beyond:
      after === null
        ? sql``
        : sql` and (c.granted_at, c.consent_id) < (
            select last.granted_at, last.consent_id from consent last
            where last.tenant_id = ${tenantId} and last.consent_id = ${after.key})`,
    countedFrom: sql`consent c`,
    orderBy: sql`granted_at desc, consent_id desc`,
    key: 'consent_id',
  });
};

/** All records of a filter that were given until a moment, newest first, as one statement to stream; by consent_newest. */
export const exportedConsents = (
  tenantId: string,
  filter: ConsentFilter,
  until: Date,
): RawBuilder<ConsentRow> => sql<ConsentRow>`
  select ${recorded.columns} from ${source} where ${whereOf(tenantId, { ...filter, statusAt: until })} and c.granted_at <= ${until}
  order by c.granted_at desc, c.consent_id desc`;

/** How many records a filter finds; by consent_newest. */
export const countConsents = async (db: Db, tenantId: string, filter: ConsentFilter): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from consent c where ${whereOf(tenantId, filter)}`.execute(db);
  return rows[0]?.found ?? 0;
};

/** One record; by the primary key. */
export const findConsent = async (db: Db, tenantId: string, recordId: string): Promise<ConsentRow | undefined> =>
  (
    await sql<ConsentRow>`
      select ${recorded.columns} from ${source} where c.tenant_id = ${tenantId} and c.consent_id = ${recordId}`.execute(
      db,
    )
  ).rows[0];

/** The agreements of these records, in force or not. By the primary key. */
export const listConsentAgreements = (tx: Tx, tenantId: string, recordIds: readonly string[]) =>
  tx
    .selectFrom('consent')
    .select(['consent_id', 'agreement_id'])
    .where('tenant_id', '=', tenantId)
    .where('consent_id', 'in', [...recordIds, ''])
    .limit(1000)
    .execute();

/** Locks a person's consents of registration until the transaction ends, so that only one call at a time adds to them. */
export const lockRegisterConsents = async (tx: Tx, userId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('consent ' || ${userId}, 0))`.execute(tx);
};

/**
 * Consents in force to each version of an agreement, and whose they are; null is all versions together, in which nobody counts twice. By
 * consent_standing; one row more than versions.
 */
export const countStanding = (db: Db, agreementId: string) =>
  db
    .selectFrom('consent')
    .select(sql<string | null>`agreement_version`.as('agreement_version'))
    .select((eb) => [
      eb.fn.countAll<number>().as('consents'),
      eb.fn.count<number>('user_id').distinct().as('users'),
      eb.fn.count<number>('tenant_id').distinct().as('tenants'),
    ])
    .where('agreement_id', '=', agreementId)
    .where('withdrawn_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>', sql<Date>`app_now()`)]))
    .groupBy(sql`grouping sets ((agreement_version), ())`)
    .execute();
