import type { agreementOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { findAgreement } from './agreement.reads.ts';

/** The agreements, each version as it was published (R10.6). */
export const agreementHandlers: HandlersFor<typeof agreementOperations> = {
  'agreement.detail': async ({ id, version }, { db, fail }) => {
    const found = await findAgreement(db, id, version);
    if (found === undefined) return fail('notFound');
    return {
      id: found.agreement_id,
      version: found.version,
      title: found.title,
      html: found.html,
      sha256: found.sha256,
      effectiveAt: found.effective_at.toISOString(),
    };
  },
};
