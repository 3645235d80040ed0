import type { ContentBody, contentOperations } from '@ronghui/contract';
import { type ContentRecord, nameOfBody, type RecordName, recordWord } from '@ronghui/domain/content';
import { nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { noteOpen } from '#kernel/calls/presence';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import {
  ensureRecord,
  findRecord,
  listVersionPair,
  listVersions,
  lockRecord,
  type RecordRow,
  updateRecord,
} from './content.sql.ts';
import { kindOf } from './kinds/record-kinds.ts';
import { listKind } from './record/list-kind.ts';
import { moveRecord } from './record/move-record.ts';
import { withPayeeProof } from './record/payee-change.ts';
import { previewText } from './record/preview-text.ts';
import { auditedMoment, publishBody } from './record/publication.ts';
import { findPublished } from './record/record-body.ts';
import { boundFaults, draftFaults, recordFaults, removalFaults } from './record/record-rules.ts';
import { replacedDraft } from './record/replaced-draft.ts';
import { storePicture } from './record/store-picture.ts';

/** How far ahead a publication may be set. @unit ms */
const longestAheadMs = 366 * 86_400_000;

/** No moment is set, and nothing approved for one. */
const noMoment = { publish_at: null, publish_by: null, proved_payee: null };

/** What goes with a draft, none of it: nothing waits any more. */
const noDraft = { draft: null, draft_by: null, draft_at: null, draft_removes: false, ...noMoment, failure: '' };

/** Which record a call names. */
const named = ({ record, key = '' }: { record: ContentRecord; key?: string | undefined }): RecordName => ({
  record,
  key,
});

interface RefusingContext extends OpsContext {
  readonly fail: (reason: 'changed') => never;
}

/** Changes a record in one transaction against the version that was seen. */
const change = <T>(
  context: RefusingContext,
  name: RecordName,
  version: number,
  work: (tx: Tx, row: RecordRow, by: string) => Promise<T>,
): Promise<T> =>
  context.transact(async (tx) => {
    const row = await lockRecord(tx, name);
    if (row?.version !== version) return context.fail('changed');
    return work(tx, row, await nameOfStaff(tx, context.staffId));
  });

type VersionRow = Pick<
  Awaited<ReturnType<typeof listVersionPair>>[number],
  'number' | 'origin' | 'from_number' | 'author' | 'created_at' | 'removes'
>;

const versionOf = (row: VersionRow) => ({
  number: row.number,
  // The check constraint allows the contract's words only.
  origin: row.origin as 'console',
  from: row.from_number,
  by: row.author,
  at: row.created_at.toISOString(),
  removes: row.removes,
});

/** How a record that has nothing published stands in its list: by its draft. */
const entryColumns = (body: ContentBody) => {
  const { title, group, sort } = kindOf(body.record).entryOf(body);
  return { title, list_group: group, sort };
};

/** What the provider's staff edit, as drafts that are published, with every version kept (R11.3). */
export const contentHandlers: HandlersFor<typeof contentOperations> = {
  'ops.content.page': listKind,

  'ops.content.detail': async (input, { db, fail }) => {
    const name = named(input);
    const [row, published] = await Promise.all([findRecord(db, name), findPublished(db, name)]);
    if (row === undefined) return fail('notFound');
    const { draft, draft_by: by, draft_at: at, draft_removes: removes } = row;
    return {
      ...input,
      version: row.version,
      published,
      draft:
        draft === null || by === null || at === null
          ? null
          : { body: draft, removes, by, at: at.toISOString(), faults: await draftFaults(db, draft, removes) },
      publishAt: row.publish_at?.toISOString() ?? null,
      failure: row.failure,
    };
  },

  'ops.content.watch': async (input, { db, ports, staffId, now, fail }) => {
    const wanted = named(input);
    const [row, name] = await Promise.all([findRecord(db, wanted), nameOfStaff(db, staffId)]);
    if (row === undefined) return fail('notFound');
    const open = { record: `content:${recordWord(wanted)}`, staffId, name, nowMs: now.getTime() };
    return { version: row.version, others: [...(await noteOpen(ports.fast, open))] };
  },

  'ops.content.create': ({ body, ...rest }, context) => {
    allTaken(rest);
    const name = nameOfBody(body);
    const { fail } = context;
    if (kindOf(name.record).keys !== 'free') return fail('invalid', wrongField('body.record', '这类内容不能新建'));
    const outOfBounds = boundFaults(body);
    if (outOfBounds.length > 0) return fail('invalid', { fields: outOfBounds });
    return context.transact(async (tx) => {
      await ensureRecord(tx, name);
      const row = await lockRecord(tx, name);
      if (row === undefined || row.is_published || row.draft !== null) {
        return fail('invalid', wrongField('body.key', '标识：已有同名的内容，请换一个'));
      }
      context.audit({ object: recordWord(name), after: { draft: true } });
      const by = await nameOfStaff(tx, context.staffId);
      const draft = { ...noDraft, draft: body, draft_by: by, draft_at: context.now, ...entryColumns(body) };
      return { version: await updateRecord(tx, name, draft), faults: await recordFaults(tx, body) };
    });
  },

  'ops.content.remove': ({ version, ...input }, context) => {
    const { record, key, ...rest } = input;
    allTaken(rest);
    const name = named({ record, key });
    const { fail } = context;
    if (kindOf(record).keys !== 'free') return fail('invalid', wrongField('record', '这类内容不能移除'));
    return change(context, name, version, async (tx, row, by) => {
      const published = await findPublished(tx, name);
      if (published === null) return fail('changed');
      const draft = { ...noDraft, draft: published, draft_removes: true, draft_by: by, draft_at: context.now };
      const { before, after } = replacedDraft(row, by, published);
      context.audit({ object: recordWord(name), before, after: { ...after, removes: true } });
      return { version: await updateRecord(tx, name, draft), faults: await removalFaults(tx, published) };
    });
  },

  'ops.content.save': ({ body, version, ...rest }, context) => {
    allTaken(rest);
    const name = nameOfBody(body);
    const outOfBounds = boundFaults(body);
    if (outOfBounds.length > 0) return context.fail('invalid', { fields: outOfBounds });
    return change(context, name, version, async (tx, row, by) => {
      const entry = row.is_published ? {} : entryColumns(body);
      const draft = { ...noDraft, draft: body, draft_by: by, draft_at: context.now, ...entry };
      context.audit({ object: recordWord(name), ...replacedDraft(row, by, body) });
      return { version: await updateRecord(tx, name, draft), faults: await recordFaults(tx, body) };
    });
  },

  'ops.content.discard': ({ record, key, version, ...rest }, context) => {
    allTaken(rest);
    const name = named({ record, key });
    return change(context, name, version, async (tx, row, by) => {
      context.audit({ object: recordWord(name), ...replacedDraft(row, by, null) });
      return { version: await updateRecord(tx, name, noDraft) };
    });
  },

  'ops.content.publish': ({ record, key, version, at, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const name = named({ record, key });
    const { fail, now, author, audit } = context;
    const moment = at === undefined ? null : new Date(at);
    const aheadMs = moment === null ? 1 : moment.getTime() - now.getTime();
    if (!(aheadMs > 0 && aheadMs <= longestAheadMs)) {
      return fail('invalid', wrongField('at', '发布时间：请选择一年之内、现在以后的时间'));
    }
    return withPayeeProof(context, stepTicket, (prove) =>
      change(context, name, version, async (tx, { draft, draft_removes: removes, publish_at: former }, by) => {
        if (draft === null) return fail('changed');
        const faults = await draftFaults(tx, draft, removes);
        if (faults.length > 0) return fail('invalid', { fields: faults });
        const proved = await prove(tx, draft);
        if (moment === null) {
          const isProved = proved !== null;
          await publishBody(tx, { body: draft, removes, origin: 'console', by, author, isProved, cancels: former });
          return { version: await updateRecord(tx, name, noDraft), publishAt: null };
        }
        const set = { publish_at: moment, publish_by: by, proved_payee: proved, failure: '' };
        audit({
          object: recordWord(name),
          ...(former !== null && { before: auditedMoment(former) }),
          after: { publishAt: moment.toISOString(), ...(proved && { proved: true }) },
        });
        return { version: await updateRecord(tx, name, set), publishAt: moment.toISOString() };
      }),
    );
  },

  'ops.content.unschedule': ({ record, key, version, ...rest }, context) => {
    allTaken(rest);
    const name = named({ record, key });
    return change(context, name, version, async (tx, { publish_at: former }) => {
      context.audit({ object: recordWord(name), before: auditedMoment(former), after: { publishAt: null } });
      return { version: await updateRecord(tx, name, { ...noMoment, failure: '' }) };
    });
  },

  'ops.content.versions': async ({ record, key, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listVersions(db, named({ record, key }), listing);
    const { nextCursor: _, ...frame } = pageFrame(listing, part, (row) => ({
      at: row.created_at,
      key: String(row.number),
    }));
    return { items: part.rows.slice(0, listing.pageSize).map(versionOf), ...frame };
  },

  'ops.content.version': async ({ number, ...input }, { db, fail }) => {
    const [row, before] = await listVersionPair(db, named(input), number);
    if (row?.number !== number) return fail('notFound');
    return { ...versionOf(row), after: row.body, before: before === undefined || before.removes ? null : before.body };
  },

  'ops.content.rollBack': ({ record, key, version, number, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const name = named({ record, key });
    const { fail, author } = context;
    return withPayeeProof(context, stepTicket, (prove) =>
      change(context, name, version, async (tx, row, by) => {
        const [former] = await listVersionPair(tx, name, number);
        if (former?.number !== number) return fail('notFound');
        if (former.removes) return fail('invalid', wrongField('number', '这一版是移除，请选择移除之前的一版'));
        const { body } = former;
        const faults = await recordFaults(tx, body);
        if (faults.length > 0) return fail('invalid', { fields: faults });
        const isProved = (await prove(tx, body)) !== null;
        const cancels = row.publish_at;
        await publishBody(tx, { body, origin: 'rollBack', from: number, by, author, isProved, cancels });
        // What was to be published was approved on another base; it says so itself, and stays a draft.
        const failure = `内容已退回到第 ${number} 版，定时发布已取消，请核对草稿后重新发布`;
        const cancelled = row.publish_at === null ? {} : { ...noMoment, failure };
        return { version: await updateRecord(tx, name, cancelled) };
      }),
    );
  },

  'ops.content.move': moveRecord,
  'ops.content.preview': previewText,
  'ops.content.upload': storePicture,
};
