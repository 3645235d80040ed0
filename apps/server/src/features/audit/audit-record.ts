import type { Output } from '@ronghui/contract';
import { valueChanges } from '@ronghui/domain/audit';
import { findingText } from '#kernel/observe/audit-verify';
import type { EventRow, FullEventRow, VerificationRow } from './audit.sql.ts';
import { titleOf } from './audit-areas.ts';

type Listed = Output<'ops.audit.page'>['items'][number];
type Detail = Output<'ops.audit.detail'>;

/** How many values are shown of one event. @source contract 4 */
const valuesAtMost = 200;

const kindNames = { system: '系统', visitor: '访客' } as const;

/** An event in the contract's shape. */
export const eventOf = (row: EventRow): Listed => {
  // The check constraint allows the contract's words only.
  const actorKind = row.actor_kind as Listed['actorKind'];
  const actor = actorKind === 'system' || actorKind === 'visitor' ? kindNames[actorKind] : (row.actor_name ?? '');
  return {
    eventId: String(row.event_id),
    at: row.at.toISOString(),
    event: row.event,
    title: titleOf(row.event),
    result: row.result,
    actorKind,
    actor: actor.slice(0, 80),
    ...(row.actor_id === null ? {} : { actorId: row.actor_id }),
    ...(row.tenant_id === null ? {} : { tenantId: row.tenant_id }),
    tenantName: row.tenant_name ?? '',
    ...(row.object === null ? {} : { object: row.object.slice(0, 200) }),
    address: row.address.slice(0, 64),
  };
};

/** An event with what it changed. */
export const detailOf = (row: FullEventRow, sealNo: number | undefined): Detail => {
  const values = valueChanges(row.before, row.after);
  return {
    ...eventOf(row),
    operation: row.operation,
    ...(row.user_id === null ? {} : { userId: row.user_id }),
    ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    requestId: row.request_id,
    values: values.slice(0, valuesAtMost),
    isCut: values.length > valuesAtMost,
    ...(sealNo === undefined ? {} : { sealNo }),
  };
};

/** A verification in the contract's shape. */
export const verificationOf = (row: VerificationRow): NonNullable<Output<'ops.audit.chain'>['last']> => ({
  at: row.verified_at.toISOString(),
  fromNo: row.from_no,
  toNo: row.to_no,
  events: row.event_count,
  found: row.finding_count,
  findings: row.findings.map((finding) => ({
    kind: finding.kind,
    ...(finding.eventId === null ? {} : { eventId: String(finding.eventId) }),
    ...(finding.sealNo === null ? {} : { sealNo: finding.sealNo }),
    text: findingText(finding),
  })),
  digest: row.digest,
});
