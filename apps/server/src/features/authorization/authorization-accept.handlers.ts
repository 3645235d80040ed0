import type { authorizationOperations } from '@ronghui/contract';
import { consentsGiven } from '@ronghui/domain/agreement';
import { consentUntil } from '@ronghui/domain/authorization';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { listRegisterConsents, listStaleAgreements } from './authorization.reads.ts';
import { endReplaced, holdRegisterConsents, insertConsents } from './authorization.sql.ts';

/** A person agrees to changed texts of registration; their consents that these replace, in whichever tenant, are over (R10.6). */
export const acceptHandlers: HandlersFor<Pick<typeof authorizationOperations, 'agreement.accept'>> = {
  'agreement.accept': async ({ agreements }, context) => {
    const { fail, ports, tenantId, userId, address, requestId, now } = context;
    return context.transactAsService(async (tx) => {
      await holdRegisterConsents(tx, userId);
      const stale = await listStaleAgreements(tx, userId);
      const isStale = ({ id }: { readonly id: string }) => stale.some((each) => each.id === id);
      const texts = (await listCurrentAgreements(tx)).filter(({ scene }) => scene === 'register');
      // What was agreed to meanwhile may be sent again, and counts once.
      const asked = texts.map((text) => (isStale(text) ? text : { ...text, required: false }));
      const given = consentsGiven(asked, agreements)?.filter(isStale);
      if (given === undefined) return fail('agreementsChanged');
      for (const former of await listRegisterConsents(tx, userId)) {
        if (!given.some(({ id }) => id === former.agreement_id)) continue;
        await endReplaced(tx, former.tenant_id, [former.consent_id]);
      }
      const consents = given.map(({ id, version, scene }) => ({
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
        after: { recordIds, agreements: given.map(({ id, version }) => ({ id, version })) },
      });
      return { recordIds };
    });
  },
};
