export { addTenantNote } from './tenants/tenant-note.sql.ts';
