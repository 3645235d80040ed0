import type { OperationSpec } from '../operation.ts';
import { accountReviewOperations } from './customer/accounts.ts';
import { tenantReviewOperations } from './customer/tenants.ts';

export { accountReviewOperations, tenantReviewOperations };

/** The merchants and their users, as the provider's staff see and help them (R11.4). */
export const customerOperations = {
  ...tenantReviewOperations,
  ...accountReviewOperations,
} satisfies Record<string, OperationSpec>;
