import type { customerOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { accountReviewHandlers } from './accounts/accounts.handlers.ts';
import { tenantReviewHandlers } from './tenants/tenants.handlers.ts';

/** The merchants and their users, as the provider's staff see and help them (R11.4). */
export const customerHandlers: HandlersFor<typeof customerOperations> = {
  ...tenantReviewHandlers,
  ...accountReviewHandlers,
};
