import type { contentOperations, Input, Output } from '@ronghui/contract';
import { queryTerms } from '@ronghui/domain/search-text';
import { listSlugsWith } from '#features/doc/doc.reads';
import type { HandlerContext } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/calls/listing';
import { listRecords } from '../content.sql.ts';

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
  }));
  return { items, ...frame };
};
