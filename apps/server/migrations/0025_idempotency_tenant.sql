-- One key of a user is a claim of its own in each of their tenants (contract 2): a tenant's role does not see the claim of another tenant, so
-- that a claim above tenants could neither be made nor found there. Nodes of the version before name no conflict target and read under
-- row-level security: they find the claims of the tenant that they work in.

create unique index idempotency_key on idempotency (scope, operation, key, tenant_id) nulls not distinct;
alter table idempotency drop constraint idempotency_pkey;
