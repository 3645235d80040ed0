export { useTenantNames } from './tenant/tenant-queries.ts';
