/** What other nouns may call within their transaction. */
export { withdrawInvitations } from './invitation.sql.ts';
export { leaveTenants } from './member.sql.ts';
export { insertBareTenants, insertTenantOf, updateCertificationStatus, updateCertifiedTenant } from './tenant.sql.ts';
