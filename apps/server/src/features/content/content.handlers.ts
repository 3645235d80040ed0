import type { contentOperations } from '@ronghui/contract';
import type { ContentRecord } from '@ronghui/domain/content';
import { nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/calls/listing';
import { noteOpen } from '#kernel/calls/presence';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { findRecord, listVersionPair, listVersions, lockRecord, type RecordRow, updateRecord } from './content.sql.ts';
import { movesPayeeAlone } from './record/payee-change.ts';
import { publishBody } from './record/publication.ts';
import { findPublished } from './record/record-body.ts';
import { recordFaults } from './record/record-rules.ts';
import { storePicture } from './record/store-picture.ts';

/** How far ahead a publication may be set. @unit ms */
const longestAheadMs = 366 * 86_400_000;

/** What goes with a draft, none of it: nothing waits any more. */
const noDraft = { draft: null, draft_by: null, draft_at: null, publish_at: null, publish_by: null, failure: '' };

interface RefusingContext extends OpsContext {
  readonly fail: (reason: 'changed') => never;
}

/** Changes a record in one transaction against the version that was seen. */
const change = <T>(
  context: RefusingContext,
  { record, version }: { readonly record: ContentRecord; readonly version: number },
  work: (tx: Tx, row: RecordRow, by: string) => Promise<T>,
): Promise<T> =>
  context.transact(async (tx) => {
    const row = await lockRecord(tx, record);
    if (row.version !== version) return context.fail('changed');
    return work(tx, row, await nameOfStaff(tx, context.staffId));
  });

type VersionRow = Pick<
  Awaited<ReturnType<typeof listVersionPair>>[number],
  'number' | 'origin' | 'from_number' | 'author' | 'created_at'
>;

const versionOf = (row: VersionRow) => ({
  number: row.number,
  // The check constraint allows the contract's words only.
  origin: row.origin as 'console',
  from: row.from_number,
  by: row.author,
  at: row.created_at.toISOString(),
});

/** What the provider's staff edit, as drafts that are published, with every version kept (R11.3). */
export const contentHandlers: HandlersFor<typeof contentOperations> = {
  'ops.content.detail': async ({ record }, { db }) => {
    const [row, published] = await Promise.all([findRecord(db, record), findPublished(db, record)]);
    const { draft, draft_by: by, draft_at: at } = row;
    return {
      record,
      version: row.version,
      published,
      draft:
        draft === null || by === null || at === null
          ? null
          : { body: draft, by, at: at.toISOString(), faults: await recordFaults(db, draft) },
      publishAt: row.publish_at?.toISOString() ?? null,
      failure: row.failure,
    };
  },

  'ops.content.watch': async ({ record }, { db, ports, staffId, now }) => {
    const [row, name] = await Promise.all([findRecord(db, record), nameOfStaff(db, staffId)]);
    const others = await noteOpen(ports.fast, { record: `content:${record}`, staffId, name, nowMs: now.getTime() });
    return { version: row.version, others: [...others] };
  },

  'ops.content.save': ({ body, version, ...rest }, context) => {
    allTaken(rest);
    const { record } = body;
    return change(context, { record, version }, async (tx, _row, by) => {
      const draft = { ...noDraft, draft: body, draft_by: by, draft_at: context.now };
      context.audit({ object: record, after: { draft: true } });
      return { version: await updateRecord(tx, record, draft), faults: await recordFaults(tx, body) };
    });
  },

  'ops.content.discard': ({ record, version, ...rest }, context) => {
    allTaken(rest);
    return change(context, { record, version }, async (tx) => {
      context.audit({ object: record, after: { draft: false } });
      return { version: await updateRecord(tx, record, noDraft) };
    });
  },

  'ops.content.publish': ({ record, version, at, ...rest }, context) => {
    allTaken(rest);
    const { fail, now, author, audit } = context;
    const moment = at === undefined ? null : new Date(at);
    const aheadMs = moment === null ? 1 : moment.getTime() - now.getTime();
    if (!(aheadMs > 0 && aheadMs <= longestAheadMs)) {
      return fail('invalid', wrongField('at', '发布时间：请选择一年之内、现在以后的时间'));
    }
    return change(context, { record, version }, async (tx, { draft }, by) => {
      if (draft === null) return fail('changed');
      const faults = await recordFaults(tx, draft);
      if (faults.length > 0) return fail('invalid', { fields: faults });
      if (await movesPayeeAlone(tx, draft, context.roles)) return fail('payee');
      if (moment === null) {
        await publishBody(tx, { body: draft, origin: 'console', by, author });
        return { version: await updateRecord(tx, record, noDraft), publishAt: null };
      }
      audit({ object: record, after: { publishAt: moment.toISOString() } });
      const kept = await updateRecord(tx, record, { publish_at: moment, publish_by: by, failure: '' });
      return { version: kept, publishAt: moment.toISOString() };
    });
  },

  'ops.content.unschedule': ({ record, version, ...rest }, context) => {
    allTaken(rest);
    return change(context, { record, version }, async (tx) => {
      context.audit({ object: record, after: { publishAt: null } });
      return { version: await updateRecord(tx, record, { publish_at: null, publish_by: null, failure: '' }) };
    });
  },

  'ops.content.versions': async ({ record, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listVersions(db, record, listing);
    const { nextCursor: _, ...frame } = pageFrame(listing, part, (row) => ({
      at: row.created_at,
      key: String(row.number),
    }));
    return { items: part.rows.slice(0, listing.pageSize).map(versionOf), ...frame };
  },

  'ops.content.version': async ({ record, number }, { db, fail }) => {
    const [row, before] = await listVersionPair(db, record, number);
    if (row?.number !== number) return fail('notFound');
    return { ...versionOf(row), after: row.body, before: before?.body ?? null };
  },

  'ops.content.rollBack': ({ record, version, number, ...rest }, context) => {
    allTaken(rest);
    const { fail, author } = context;
    return change(context, { record, version }, async (tx, _row, by) => {
      const [row] = await listVersionPair(tx, record, number);
      if (row?.number !== number) return fail('notFound');
      const faults = await recordFaults(tx, row.body);
      if (faults.length > 0) return fail('invalid', { fields: faults });
      if (await movesPayeeAlone(tx, row.body, context.roles)) return fail('payee');
      await publishBody(tx, { body: row.body, origin: 'rollBack', from: number, by, author });
      return { version: await updateRecord(tx, record, { publish_at: null, publish_by: null }) };
    });
  },

  'ops.content.upload': storePicture,
};
