import type { Output } from '@ronghui/contract';
import type { ReceptionKind } from '@ronghui/domain/chat/reception-kind';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { type Days, firstAnswerSec, isOfKind, openedWithin } from './reception-kind.sql.ts';

type Listed = Output<'ops.chat.receptions'>['items'][number];

const listed = wireList<Omit<Listed, 'tenantName' | 'agent' | 'firstAnswerSec'>>()(
  { r: 'chat_reception' },
  {
    always: {
      receptionId: 'r.reception_id',
      conversationId: 'r.conversation_id',
      state: 'r.state',
      openedAt: 'r.opened_at',
    },
    present: {
      endedAt: 'r.ended_at',
      category: 'r.category',
      summary: 'r.summary',
      stars: 'r.stars',
      ratingWords: 'r.rating_words',
    },
  },
)
  .plus<{ readonly tenant_name: string | null }>(
    'tenant_name',
    sql`(select t.name from chat_conversation c join tenant t on t.tenant_id = c.tenant_id where c.conversation_id = r.conversation_id)`,
  )
  .plus<{ readonly agent: string | null }>(
    'agent',
    sql`(select coalesce(nullif(s.name, ''), s.account) from staff s where s.staff_id = r.staff_id)`,
  )
  .plus<{ readonly first_answer_sec: number | null }>('first_answer_sec', sql`round(${firstAnswerSec})::int`);

/** The columns of a reception in the list. */
export type ListedReception = RowOf<typeof listed>;

/** A reception in the contract's shape. */
export const listedOf = (row: ListedReception): Listed => ({
  ...listed.recordOf(row),
  ...(row.tenant_name === null ? {} : { tenantName: row.tenant_name }),
  ...(row.agent === null ? {} : { agent: row.agent }),
  ...(row.first_answer_sec === null ? {} : { firstAnswerSec: row.first_answer_sec }),
});

/** The place of a reception in the list. */
export const keyOfReception = (row: ListedReception): { readonly at: Date; readonly key: string } => ({
  at: row.opened_at,
  key: row.reception_id,
});

/** The filter of the list; the category is empty for those without one. */
export interface ReceptionFilter extends Days {
  readonly kind?: ReceptionKind | undefined;
  readonly category?: string | undefined;
  readonly staffId?: string | undefined;
}

/**
 * A page of the receptions that were opened within some days, newest first: along chat_reception_opened or chat_reception_of_staff; what else is asked for
 * is looked for within the days, of which there is a bound.
 *
 * @source service 5.5
 */
export const listReceptions = (
  db: Db,
  { filter, listing }: { readonly filter: ReceptionFilter; readonly listing: Listing },
): Promise<ReadPart<ListedReception>> => {
  const { kind, category, staffId } = filter;
  const { after } = listing;
  return readPart(db, listing, {
    list: listed,
    from: sql`chat_reception r`,
    where: sql.join(
      [
        openedWithin(filter),
        ...(kind === undefined ? [] : [isOfKind[kind]]),
        ...(category === undefined ? [] : [category === '' ? sql`r.category is null` : sql`r.category = ${category}`]),
        ...(staffId === undefined ? [] : [sql`r.staff_id = ${staffId}`]),
      ],
      sql` and `,
    ),
    beyond: after === null ? sql`` : sql` and (r.opened_at, r.reception_id) < (${after.at}::timestamptz, ${after.key})`,
    orderBy: sql`opened_at desc, reception_id desc`,
    key: 'reception_id',
    keyed: { alias: 'r', columns: ['reception_id'] },
  });
};
