import type { auditOperations, Input } from '@ronghui/contract';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db } from '#kernel/database/db';
import { send } from '#kernel/jobs/send';
import { findLastJobOf } from '#kernel/jobs/sent-job.sql';
import { listingOf, pageFrame } from '#kernel/listing';
import { countUnsealed, findChain } from '#kernel/observe/audit-seal.sql';
import { findSealOf } from '#kernel/observe/audit-verify.sql';
import { exportTrail, verifyChain } from './audit.jobs.ts';
import {
  type EventFilter,
  findEvent,
  findLastVerification,
  findOpenAlarm,
  findSealedAt,
  isTenant,
  listEventNames,
  listEvents,
  listStaffNamed,
} from './audit.sql.ts';
import { areaOf, eventsOf, titleOf } from './audit-areas.ts';
import { detailOf, eventOf, verificationOf } from './audit-record.ts';
import { trailExportHandlers, trailExportOf } from './trail-export.handlers.ts';
import { countTrailExports, findTrailExport } from './trail-export.sql.ts';

type Asked = Omit<Input<'ops.audit.export'>, 'idempotencyKey'>;
type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly wrong: ReturnType<typeof wrongField> };
type Span = Pick<EventFilter, 'from' | 'before'>;

const spanOf = ({ from, to }: Pick<Asked, 'from' | 'to'>): Read<Span> => {
  const [start, end] = [from === undefined ? null : rangeStart(from), to === undefined ? null : rangeEnd(to)];
  if (from !== undefined && start === null) return { ok: false, wrong: wrongField('from', '日期不存在') };
  if (to !== undefined && end === null) return { ok: false, wrong: wrongField('to', '日期不存在') };
  if (start !== null && end !== null && start >= end)
    return { ok: false, wrong: wrongField('to', '结束日期不能早于开始日期') };
  return { ok: true, value: { from: start, before: end } };
};

const filterOf = async (db: Db, asked: Asked): Promise<Read<EventFilter>> => {
  const { actor, area, event, tenantId = null, object, outcome = null, from, to, ...rest } = asked;
  allTaken(rest);
  const span = spanOf({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
  if (!span.ok) return span;
  const named = actor?.trim() ?? '';
  const ofArea = area === undefined ? null : eventsOf(area);
  return {
    ok: true,
    value: {
      ...span.value,
      actorIds: named === '' ? null : [...(await listStaffNamed(db, named)), named],
      events: event === undefined ? ofArea : [event],
      tenantId,
      object: object?.trim() || null,
      outcome,
    },
  };
};

/** The verification that the page shows: an alarm stays until the part that it names was verified without a finding. */
const findShownVerification = async (db: Db) => (await findOpenAlarm(db)) ?? (await findLastVerification(db));

/** The most events that are counted as waiting for their seal. @source contract 5 */
const waitingAtMost = 1000;
/** The most events that are named. @source contract 5 */
const eventsAtMost = 500;
const eventIdPattern = /^\d{1,15}$/;

/** The audit trail at the console (R11.7, security 4.11): it is read, exported and verified, never changed. */
export const auditHandlers: HandlersFor<typeof auditOperations> = {
  'ops.audit.page': async ({ page, pageSize, withTotal, cursor, ...asked }, { db, ports, fail }) => {
    const listing = listingOf({ page, pageSize, withTotal, cursor }, ports.limits);
    const read = await filterOf(db, asked);
    if (!read.ok) return fail('invalid', read.wrong);
    if (listing.after !== null && !eventIdPattern.test(listing.after.key))
      return fail('invalid', wrongField('cursor', '游标无效，请从第一页重新查询'));
    const part = await listEvents(db, { filter: read.value, listing });
    const frame = pageFrame(listing, part, (row) => ({ at: row.at, key: String(row.event_id) }));
    return { items: part.rows.slice(0, listing.pageSize).map(eventOf), ...frame };
  },

  'ops.audit.detail': async ({ eventId }, { db, fail }) => {
    if (!eventIdPattern.test(eventId)) return fail('notFound');
    const [row, sealNo] = await Promise.all([findEvent(db, Number(eventId)), findSealOf(db, Number(eventId))]);
    return row === undefined ? fail('notFound') : detailOf(row, sealNo);
  },

  'ops.audit.events': async (_input, { db }) => {
    const items = (await listEventNames(db, eventsAtMost)).map((event) => {
      const area = areaOf(event);
      return { event: event.slice(0, 100), title: titleOf(event), ...(area === undefined ? {} : { area }) };
    });
    return { items };
  },

  'ops.audit.export': async ({ idempotencyKey: _, ...asked }, { db, staffId, ports, transact, audit, fail }) => {
    const read = await filterOf(db, asked);
    if (!read.ok) return fail('invalid', read.wrong);
    if (asked.tenantId !== undefined && !(await isTenant(db, asked.tenantId)))
      return fail('invalid', wrongField('tenantId', '没有这个商户'));
    const { from, before, actorIds, events, ...rest } = read.value;
    const payload = {
      staffId,
      ...rest,
      actorIds: actorIds === null ? null : [...actorIds],
      events: events === null ? null : [...events],
      from: from?.toISOString() ?? null,
      before: before?.toISOString() ?? null,
    };
    return transact(async (tx) => {
      const { name } = exportTrail;
      const { open, today, first_sec } = await countTrailExports(tx, { name, staffId });
      if (open > 0) return fail('tooMany');
      if (today >= ports.limits.auditExportsPerDay) return fail('tooOften', { retryAfter: Math.max(1, first_sec) });
      // What was typed as a name is not kept in the trail.
      const { actor, ...kept } = asked;
      const { jobId } = await send(tx, exportTrail, payload, { tenantId: null });
      audit({ object: jobId, after: { ...kept, isByActor: actor !== undefined } });
      const sent = await findTrailExport(tx, { name, staffId, exportId: jobId });
      if (sent === undefined) throw new Error('an export that was asked for is not there');
      return trailExportOf(sent);
    });
  },

  ...trailExportHandlers,

  'ops.audit.chain': async (_input, { db }) => {
    const chain = await findChain(db);
    const [sealedAt, waiting, job, last] = await Promise.all([
      findSealedAt(db, chain.seal_no),
      countUnsealed(db, waitingAtMost),
      findLastJobOf(db, verifyChain.name, {}),
      findShownVerification(db),
    ]);
    return {
      sealNo: chain.seal_no,
      digest: chain.digest.toString('hex'),
      ...(sealedAt === undefined ? {} : { sealedAt: sealedAt.toISOString() }),
      waiting: Math.min(waiting, waitingAtMost),
      job:
        job === undefined
          ? null
          : {
              jobId: job.job_id,
              status: job.status,
              done: job.done_count,
              total: job.total_count,
              ...(job.failure === null ? {} : { failure: job.failure }),
            },
      last: last === undefined ? null : verificationOf(last),
    };
  },

  'ops.audit.verify': async ({ from, to, ...rest }, { transact, audit, fail }) => {
    allTaken(rest);
    const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const span = spanOf(range);
    if (!span.ok) return fail('invalid', span.wrong);
    return transact(async (tx) => {
      audit({ after: range });
      const { jobId } = await send(tx, verifyChain, range, { tenantId: null, key: JSON.stringify(range) });
      return { jobId };
    });
  },
};
