export { useIsOnlyApprover } from './approver-queries.ts';
export { type Divisions, placeName, useDivisions } from './divisions-queries.ts';
export { switchTenant } from './switch-tenant.ts';
export { currentTenant, tenantNameOf } from './tenant-names.ts';
export { useTenantLogo } from './tenant-record-queries.ts';
