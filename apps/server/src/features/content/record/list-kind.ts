import type { contentOperations, Input, Output } from '@ronghui/contract';
import { queryTerms } from '@ronghui/domain/search-text';
import { listDatedAgreements } from '#features/agreement/agreement.reads';
import { listSlugsWith } from '#features/doc/doc.reads';
import type { HandlerContext } from '#kernel/calls/context';
import type { Db } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import { listRecords } from '../content.sql.ts';

type Standing = NonNullable<Output<'ops.content.page'>['items'][number]['standing']>;

/** What is in force of each agreement in use, and what comes next. */
const standings = async (db: Db, now: Date): Promise<ReadonlyMap<string, Standing>> => {
  const byId = Map.groupBy(await listDatedAgreements(db), ({ id }) => id);
  return new Map(
    [...byId].map(([id, versions]) => {
      const inForce = versions.find(({ effectiveAt }) => effectiveAt <= now);
      // The latest come first.
      const next = versions.findLast(({ effectiveAt }) => effectiveAt > now);
      return [
        id,
        {
          inForce:
            inForce === undefined ? null : { version: inForce.version, since: inForce.effectiveAt.toISOString() },
          next: next === undefined ? null : { version: next.version, from: next.effectiveAt.toISOString() },
        },
      ];
    }),
  );
};

type Listing = HandlerContext<(typeof contentOperations)['ops.content.page']>;

/** The records of a kind with what stands of each, in the order of their list. @source R11.3 */
export const listKind = async (
  { record, state, group, keyword = '', ...input }: Input<'ops.content.page'>,
  { db, ports, now }: Listing,
): Promise<Output<'ops.content.page'>> => {
  const listing = listingOf(input, ports.limits);
  const words = keyword.trim();
  const slugs = record === 'doc' && words !== '' ? await listSlugsWith(db, queryTerms(words)) : [];
  const part = await listRecords(db, { record, state, group, search: { words, keys: slugs }, listing });
  // The list is ordered by the place of a record, which its key tells.
  const frame = pageFrame(listing, part, ({ key }) => ({ at: now, key }));
  const stands = record === 'agreement' ? await standings(db, now) : undefined;
  const standingOf = (key: string) => {
    const standing = stands?.get(key);
    return standing === undefined ? {} : { standing };
  };
  const items = part.rows.slice(0, listing.pageSize).map((row) => ({
    key: row.key,
    version: row.version,
    sort: row.sort,
    title: row.title,
    group: row.list_group,
    isPublished: row.is_published,
    publishedBy: row.published_by,
    publishedAt: row.published_at?.toISOString() ?? null,
    draft:
      row.draft_by === null || row.draft_at === null
        ? null
        : { by: row.draft_by, at: row.draft_at.toISOString(), removes: row.draft_removes },
    publishAt: row.publish_at?.toISOString() ?? null,
    failure: row.failure,
    ...standingOf(row.key),
  }));
  return { items, ...frame };
};
