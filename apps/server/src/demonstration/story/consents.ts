import { listStaleAgreements } from '#features/authorization/authorization.reads';
import type { DaysAgo, Event, Stage } from './event.ts';

/** Withdraws the newest consent in force to an agreement. */
const withdraw = async ({ cast }: Stage, agreementId: string, reason: string): Promise<void> => {
  const { items } = await cast.owner.call('authorization.page', { status: 'active' });
  const record = items.find((item) => item.agreementId === agreementId);
  // An installation whose content does not ask for it has no such consent.
  if (record !== undefined) await cast.owner.call('authorization.revoke', { recordId: record.recordId, reason });
};

/** Agrees to the texts of registration that have changed. */
const acceptAgain = async ({ past, cast }: Stage): Promise<void> => {
  const stale = await listStaleAgreements(past.tx, cast.owner.userId);
  const agreements = stale.map(({ id, version }) => ({ id, version }));
  if (agreements.length > 0) await cast.owner.call('agreement.accept', { agreements });
};

/** Consents that were withdrawn, and given again after their texts had changed (R10.6). */
export const consentEvents = (stage: Stage, ago: DaysAgo): readonly Event[] => [
  { at: ago(210, '11:30'), happens: () => withdraw(stage, 'marketing', '短信太多') },
  { at: ago(97, '16:45'), happens: () => withdraw(stage, 'data-sharing', '改用自有资金，不再需要融资') },
  { at: ago(20, '09:02'), happens: () => acceptAgain(stage) },
];
