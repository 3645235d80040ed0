import type { authorizationOperations } from '@ronghui/contract';
import { listAgreementVersions } from '#features/agreement/agreement.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { countStanding } from './authorization.sql.ts';

const none = { consents: 0, users: 0, tenants: 0 };

/** What stands on an agreement, for the staff who write its next version. @source R10.6, R11.3 */
export const authorizationOpsHandlers: HandlersFor<Pick<typeof authorizationOperations, 'ops.agreement.versions'>> = {
  'ops.agreement.versions': async ({ id }, { db }) => {
    const [versions, standing] = await Promise.all([listAgreementVersions(db, id), countStanding(db, id)]);
    const standingOn = (version: string | null) => {
      const { consents, users, tenants } = standing.find((row) => row.agreement_version === version) ?? none;
      return { consents, users, tenants };
    };
    const inForce = versions.find(({ is_used, effective_at, now }) => is_used && effective_at <= now);
    return {
      versions: versions.map((row) => ({
        version: row.version,
        title: row.title,
        // The check constraint allows the contract's words only.
        scene: row.scene as 'register',
        required: row.required,
        sha256: row.sha256,
        effectiveAt: row.effective_at.toISOString(),
        publishedAt: row.created_at.toISOString(),
        isInForce: row === inForce,
        ...standingOn(row.version),
      })),
      standing: standingOn(null),
    };
  },
};
