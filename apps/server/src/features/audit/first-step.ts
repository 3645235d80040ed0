import { nouns, type OperationSpec, operations } from '@ronghui/contract';
import { nameOfStaff } from '#features/staff/staff.reads';
import type { FindFirstStep, FirstStep } from '#kernel/calls/replies/first-step';
import type { Db } from '#kernel/database/db';
import { titleOf } from './audit-areas.ts';
import { findLastBillStep, findUserLabel, listRecordEvents, type RecordEvent } from './first-step.sql.ts';

const specs: ReadonlyMap<string, OperationSpec> = new Map(Object.entries<OperationSpec>(operations));

/** Nouns whose steps move each other's records: money that is applied is a step of its bill. */
const ofMoney: ReadonlySet<string> = new Set(['bill', 'receipt', 'intent', 'bank-line']);

const familyOf: ReadonlyMap<string, string> = new Map(
  Object.entries(nouns).flatMap(([noun, own]) =>
    Object.keys(own).map((id) => [id, ofMoney.has(noun) ? 'money' : noun] as const),
  ),
);

/**
 * Events that nobody's step comes second to: they make the record, so that who names it has seen them; they change nothing of its state; or they
 * stand beside the event of the step.
 */
const besideSteps: ReadonlySet<string> = new Set([
  'ops.order.show',
  'ops.certification.show',
  'job.bill.sealed',
  'feedback.rate',
  'bill.varianceFeedback',
  'member.invite',
  'recon.start',
  'recon.again',
  'recon.dryRun',
  'recon.keepRule',
  'ops.lineImport.upload',
  'ops.receipt.register',
  'ops.receipt.confirmPayer',
  'ops.receipt.dropPayer',
  'ops.staff.create',
]);

/** Whether an event is a step that another operation can come second to. Writes without a key only look. */
const isStep = (event: string, operation: string): boolean => {
  if (event === operation) return true;
  if (besideSteps.has(event)) return false;
  const spec = specs.get(event);
  const family = familyOf.get(operation);
  // To take a thing from the desk is a step of the desk alone.
  if (spec === undefined) return family !== 'desk';
  return (spec.idempotent === true || spec.upload === true) && familyOf.get(event) === family;
};

/** What was done, without what the title explains of it. */
const whatOf = (event: string, kind: string): string => {
  const [head = ''] = titleOf(event).split(/[：，]/u);
  return (kind === 'system' ? `自动更新（${head}）` : head).slice(0, 100);
};

/** What the provider does of a merchant's record in two steps, as the merchant reads it: how staff check each other is theirs. */
const asMerchantsRead: Readonly<Record<string, string>> = { 'ops.feedback.release': 'feedback.handle' };

/** Who has no name in the trail. */
const nameless: Readonly<Record<string, string>> = {
  user: '商户',
  system: '系统',
  visitor: '访客',
  operator: '运维人员',
};

/** Who it was, as staff read it. */
const nameForStaff = (db: Db, { actor_kind: kind, actor_id: id }: RecordEvent): Promise<string> | string =>
  kind === 'staff' && id !== null ? nameOfStaff(db, id) : (nameless[kind] ?? '');

/** The same for a merchant, who reads the names of the own tenant alone. */
const nameForMerchant = (db: Db, { actor_kind: kind, actor_id: id }: RecordEvent): Promise<string> | string => {
  if (kind === 'user') return id === null ? '' : findUserLabel(db, id);
  return kind === 'system' ? '系统' : kind === 'visitor' ? '访客' : '平台运营';
};

/** What the clocks of the servers and of the database may differ by. @unit ms */
const clockSlackMs = 5_000;

/** Whether a bill has taken a later step, under another record of the trail: an answer to its feedback changes it. */
const isPassed = async (db: Db, step: RecordEvent, billNo: string): Promise<boolean> => {
  const last = await findLastBillStep(db, billNo);
  return last !== undefined && last.getTime() > step.at.getTime() + clockSlackMs;
};

/**
 * Who took the newest step with a record, from the trail: staff read the name of the colleague, a merchant that of a member of the own tenant. Nobody
 * where the newest step is three days old, or where what came first stands elsewhere.
 *
 * @source R4.12, decision 0158
 */
export const findFirstStep: FindFirstStep = async (
  db,
  { operation, object, tenantId, isAlone },
): Promise<FirstStep | undefined> => {
  const events = await listRecordEvents(db, tenantId, object);
  const step = events.find(({ event }) => (isAlone ? event === operation : isStep(event, operation)));
  if (step === undefined) return undefined;
  if (familyOf.get(operation) === 'money' && (await isPassed(db, step, object))) return undefined;
  const by = await (tenantId === null ? nameForStaff(db, step) : nameForMerchant(db, step));
  const read = tenantId === null ? step.event : (asMerchantsRead[step.event] ?? step.event);
  return { by: [...by].slice(0, 60).join(''), at: step.at.toISOString(), what: whatOf(read, step.actor_kind) };
};
