import type { authorizationOperations } from '@ronghui/contract';
import { acceptedAgreements } from '@ronghui/domain/agreement';
import { consentUntil } from '@ronghui/domain/authorization';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { listRegisterConsents, listStaleAgreements } from './authorization.reads.ts';
import { insertConsents, lockRegisterConsents } from './authorization.sql.ts';
import { endReplaced } from './consent-ending.sql.ts';

/**
 * A person agrees to changed agreements of registration, which hold for them in all tenants; the consents that these replace end there
 * (R10.6).
 */
export const acceptHandlers: HandlersFor<
  Pick<typeof authorizationOperations, 'agreement.changed' | 'agreement.accept'>
> = {
  'agreement.changed': async (_input, { transactAsService, userId }) => ({
    items: [...(await transactAsService((tx) => listStaleAgreements(tx, userId)))],
  }),

  'agreement.accept': async ({ agreements: accepted }, context) => {
    const { fail, ports, tenantId, userId, address, requestId, now } = context;
    return context.transactAsService(async (tx) => {
      await lockRegisterConsents(tx, userId);
      const stale = await listStaleAgreements(tx, userId);
      const isStale = ({ id }: { readonly id: string }) => stale.some((each) => each.id === id);
      const texts = (await listCurrentAgreements(tx)).filter(({ scene }) => scene === 'register');
      // An agreement that was accepted meanwhile may be sent again, and is stored once.
      const asked = texts.map((text) => (isStale(text) ? text : { ...text, required: false }));
      const agreements = acceptedAgreements(asked, accepted)?.filter(isStale);
      if (agreements === undefined) return fail('agreementsChanged');
      for (const former of await listRegisterConsents(tx, userId)) {
        if (!agreements.some(({ id }) => id === former.agreement_id)) continue;
        await endReplaced(tx, former.tenant_id, [former.consent_id]);
      }
      const consents = agreements.map(({ id, version, scene }) => ({
        recordId: ports.ids.id(),
        id,
        version,
        scene,
        validTo: consentUntil(scene, now),
      }));
      await insertConsents(tx, { tenantId, userId, address, requestId }, consents);
      const recordIds = consents.map(({ recordId }) => recordId);
      context.audit({
        object: userId,
        after: { recordIds, agreements: agreements.map(({ id, version }) => ({ id, version })) },
      });
      return { recordIds };
    });
  },
};
